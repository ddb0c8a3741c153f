import type { ClaimFigure, TestableClaim } from '../../../core/claim.ts'
import { paperFigure5, paperTable2 } from '../published-figures.ts'
import { extraction, model, models, others } from './systems.ts'

const group = 'Extraction (Task 1)'
/** As the paper counts: a call that failed is an empty prediction. */
const score: ClaimFigure = { ...extraction('research-algo', 'score'), failures: 'worst' }
const recorded =
  'More recorded or live outputs of these models: rapport data pull alpsbench-packets has 2,272 sessions; or rapport run alpsbench/extraction --system <model>, and name the run with --run.'

/** The order of Table 2's first column. */
const publishedOrder = [
  'Gemini-3 Flash',
  'DeepSeek Reasoner',
  'Claude-Sonnet-4.5',
  'GPT-5.2',
  'Qwen3-max',
  'GPT-4.1-mini',
  'Llama-4 Maverick',
]

export const extractionClaims: readonly TestableClaim[] = [
  {
    id: 'extraction/order',
    group,
    source: paperTable2,
    says: 'The models extract memories in this order, best first: Gemini-3 Flash, DeepSeek Reasoner, Claude-Sonnet-4.5, GPT-5.2, Qwen3-max, GPT-4.1-mini, Llama-4 Maverick.',
    test: { kind: 'order', of: score, systems: publishedOrder.map(model) },
    needs: recorded,
    caveat:
      'Counting failed calls as empty predictions costs Claude-Sonnet-4.5 most; rapport report shows the figures without them.',
  },
  {
    id: 'extraction/gemini-leads',
    group,
    source: paperTable2,
    says: 'Gemini-3 Flash extracts memories better than the other six models.',
    test: { kind: 'ahead', of: score, leader: model('Gemini-3 Flash'), others: others('Gemini-3 Flash') },
    needs: recorded,
    caveat:
      'research-algo accepts a pair for its label alone; under "Beyond the paper" the same is tested where values must agree.',
  },
  {
    id: 'extraction/indirect-harder',
    group,
    source: paperFigure5,
    says: 'For every model, memories that the user only implies are harder to extract than those said outright.',
    test: {
      kind: 'figure-above',
      high: extraction('research-algo', 'direct_recall'),
      low: extraction('research-algo', 'indirect_recall'),
      models,
    },
    needs: recorded,
  },
  ...(['direct', 'indirect'] as const).map((type): TestableClaim => ({
    id: `extraction/missing-rate-against-${type}-recall`,
    group,
    source: paperFigure5,
    says: `Models that miss more memories recall fewer ${type} ones${type === 'direct' ? ' (printed r −0.979, rho −0.929)' : ' (printed r −0.968, rho −1.000)'}.`,
    test: {
      kind: 'correlates',
      x: extraction('research-algo', 'missing_rate'),
      y: extraction('research-algo', `${type}_recall`),
      sign: -1,
      models,
    },
    needs: recorded,
    caveat:
      'Near to a tautology: the missing rate is one minus the recall of both types together, so that a strong correlation says little about models.',
  })),
  {
    id: 'extraction/misses-dominate',
    group,
    source: `${paperFigure5}, which takes the missing rate for the error of extraction`,
    says: 'What goes wrong in extraction is mostly that memories are missed, and less that something wrong is taken for them.',
    test: {
      kind: 'misses-dominate',
      missed: extraction('research-algo', 'missing_rate'),
      right: extraction('strict-match', 'recall'),
      models,
    },
    needs: recorded,
    caveat:
      'strict-match agrees by words, so a right memory in other words counts as a wrong one here; cases in two languages are left out.',
  },
]
