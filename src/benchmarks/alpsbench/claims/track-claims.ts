import type { TestableClaim } from '../../../core/claim.ts'
import {
  leaderboard,
  lifecycle,
  memorySystems,
  paperTable2,
  paperTable3,
  retrievers,
  type FigureRow,
} from '../published-figures.ts'
import { retrievalLevels } from '../shapes.ts'
import { fallsAtEveryStep, gainsOver, losesAtLeast, someBelow } from './print-checks.ts'
import { drawnLevels, model, models, others, update } from './systems.ts'

const updating = 'Update (Task 2)'
const retrieving = 'Retrieval (Task 3)'
const using = 'Utilization (Task 4)'

/** Why a published figure is not tested on the sample. */
export const publishedIsReal = 'published figures are of real dialogues, and these are invented'

const updateRun =
  'No outputs of models on update came with the data. Run them: rapport run alpsbench/update --system <model>, and name the run with --run.'

/** The share of its first score that a model has to lose for "sharply". Ours: the paper gives no number. */
const SHARP = 0.1
/** How near a figure has to be to a printed one to count as reproduced. Ours. */
const NEAR = 0.03

/** Of models the paper prints mean judge scores. */
const judgedLevels = drawnLevels.map((level) => ({
  ...level,
  printedAs: { instrument: 'judge', metric: 'score' },
}))

const bm25 = { system: 'bm25:reference' }
const steps = retrievalLevels.map((level) => `d${level}`)
/** d100 to d1000 of Table 2. */
const retrievalRows: readonly FigureRow[] = lifecycle.map(([name, , , ...levels]) => [name, ...levels])

/** PA, PF-Gen, PF-Int, VRA, CF, EI-EN, EI-CN of GPT-4.1-mini without a memory system, the first row of Table 3. */
export const backboneAlone: readonly number[] = [0.4018, 0.4995, 0.524, 0.278, 0.7774, 2.79, 2.87]
const shareColumns = ['PA', 'PF-Gen', 'PF-Int', 'VRA', 'CF'].map((name) => ({ name, decimals: 4 }))
const table3Columns = [...shareColumns, ...['EI-EN', 'EI-CN'].map((name) => ({ name, decimals: 2 }))]
const everMemOs: FigureRow = memorySystems.find(([name]) => name === 'EverMemOS') ?? ['EverMemOS']

const morePools = 'More cases, or more draws: rapport reproduce alpsbench --pool-seeds <n>.'
const nested =
  'Drawn pools are nested, so that each step adds distractors and changes nothing else; the published levels are draws of their own.'

