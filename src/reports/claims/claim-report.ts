import type { ClaimVerdict } from '../../core/claim.ts'
import type { Figure } from '../measured-figure.ts'

/** A measured figure, or a printed one, of a part. */
export interface PartFigure {
  readonly name: string
  /** null: not measured here. */
  readonly figure: Figure | null
  /** The literature's, where it has one. */
  readonly published: number | null
}

/** A figure with what its interval treats as random, such as `cases` or `cases and drawn pools`. */
export interface PartEffect extends Figure {
  /** Such as `difference`. */
  readonly name: string
  readonly random: string
}

/** One-sided p values: that the part holds, and that its opposite does. */
export interface PartP {
  readonly for: number
  readonly against: number
  /** How they were found. */
  readonly method: string
}

/** A part of a claim before its p values are adjusted. */
export interface RawPart {
  readonly about: string
  readonly decimals: number
  readonly figures: readonly PartFigure[]
  readonly effect: PartEffect | null
  readonly p: PartP | null
  /** Set where no chance is involved. */
  readonly decided: Exclude<ClaimVerdict, 'not-measurable'> | null
  /** Why there is nothing to test. */
  readonly missing: string | null
  /** What `n` counts. */
  readonly unit: 'cases' | 'models'
  readonly notes: readonly string[]
  /** Instruments that were read. */
  readonly instruments: readonly string[]
}

export interface ClaimPart extends Omit<RawPart, 'decided'> {
  readonly verdict: ClaimVerdict
  /** Holm over the parts of the group; null without a test. */
  readonly adjusted: { readonly for: number; readonly against: number } | null
  /** Clusters like these after which a test would decide with 80 %, were the figures as they are now; null: no such number. */
  readonly clustersNeeded: number | null
}

/** A claim with its verdict and what it rests on. */
export interface ClaimResult {
  readonly id: string
  readonly group: string
  readonly source: string
  readonly says: string
  /** What decides, in words. */
  readonly criterion: string
  readonly verdict: ClaimVerdict
  /** One sentence. */
  readonly because: string
  readonly parts: readonly ClaimPart[]
  /** How to decide it; null where it is decided. */
  readonly needs: string | null
  readonly caveats: readonly string[]
}

/** The runs that figures come from. */
export interface ClaimRun {
  readonly id: string
  readonly tracks: readonly string[]
  readonly data: string
  readonly pools: string
  readonly seed: number
}

export interface ClaimsReport {
  readonly benchmark: string
  readonly citation: string
  /** Chance that a part is decided wrongly in a group, both directions together. */
  readonly alpha: number
  readonly level: number
  readonly runs: readonly ClaimRun[]
  /** Titles of the data. */
  readonly data: readonly string[]
  /** The data are invented: they show how the command works, and say nothing about the literature. */
  readonly invented: boolean
  readonly claims: readonly ClaimResult[]
}
