import type { JsonObject } from '../core/json.ts'
import { instrumentKey, type InstrumentIdentity, type JudgeRole } from '../core/scorer.ts'
import type { CalibrationCard, JudgeCard } from './judge-card.ts'

/** An instrument whose figures come from judges, with all that makes it this one. */
export interface JudgedSetup {
  /** The key under which its figures stand. */
  readonly instrument: string
  /** A short name that no other instrument of the report has. */
  readonly label: string
  /** `judge-persona@1`: under this name its judges were put before the hand-written probes. */
  readonly rubric: string
  readonly judges: readonly JudgeRole[]
  /** Every option: judges, rule of a panel, hash of the prompt, parameters. */
  readonly options: JsonObject
  /** Names of its metrics, the main one first. */
  readonly metrics: readonly string[]
  /** How far it can be believed on this track; absent where nobody looked. */
  readonly calibration?: CalibrationCard
}

type Facts = InstrumentIdentity & { readonly metrics: readonly { readonly name: string }[] }

/** The judged ones among instruments, each once. Labels tell apart whatever is in the list. */
export function judgedSetups(instruments: readonly Facts[]): JudgedSetup[] {
  const judged = new Map<string, Facts & { readonly judges: readonly JudgeRole[] }>()
  for (const facts of instruments) {
    const { judges } = facts
    if (judges !== undefined) judged.set(instrumentKey(facts), { ...facts, judges })
  }
  const names = [...judged].map(([key, facts]) => namesOf(key, facts))
  return [...judged].map(([instrument, { name, version, judges, options, metrics }], place) => ({
    instrument,
    label: labelOf(names, place),
    rubric: `${name}@${version}`,
    judges,
    options,
    metrics: metrics.map((metric) => metric.name),
  }))
}

/** Names of an instrument, the shortest first; the last one is its key. */
function namesOf(key: string, { name, version, judges, options }: Facts): string[] {
  const short = `${name}@${version}`
  const rule = typeof options['rule'] === 'string' ? `, ${options['rule']}` : ''
  const models = (judges ?? []).flatMap((role) => role.models)
  const written = (shorten: (model: string) => string): string =>
    `${short} (${models.map(shorten).join(' + ')}${rule})`
  return [short, written((model) => model.slice(model.lastIndexOf('/') + 1)), written((model) => model), key]
}

/** The first of an instrument's names that none of the others has. */
function labelOf(names: readonly (readonly string[])[], place: number): string {
  const own = names[place] ?? []
  const others = names.filter((_, other) => other !== place).flat()
  return own.find((name) => !others.includes(name)) ?? own.at(-1) ?? ''
}

/** How a setup's judges did on the probes of its rubric. */
export function cardsOf(
  { rubric, judges }: Pick<JudgedSetup, 'rubric' | 'judges'>,
  cards: readonly JudgeCard[],
): JudgeCard[] {
  const models = judges.flatMap((role) => role.models)
  return cards.filter(({ instrument, judge }) => instrument === rubric && models.includes(judge))
}
