import type { ClaimFigure, ClaimTest } from '../../core/claim.ts'
import { figureName, nameOf } from './part-kit.ts'

/** What decides a claim, in words: made from the test itself, so that the two can't differ. */
export function criterionText(test: ClaimTest, alpha: number): string {
  const sure = `one-sided tests, ${alpha / 2} each way, Holm within the group`
  switch (test.kind) {
    case 'order':
      return `${figureName(test.of)}: each of ${test.systems.map(nameOf).join(', ')} better than the next on common cases${failuresText(test.of)} (${sure}).`
    case 'ahead':
      return `${figureName(test.of)}: ${nameOf(test.leader)} better than ${list(test.others.map(nameOf))} on common cases${failuresText(test.of)} (${sure}).`
    case 'figure-above':
      return `${figureName(test.high)} above ${figureName(test.low)} in every model, within the cases that have both (${sure}).`
    case 'misses-dominate':
      return (
        `Of the gold memories that are not right under ${figureName(test.right)}, more are missed under ` +
        `${figureName(test.missed)} than have a wrong item taken for them, in every model (${sure}).`
      )
    case 'falls': {
      const [first, last] = [test.steps[0], test.steps.at(-1)]
      const which =
        test.compare === 'ends'
          ? `lower at ${last?.track ?? ''} than at ${first?.track ?? ''}`
          : `lower at each of ${test.steps.length} sizes than at the one before`
      return `${first === undefined ? '' : figureName(first)} of ${list(test.systems.map(nameOf))}: ${which} (${sure}).`
    }
    case 'correlates':
      return (
        `${figureName(test.x)} against ${figureName(test.y)} across models: Pearson's correlation ` +
        `${test.sign < 0 ? 'below' : 'above'} 0 (permutation over models; ${sure}).`
      )
    case 'above':
      return `${figureName(test.of)} of ${nameOf(test.system)} above ${test.reference.name}, a number without an interval of its own (${sure}).`
    case 'near':
      return (
        `Each figure of ${nameOf(test.system)} surely within ${test.margin} of the published point estimate (two one-sided tests); ` +
        `contradicted where one is surely further away (${alpha / 2} each way, Holm within the group).`
      )
    case 'memory-may-not-help':
      return (
        'At least one memory system gives worse answers than its own answer model alone, on the main figure of a utilization ' +
        `track (${sure}); contradicted when all of them give better ones.`
      )
    case 'print':
      return `${test.rule} Printed figures only, each with its rounding; no chance is involved.`
  }
}

function list(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : `each of ${names.join(', ')}`
}

function failuresText({ failures }: ClaimFigure): string {
  return failures === undefined ? '' : ', calls that failed counted as worst, as the paper does'
}
