import type { Json } from '../../../core/json.ts'
import type { JudgedCase } from '../../../core/judge.ts'
import type { ChainQuestion, ChainStep, JudgeChain, Readings } from '../../../core/judge-chain.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import type { ScoreResult } from '../../../core/scorer.ts'
import { matchBounds, matchMetrics, matchScores } from '../inference/match-metrics.ts'
import { decomposer } from '../prompts/decomposer.ts'
import { matcher, matcherExamples } from '../prompts/matcher.ts'
import { fillTemplate, type Template } from '../prompts/template.ts'
import { readChecklist } from '../reading/checklist.ts'
import { readJson } from '../reading/json.ts'
import { readRows } from '../reading/rows.ts'
import { cupidGoldSchema, inferencePredictionSchema } from '../shapes.ts'
import { inferenceProbes } from './probes.ts'

const goldOf = parseOnce(cupidGoldSchema)

/** How the two models of a preference match are asked. */
export interface MatchWording {
  readonly decomposer: Template
  /** Its system text has a place for worked examples, or none. */
  readonly matcher: Template
  readonly examples: string
}

/** Our words (spec 2.5, 2.7). */
export const ownWording: MatchWording = { decomposer, matcher, examples: matcherExamples }

/** An F1 from which on an inferred preference counts as right in a probe. */
const RIGHT = 0.5

/** The inferred preference of a case. */
export function inferredOf({ prediction }: JudgedCase): string {
  return inferencePredictionSchema.parse(prediction).preference
}

/** The step that turns the inferred preference into a checklist; nothing is asked for an empty one. */
export function decomposeStep(template: Template, read: (text: string) => Json | null): ChainStep {
  return {
    name: 'decompose',
    role: 'decomposer',
    maxOutputTokens: 4096,
    wording: [template.system, template.user],
    questions(subject) {
      const preference = inferredOf(subject)
      return preference.trim() === ''
        ? []
        : [{ id: 'checklist', messages: fillTemplate(template, { preference }), reply: null, read }]
    },
  }
}

/** What the decomposer's reply came to: entries, none for an empty preference, null when it could not be read. */
export function checklistIn(readings: Readings): readonly string[] | null {
  const read = 'checklist' in readings ? readings['checklist'] : []
  return isTexts(read) ? read : null
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((entry: Json) => typeof entry === 'string')
}

/**
 * The step that compares both ways. With an empty inferred checklist neither direction is asked (spec 2.11).
 * @param readOf reads a reply about so many entries
 */
export function matchStep(
  { matcher: template, examples }: Pick<MatchWording, 'matcher' | 'examples'>,
  maxOutputTokens: number,
  readOf: (entries: number) => (text: string) => Json | null,
): ChainStep {
  const question = (id: string, checklist: readonly string[], preference: string): ChainQuestion => ({
    id,
    // In one pass: braces in examples, preference or checklist are never read again (spec 2.2).
    messages: fillTemplate(template, {
      examples,
      preference,
      checklist: checklist.map((entry, place) => `${place + 1}. ${entry}`).join('\n'),
    }),
    reply: null,
    read: readOf(checklist.length),
  })
  return {
    name: 'match',
    role: 'matcher',
    maxOutputTokens,
    wording: [template.system, template.user, examples],
    questions(subject, readings) {
      const gold = goldOf(subject.gold)
      const inferred = checklistIn(readings)
      if (inferred !== null && inferred.length === 0) return []
      return [
        ...(inferred === null ? [] : [question('inferred_in_gold', inferred, gold.preference)]),
        question('gold_in_inferred', gold.checklist, inferredOf(subject)),
      ]
    },
  }
}

/** Scores of a direction's entries as its question read them. */
function scoresIn(reading: Json | undefined): readonly number[] | null {
  return isNumbers(reading) ? reading : null
}

function isNumbers(value: Json | undefined): value is readonly number[] {
  return Array.isArray(value) && value.every((entry: Json) => typeof entry === 'number')
}

function strictScores(readings: Readings, subject: JudgedCase): ScoreResult {
  const { checklist } = goldOf(subject.gold)
  const entries = checklistIn(readings)
  // An empty inferred checklist is measured: it covers nothing (spec 5.2).
  const isEmpty = entries !== null && entries.length === 0
  const inferred = isEmpty ? [] : scoresIn(readings['inferred_in_gold'])
  const gold = isEmpty ? checklist.map(() => 0) : scoresIn(readings['gold_in_inferred'])
  return {
    metrics: matchScores({ inferred, gold }),
    detail: {
      inferred_checklist: entries,
      inferred_in_gold: inferred,
      gold_checklist: checklist,
      gold_in_inferred: gold,
    },
  }
}

/**
 * Preference match by models under the strict rules (spec 2.5-2.9, 5.2): the inferred preference becomes a checklist, and
 * each side's checklist is compared with the other side's preference. Rows are lined up with entries, so that no figure
 * passes 1; a direction that stays unreadable is unscored and never a silent zero.
 */
export function preferenceMatch(
  name: string,
  wording: MatchWording,
  options: { readonly title: string; readonly maxOutputTokens: number },
): JudgeChain {
  const scores = (entries: number) => (text: string) => {
    const rows = readRows(readJson(text), entries)
    return rows.status === 'ok' ? [...rows.scores] : null
  }
  return {
    name,
    version: '1',
    title: options.title,
    metrics: matchMetrics,
    tries: 3,
    steps: [
      decomposeStep(wording.decomposer, readChecklist),
      matchStep(wording, options.maxOutputTokens, scores),
    ],
    score: strictScores,
    bounds: ({ gold }) => (gold === null ? {} : matchBounds(goldOf(gold))),
    passes(readings, subject) {
      const { f1 } = strictScores(readings, subject).metrics
      return f1 === undefined || 'unscored' in f1 ? null : f1.numerator >= RIGHT
    },
    probes: inferenceProbes,
  }
}

/** The default instrument of `cupid/inference` under `strict`. */
export const strictMatch: JudgeChain = {
  ...preferenceMatch('preference-match', ownWording, {
    title: 'Preference match by a decomposer and a matcher',
    maxOutputTokens: 8192,
  }),
  protocol: 'strict',
}
