import type { Case } from '../core/case.ts'
import { Fault } from '../core/fault.ts'
import { hashJson } from '../core/hash.ts'
import { isJsonObject, type Json } from '../core/json.ts'
import { respondParseScore } from '../core/respond-parse-score.ts'
import type { Scorer } from '../core/scorer.ts'
import type { Clock } from '../core/clock.ts'
import type { StageGraph } from '../core/stage-graph.ts'
import type { InputSystem, Response } from '../core/system.ts'

/** A clock that moves one millisecond at each look. */
export function tickingClock(start = 1_800_000_000_000): Clock {
  let ticks = 0
  return { now: () => start + (ticks += 1), monotonic: () => (ticks += 1) }
}

/** A case of the tiny track: the answer to `n` is `n + 1`. */
export function tinyCase(n: number, change: Partial<Case> = {}): Case {
  const input = { n }
  const gold = { answer: n + 1 }
  return {
    id: `case-${n}`,
    hash: hashJson({ input, gold: change.gold ?? gold }),
    cluster: `cluster-${n % 3}`,
    input,
    gold,
    row: { benchmark_id: `case-${n}`, input, secret: 'not for chat systems' },
    tags: { parity: [n % 2 === 0 ? 'even' : 'odd'] },
    weight: 1,
    recordings: {},
    ...change,
  }
}

/** Reads `n` of an object; -1 for anything else. */
function numberOf(value: Json, key: string): number {
  const found = isJsonObject(value) ? value[key] : undefined
  return typeof found === 'number' ? found : -1
}

/** 1 when the prediction is the gold answer, else 0. */
export function tinyScorer(name = 'tiny-exact', version = '1'): Scorer {
  return {
    name,
    version,
    options: {},
    metrics: [
      {
        name: 'correct',
        description: 'the answer is right',
        aggregate: 'mean',
        direction: 'higher',
        range: [0, 1],
        binary: true,
      },
    ],
    score: (prediction, { gold }) => ({
      metrics: {
        correct: {
          numerator: numberOf(prediction, 'answer') === numberOf(gold, 'answer') ? 1 : 0,
          denominator: 1,
        },
      },
    }),
    bounds: () => ({
      correct: { worst: { numerator: 0, denominator: 1 }, best: { numerator: 1, denominator: 1 } },
    }),
  }
}

/** A track whose parser reads `answer <number>`. */
export function tinyTrack(version = '1'): { id: string; stages: StageGraph } {
  return {
    id: 'tiny/plus-one',
    stages: respondParseScore({
      id: 'tiny/plus-one',
      version,
      parse(response: Response) {
        const text = response.form === 'text' ? response.text : ''
        const match = /^answer (-?\d+)$/.exec(text)
        if (match?.[1] === undefined) throw new Fault('unusable-output', 'system', 'no answer in the text')
        return { prediction: { answer: Number(match[1]) }, repairs: [] }
      },
    }),
  }
}

/** A system that answers with `answer`, and counts its calls. */
export function tinySystem(
  id: string,
  answer: (n: number, call: number, signal: AbortSignal) => string | Promise<string>,
  change: Partial<Pick<InputSystem, 'identity' | 'external' | 'maxConcurrent'>> = {},
): InputSystem & { readonly calls: number[] } {
  const calls: number[] = []
  return {
    id,
    kind: 'ranked',
    access: 'input',
    identity: { system: id },
    external: true,
    ...change,
    calls,
    async respond({ input }, { signal }) {
      const n = numberOf(input, 'n')
      calls.push(n)
      return { form: 'text', text: await answer(n, calls.length, signal) }
    },
  }
}
