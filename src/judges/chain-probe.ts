import { Fault } from '../core/fault.ts'
import type { Probe } from '../core/judge.ts'
import type { JudgeChain, Readings } from '../core/judge-chain.ts'
import { askStep, readStep, type ChainModels } from './chain-instrument.ts'
import type { ProbeOutcome } from './probe.ts'

/**
 * Puts a chain's probes before its models, as `runProbes` does for a rubric: each probe goes through all steps.
 * @param options fresh a word that no other run has, to measure the models as they are now
 * @throws RunStop and what else the port throws that is no Fault
 */
export async function runChainProbes(
  chain: JudgeChain,
  models: ChainModels,
  options: { readonly fresh: string | null; readonly signal: AbortSignal },
): Promise<readonly ProbeOutcome[]> {
  return Promise.all(
    chain.probes.map(async (probe) => {
      const { id, language, kind, passes } = probe
      return { id, language, kind, passes, judged: await judgeProbe(chain, probe, models, options) }
    }),
  )
}

async function judgeProbe(
  chain: JudgeChain,
  { subject }: Probe,
  models: ChainModels,
  { fresh, signal }: Parameters<typeof runChainProbes>[2],
): Promise<ProbeOutcome['judged']> {
  let readings: Readings = {}
  try {
    for (const step of chain.steps) {
      const context = {
        sample: { repeat: 0, fresh, asking: 1 },
        purpose: `probe:${chain.name}`,
        signal,
      }
      const answers = await askStep(chain, step, subject, readings, models, context)
      readings = readStep(step, subject, readings, answers)
    }
  } catch (error) {
    if (error instanceof Fault) return 'down'
    throw error
  }
  return chain.passes(readings, subject) ?? 'unreadable'
}
