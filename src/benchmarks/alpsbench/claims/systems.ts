import type { ClaimFigure, ClaimSystem } from '../../../core/claim.ts'
import { knownModels } from '../models.ts'
import { retrievalLevels } from '../shapes.ts'

/** A model of the paper, by its name in the tables. @throws Error for an unknown one */
export function model(name: string): ClaimSystem {
  const known = knownModels.find((one) => one.name === name)
  if (known === undefined) throw new Error(`${name} is no model of the paper`)
  return { model: known.name, aliases: known.aliases }
}

export const models: readonly ClaimSystem[] = knownModels.map(({ name }) => model(name))

export function others(name: string): readonly ClaimSystem[] {
  return knownModels.filter((one) => one.name !== name).map((one) => model(one.name))
}

export const extraction = (instrument: string, metric: string): ClaimFigure => ({
  track: 'alpsbench/extraction',
  figure: { instrument, metric },
})

export const update = (instrument: string, metric: string): ClaimFigure => ({
  track: 'alpsbench/update',
  figure: { instrument, metric },
})

export const retrieval = (level: number, pools: 'original' | 'drawn'): ClaimFigure => ({
  track: `alpsbench/retrieval/d${level}`,
  figure: { instrument: 'public-exact', metric: 'accuracy' },
  pools,
})

/** The five sizes of the candidate list, on drawn pools. */
export const drawnLevels: readonly ClaimFigure[] = retrievalLevels.map((level) => retrieval(level, 'drawn'))