export const trackClaims: readonly TestableClaim[] = [
  {
    id: 'update/gpt-leads',
    group: updating,
    source: paperTable2,
    says: 'GPT-5.2 updates memories better than the other six models.',
    test: {
      kind: 'ahead',
      of: update('research-algo', 'score'),
      leader: model('GPT-5.2'),
      others: others('GPT-5.2'),
    },
    needs: updateRun,
  },
  {
    id: 'update/adding-is-easier',
    group: updating,
    source: 'arXiv 2603.26680, Figure 7',
    says: 'Adding a new memory is easier for models than changing one that is contradicted.',
    test: {
      kind: 'figure-above',
      high: update('update-actions', 'addition_recall'),
      low: update('update-actions', 'modification_recall'),
      models,
    },
    needs: updateRun,
    caveat:
      'Figure 7 scales each kind of action by its own best model, so its bars can be compared between models and not between kinds.',
  },
  {
    id: 'retrieval/bm25-falls',
    group: retrieving,
    source: leaderboard,
    says: 'BM25 finds the memory less often among 1,000 distractors than among 100.',
    test: { kind: 'falls', steps: drawnLevels, compare: 'ends', systems: [bm25] },
    needs: morePools,
    caveat: nested,
  },
  {
    id: 'retrieval/bm25-falls-at-every-step',
    group: retrieving,
    source: leaderboard,
    says: 'BM25 finds the memory less often with each larger list of distractors.',
    test: { kind: 'falls', steps: drawnLevels, compare: 'every-step', systems: [bm25] },
    needs: morePools,
    caveat: nested,
  },
  {
    id: 'retrieval/bm25-lines',
    group: retrieving,
    source: leaderboard,
    says: `BM25 stands at ${(retrievers[0] ?? []).slice(1).join(', ')} among 100 to 1,000 distractors.`,
    test: {
      kind: 'near',
      system: bm25,
      margin: NEAR,
      points: drawnLevels.flatMap((of, place) => {
        const value = retrievers[0]?.[place + 1]
        return typeof value === 'number' ? [{ of, value }] : []
      }),
    },
    needs:
      'More sessions: rapport data pull alpsbench-packets has 2,272, and the published lines rest on 2,620.',
    notOnInvented: publishedIsReal,
    caveat:
      'The pools are not the published ones: drawn pools have no distractor twice and none of the same session, and are harder for that.',
  },
  {
    id: 'retrieval/models-fall',
    group: retrieving,
    source: paperTable2,
    says: 'Every model picks the right memory less often among 1,000 distractors than among 100.',
    test: { kind: 'falls', steps: judgedLevels, compare: 'ends', systems: models },
    needs:
      'Runs of these models on drawn pools: rapport run alpsbench/retrieval --pools drawn --system <model>, named with --run.',
    caveat: 'Printed figures are mean judge scores of single runs, without intervals.',
  },
  {
    id: 'retrieval/models-fall-at-every-step',
    group: retrieving,
    source: paperTable2,
    says: 'In print, every model falls with each larger list of distractors.',
    test: {
      kind: 'print',
      rule: 'Each of the five printed scores of a model is below the one before.',
      checks: () => fallsAtEveryStep(retrievalRows, steps),
    },
    needs: '',
    caveat: 'The levels are single runs on draws of their own, at temperatures of the provider.',
  },
  {
    id: 'retrieval/sharp-decline',
    group: retrieving,
    source: 'arXiv 2603.26680, abstract and conclusion',
    says: 'With many distractors the accuracy of models declines sharply.',
    test: {
      kind: 'print',
      rule: `Every model loses at least ${100 * SHARP} % of its printed d100 score until d1000 (the paper does not say how much is sharp; the bound is ours).`,
      checks: () => losesAtLeast(SHARP, retrievalRows),
    },
    needs: '',
  },
  {
    id: 'utilization/memory-may-not-help',
    group: using,
    source: paperTable3,
    says: 'An explicit memory does not by itself make answers fit the user better.',
    test: {
      kind: 'memory-may-not-help',
      of: ['persona', 'preference', 'reality', 'constraint', 'emotion'].map((ability) => ({
        track: `alpsbench/utilization/${ability}`,
        figure: 'main',
      })),
    },
    needs:
      'No memory systems were run. Run some beside their answer model alone: rapport run alpsbench/utilization --system memory:<name>+<model> <model> --judge <judge>, and name the run with --run.',
  },
  {
    id: 'utilization/memory-may-not-help-in-print',
    group: using,
    source: paperTable3,
    says: 'In print, on every ability some memory system is below GPT-4.1-mini without one.',
    test: {
      kind: 'print',
      rule: 'In each column of Table 3 at least one memory system is below the first row.',
      checks: () => someBelow(memorySystems, backboneAlone, table3Columns),
    },
    needs: '',
    caveat: 'Point estimates of one run each; how sure they are is not printed.',
  },
  {
    id: 'utilization/evermemos-80-percent',
    group: using,
    source: 'arXiv 2603.26680, text on Table 3',
    says: 'EverMemOS improves PA and PF by more than 80 %.',
    test: {
      kind: 'print',
      rule: 'EverMemOS is more than 80 % above GPT-4.1-mini alone on PA, PF-Gen and PF-Int of Table 3.',
      checks: () => gainsOver(0.8, everMemOs, backboneAlone, ['PA', 'PF-Gen', 'PF-Int']),
    },
    needs: '',
  },
]
