import { UsageError } from '../core/errors.ts'
import type { Rubric } from '../core/judge.ts'
import type { JudgeChain } from '../core/judge-chain.ts'
import type { ModelParameters } from '../core/model.ts'
import type { Protocol } from '../core/prompt.ts'
import type { PromptPack } from '../core/prompt-pack.ts'
import type { JudgePanelRecord, ModelSettings } from '../core/run.ts'
import type { JudgedInstrument } from '../core/stage.ts'
import type { Track } from '../core/track.ts'
import { createChainInstrument } from '../judges/chain-instrument.ts'
import { createJudgedInstrument } from '../judges/judged-instrument.ts'
import { packJudging } from '../registry/prompts.ts'
import type { ModelKit } from './models.ts'
import { suggestion } from './suggest.ts'

/** Tokens that a verdict may need; the longest rubric reviews every pair of a long list. */
const JUDGE_OUTPUT = 8192

/** Judges answer without chance where the provider lets them. */
export function parametersOf({
  maxOutputTokens,
}: Pick<JudgePanelRecord, 'maxOutputTokens'>): ModelParameters {
  return { temperature: 0, maxOutputTokens: maxOutputTokens ?? JUDGE_OUTPUT }
}

/** One way to judge a track. */
export type Judging =
  | { readonly kind: 'chain'; readonly name: string; readonly chain: JudgeChain }
  | { readonly kind: 'rubric'; readonly name: string; readonly rubric: Rubric }

/** How a track can be judged, its chains first; a prompt pack's words take the place of ours under the same name. */
export function judgingsOf(track: Track, pack: PromptPack): Judging[] {
  const own = pack.judging.get(track.id)
  const all: Judging[] = [
    ...(track.chains ?? []).map((chain) => ({ kind: 'chain', name: chain.name, chain }) as const),
    ...(own?.chains ?? []).map((chain) => ({ kind: 'chain', name: chain.name, chain }) as const),
    ...track.rubrics.map((rubric) => ({ kind: 'rubric', name: rubric.name, rubric }) as const),
    ...(own?.rubrics ?? []).map((rubric) => ({ kind: 'rubric', name: rubric.name, rubric }) as const),
  ]
  return [...new Map(all.map((one) => [one.name, one])).values()]
}

function protocolOf(judging: Judging): Protocol | undefined {
  return judging.kind === 'chain' ? judging.chain.protocol : judging.rubric.protocol
}

/** What a run has asked for of its judges. */
export type JudgeSettings = NonNullable<ModelSettings['judge']>

/**
 * The panels that judge a track: under the rubrics asked for that it has, else under the first one of the protocol. A
 * chain has one model in each part, so that several judges make several panels.
 */
export function panelsFor(
  track: Track,
  judge: ModelSettings['judge'],
  protocol: Protocol,
  pack: PromptPack,
): JudgePanelRecord[] {
  if (judge === null) return []
  const known = judgingsOf(track, pack)
  const own = known.filter((one) => (protocolOf(one) ?? protocol) === protocol).slice(0, 1)
  const chosen = judge.rubrics.length === 0 ? own : known.filter(({ name }) => judge.rubrics.includes(name))
  return chosen.flatMap((one) => {
    const most = judge.maxOutputTokens === null ? {} : { maxOutputTokens: judge.maxOutputTokens }
    if (one.kind === 'rubric') return [{ rubric: one.name, models: judge.models, rule: judge.rule, ...most }]
    return judge.models.map((model) => ({ ...chainPanel(one.chain, model, judge), ...most }))
  })
}

/** The judge plays every part of a chain, save the decomposer's where another model was named for it. */
function chainPanel(chain: JudgeChain, model: string, { decomposer, rule }: JudgeSettings): JudgePanelRecord {
  if (decomposer === null && chain.explicitRoles?.includes('decomposer') === true) {
    throw new UsageError(
      `${chain.name} can't turn a preference into a checklist itself`,
      'name a model for that: --decomposer <provider>/<model>',
    )
  }
  const roles = Object.fromEntries(
    chain.steps.map(({ role }) => [role, role === 'decomposer' ? (decomposer ?? model) : model]),
  )
  return { rubric: chain.name, models: [...new Set(Object.values(roles))], rule, roles }
}

/** @throws UsageError for a rubric that none of the tracks has */
export function refuseUnknownRubrics(
  judge: ModelSettings['judge'],
  tracks: readonly Track[],
  pack: PromptPack,
): void {
  const known = [...new Set(tracks.flatMap((track) => judgingsOf(track, pack).map(({ name }) => name)))]
  const unknown = judge?.rubrics.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const packed = packJudging.find(
      ({ name, track }) => name === unknown && tracks.some(({ id }) => id === track),
    )
    if (packed !== undefined) {
      throw new UsageError(`the rubric ${JSON.stringify(unknown)} needs --prompts: ${packed.why}`, packed.fix)
    }
    throw new UsageError(
      `there is no rubric ${JSON.stringify(unknown)} on these tracks`,
      suggestion(unknown, known, 'rapport list rubrics'),
    )
  }
}

/** @throws UsageError for a decomposer that nothing in the run asks */
export function refuseIdleDecomposer(
  judge: ModelSettings['judge'],
  panels: readonly JudgePanelRecord[],
): void {
  if (judge?.decomposer == null || panels.some(({ roles }) => roles?.['decomposer'] !== undefined)) return
  throw new UsageError(
    '--decomposer is for chains, and this run has none: ' +
      `it is judged by ${[...new Set(panels.map(({ rubric }) => rubric))].join(', ') || 'nothing'}`,
    'leave it out, or name a chain with --rubric, such as preference-match on cupid/inference',
  )
}

/** The judged instruments of a track. @throws UsageError for a panel that can't decide */
export function judgedInstruments(
  track: Track,
  panels: readonly JudgePanelRecord[],
  { port, pack, serverOf }: Pick<ModelKit, 'port' | 'pack' | 'serverOf'>,
): JudgedInstrument[] {
  const known = judgingsOf(track, pack)
  return panels.flatMap((panel) => {
    const { rubric: name, models, rule, roles } = panel
    const parameters = parametersOf(panel)
    const servers = Object.fromEntries(
      models.flatMap((model): [string, string][] => {
        const server = serverOf(model)
        return server === null ? [] : [[model, server]]
      }),
    )

    const judging = known.find((one) => one.name === name)
    if (judging === undefined) return []
    return judging.kind === 'rubric'
      ? [createJudgedInstrument(judging.rubric, { models, rule, servers, port, parameters })]
      : [createChainInstrument(judging.chain, { roles: roles ?? {}, servers, port, parameters })]
  })
}

/** Who judges in a panel, each as its probes are booked: the models of a rubric, the cast of a chain. */
export function judgesOfPanel({ models, roles }: JudgePanelRecord): readonly string[] {
  if (roles === undefined) return models
  const cast = Object.entries(roles)
  const [first] = cast
  if (first !== undefined && cast.every(([, model]) => model === first[1])) return [first[1]]
  return [cast.map(([role, model]) => `${model} as ${role}`).join(', ')]
}
