// More of mutant-list.mjs: matching, agreement, the reference of updates, repeated keys, panels.
import { inFile } from './mutant-in-file.mjs'

export const more = [
  ...inFile(
    'scoring/research-matching.ts',
    ['scoring/research-algo.test.ts', 'scoring/research-matching.test.ts'],
    [
      ['research: a pair needs 0.3', 'const THRESHOLD = 0.3', 'const THRESHOLD = 0.6'],
      ['research: the label weighs 0.4', '0.4 * label + 0.4 * value', '0.5 * label + 0.3 * value'],
      [
        'research: quality weighs 0.6',
        '100 * 0.6 * quality + 100 * 0.4 * f1',
        '100 * 0.4 * quality + 100 * 0.6 * f1',
      ],
      ['research: quality is a mean', 'sum / Math.max(pairs.length, 1)', 'sum'],
      ['research: recall is over gold', 'pairs.length / gold.length', 'pairs.length / predicted.length'],
      [
        'research: missing are those of gold',
        'positionsOutside(gold.length, matchedGold)',
        'positionsOutside(gold.length, matchedPredicted)',
      ],
    ],
  ),
  ...inFile(
    'scoring/value-agreement.ts',
    ['scoring/value-agreement.test.ts'],
    [
      ['agreement: grammar weighs little', 'const GRAMMAR_WEIGHT = 0.1', 'const GRAMMAR_WEIGHT = 1'],
      ['agreement: openings weigh a quarter', 'const STATEMENT_WEIGHT = 0.25', 'const STATEMENT_WEIGHT = 1'],
      ['agreement: over both values', '(2 * common) / (a.weight + b.weight)', 'common / a.weight'],
      [
        'agreement: no letters agree only when equal',
        "a.folded !== '' && a.folded === b.folded ? 1 : 0",
        '1',
      ],
    ],
  ),
  ...inFile(
    'update/gold-actions.ts',
    ['update/update-actions.test.ts', 'update/update-actions-spec.test.ts'],
    [
      ['gold: a known id is kept', "if (byId.has(id)) return { action: 'retention', item }", ''],
      [
        'gold: a changed id is a modification',
        "if (old === undefined || !id.endsWith('_updated'))",
        'if (true)',
      ],
      [
        'gold: an unchanged replacement is kept',
        "one.action === 'modification' && one.isUnchanged ?",
        'false ?',
      ],
    ],
  ),
  ...inFile(
    'json-scan.ts',
    ['reply-json.test.ts', 'prediction-zoo.test.ts'],
    [
      ['replies: one value twice is fine', 'before !== value && !isSameJson(before, value)', 'true'],
      ['replies: spacing is no second value', ' && !isSameJson(before, value)', ''],
      ['replies: only keys that decide', 'key === null || !keys.has(key)', 'key === null'],
    ],
  ),
  ...[
    [
      'panel: more than half must be read',
      'given.length * 2 <= votes.length',
      'given.length * 2 < votes.length',
    ],
    [
      'panel: a majority of the whole panel',
      'valueOf(vote)).length * 2 > votes.length',
      'valueOf(vote)).length * 2 > applicable.length',
    ],
    [
      'panel: the median, not the mean',
      'meanOf(metric.aggregate, middle(applicable))',
      'meanOf(metric.aggregate, applicable)',
    ],
    ['panel: a common reason is kept', 'reasons.every((reason) => reason === first) ?', 'true ?'],
  ].map(([rule, from, to]) => ({
    rule,
    file: 'src/judges/panel.ts',
    from,
    to,
    tests: ['src/judges/panel.test.ts'],
  })),
]
