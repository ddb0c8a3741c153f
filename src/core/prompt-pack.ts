import type { Rubric } from './judge.ts'
import type { JudgeChain } from './judge-chain.ts'
import type { TrackPrompt } from './prompt.ts'

/** Words of somebody else than us, by track id: the authors' own prompts, or a lab's. */
export interface PromptPack {
  /** For protocol `reference`. */
  readonly prompts: ReadonlyMap<string, TrackPrompt>
  /** Rubrics and chains in the pack's words: beside those of the track, or in the place of those with the same name. */
  readonly judging: ReadonlyMap<
    string,
    { readonly rubrics: readonly Rubric[]; readonly chains: readonly JudgeChain[] }
  >
}

/** What a run without `--prompts` has. */
export const noPack: PromptPack = { prompts: new Map(), judging: new Map() }

/** A way to judge that a track has only with a prompt pack, for whoever asks for it without one. */
export interface PackJudging {
  readonly name: string
  readonly track: string
  readonly metrics: readonly string[]
  readonly why: string
  readonly fix: string
}
