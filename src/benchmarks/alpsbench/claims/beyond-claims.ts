import type { TestableClaim } from '../../../core/claim.ts'
import { lifecycle, paperTable2 } from '../published-figures.ts'
import { publishedIsReal } from './track-claims.ts'
import { extraction, model, models, retrieval, update } from './systems.ts'

const group = 'Beyond the paper'
const source = 'not in the paper'

/** Best published score of update. */
const [bestUpdater, bestUpdate] = lifecycle
  .map(([name, , score = Number.NaN]) => [name, score] as const)
  .reduce((best, one) => (one[1] > best[1] ? one : best))

const idsAreClean = 'the ids of the sample are made so that they tell nothing'

const ID_RULE = { system: 'baseline:id-multiplicity' }

/** What the paper does not say, and its data do: figures that are won without reading. */
export const beyondClaims: readonly TestableClaim[] = [
  {
    id: 'beyond/constant-wins-extraction',
    group,
    source,
    says: 'Three constant memories, made without reading any dialogue, beat every recorded model on the published score of extraction.',
    test: {
      kind: 'ahead',
      of: extraction('research-algo', 'score'),
      leader: { system: 'baseline:constant' },
      others: models,
    },
    needs: 'More sessions with recorded outputs: rapport data pull alpsbench-packets has 2,272.',
    caveat:
      'Where the lead over the best model is not sure, being level with it without reading is upset enough.',
  },
  {
    id: 'beyond/do-nothing-wins-update',
    group,
    source,
    says: 'Leaving the old memories as they are, whatever was said, scores above the best published system of update.',
    test: {
      kind: 'above',
      of: update('research-algo', 'score'),
      system: { system: 'baseline:do-nothing' },
      reference: {
        value: bestUpdate,
        name: `the point estimate of the best published system (${bestUpdater}, ${bestUpdate}; ${paperTable2})`,
      },
    },
    needs:
      'More sessions; for common rows, outputs of models: rapport run alpsbench/update --system <model>.',
    caveat: 'The published mean is on other rows and has no interval of its own.',
    notOnInvented: publishedIsReal,
  },
  {
    id: 'beyond/id-rule-solves-retrieval',
    group,
    source,
    says: 'Taking the smallest-numbered id that occurs once, without reading a word, is right in practically every retrieval row with the original ids.',
    test: {
      kind: 'above',
      of: retrieval(100, 'original'),
      system: ID_RULE,
      reference: { value: 0.95, name: '0.95' },
    },
    needs: 'Rows with the original ids: the packets, or the public release.',
    notOnInvented: idsAreClean,
    caveat:
      'Figures of models on the original ids may owe as much to the ids as to the memories; --rekey closes the leak.',
  },
  {
    id: 'beyond/id-rule-over-bm25',
    group,
    source,
    says: 'The id rule is right more often than BM25 on the same rows.',
    test: {
      kind: 'ahead',
      of: retrieval(100, 'original'),
      leader: ID_RULE,
      others: [{ system: 'bm25:reference' }],
    },
    needs: 'Rows with the original ids: the packets, or the public release.',
    notOnInvented: idsAreClean,
  },
  {
    id: 'beyond/deepseek-leads-where-values-count',
    group,
    source,
    says: 'Where a memory counts only when its value agrees, DeepSeek Reasoner extracts better than Gemini-3 Flash: the published order rewards labels and long lists.',
    test: {
      kind: 'ahead',
      of: extraction('strict-match', 'f1'),
      leader: model('DeepSeek Reasoner'),
      others: [model('Gemini-3 Flash')],
    },
    needs: 'More sessions with recorded outputs: rapport data pull alpsbench-packets has 2,272.',
    caveat: 'strict-match agrees by words; a judge belongs beside it.',
  },
]
