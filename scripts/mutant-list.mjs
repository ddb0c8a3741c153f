import { inFile } from './mutant-in-file.mjs'
import { memory } from './mutant-list-memory.mjs'
import { more } from './mutant-list-more.mjs'
import { validity } from './mutant-list-validity.mjs'

// Each rule of a scorer and each hard rule of a rubric, taken out: what stands in the file, what replaces it, and
// the tests of which one must turn red.
const hardRules = ['rubrics/hard-rules.test.ts']

export const mutants = [
  ...inFile(
    'scoring/strict-match.ts',
    ['scoring/strict-match.test.ts', 'extraction/baselines.test.ts'],
    [
      [
        'an empty list has no precision',
        'predicted === 0 && gold > 0 ? fraction(0) : fraction(pairs, predicted)',
        'fraction(pairs, predicted)',
      ],
      ['f1 counts both lists', 'fraction(2 * pairs, gold + predicted)', 'fraction(pairs, gold)'],
      ['recall is over gold', 'recall: fraction(pairs, gold)', 'recall: fraction(pairs, predicted)'],
      ['another language is unscored', '!enough && crossesLanguages', 'false && crossesLanguages'],
      ['labels are compared apart', '(({ g, p }) => sameLabel(g, p))', '(() => true)'],
      ['types are compared apart', "typeMatch(g['type'], p['type'])", 'true'],
      ['confidence outside 0 to 1 says nothing', 'a < 0 || a > 1 || b < 0 || b > 1 ? []', 'false ? []'],
      ['order does not matter', 'a.key < b.key ? -1 : a.key > b.key ? 1 : 0', '0'],
      [
        'isolated items have no row',
        'if (!matched && found.comparability.predictedIsIsolated(position)) return []',
        '',
      ],
    ],
  ),
  ...inFile(
    'scoring/language-gap.ts',
    ['scoring/strict-match.test.ts'],
    [
      ['half or more must cross', 'within * 2 <= possible', 'within === 0'],
      [
        'an empty side crosses nothing',
        'if (possible === 0) return false',
        'if (possible === 0) return true',
      ],
    ],
  ),
  ...inFile(
    'scoring/public-exact.ts',
    ['scoring/public-exact.test.ts'],
    [
      [
        'a multiset, not a set',
        'Math.min(count, reference.counts.get(item) ?? 0)',
        'reference.counts.has(item) ? count : 0',
      ],
      ['two empty lists match', 'predicted.total === 0 && reference.total === 0', 'false'],
      [
        'all of both lists',
        'common === predicted.total && common === reference.total',
        'common === reference.total',
      ],
      ['six decimals', 'pythonRound(precision, 6)', 'precision'],
      ['six fields', "'label', 'value', 'type', 'preference_attitude', 'time_scope', 'emotion'", "'value'"],
    ],
  ),
  ...inFile(
    'scoring/research-algo.ts',
    ['scoring/research-algo.test.ts'],
    [
      ['recall by type', "gold[position]?.item['type'] === type", 'true'],
      [
        'missing over gold',
        'missing_rate: fraction(match.missing.length, gold.length),',
        'missing_rate: fraction(match.missing.length, predicted.length),',
      ],
      ['the row score', 'score: fraction(match.score)', 'score: fraction(match.quality)'],
    ],
  ),
  ...inFile(
    'update/action-verdicts.ts',
    ['update/update-actions.test.ts'],
    [
      [
        'a stale original spoils a modification',
        "has('replaced', position) && !has('stale', position)",
        "has('replaced', position)",
      ],
      ['lost memories are claimed', 'claimedItems.length + lost', 'claimedItems.length'],
      [
        'a replacement is nearer to the new value',
        'agrees(item, p) && nearness(item, p) > nearness(target, p)',
        'agrees(item, p)',
      ],
      [
        'an addition is nearer to no old item',
        'agrees(item, p) && !isNearer(p, item, old)',
        'agrees(item, p)',
      ],
      [
        'a stale item is nearest to its original',
        '          nearness(target, p) >= nearness(item, p) &&\n',
        '',
      ],
      ['kept means nearly the same', 'const KEPT_SIMILARITY = 0.8', 'const KEPT_SIMILARITY = 0.3'],
      ['copies are not claimed', '!copies.has(column)', 'true'],
      [
        'invented agrees with nothing known',
        'agrees(item, p) || isCopy(item, p))).length',
        'isCopy(item, p))).length',
      ],
    ],
  ),
  ...inFile(
    'update/update-actions.ts',
    ['update/update-actions.test.ts'],
    [
      [
        'retention earns no action_f1',
        'const right = additions.numerator + modifications.numerator',
        'const right = additions.numerator + modifications.numerator + retentions.numerator',
      ],
      ['claims cost', 'fraction(2 * right, wanted + verdicts.claimed)', 'fraction(right, wanted)'],
      [
        'another language is unscored',
        "verdicts.crossesLanguages ? { unscored: 'language' } : score",
        'score',
      ],
      [
        'stale over modifications',
        'stale_retention: fraction(verdicts.stale, modifications.denominator)',
        'stale_retention: fraction(verdicts.stale, verdicts.predicted)',
      ],
    ],
  ),
  ...inFile(
    'retrieval/retrieval-rank.ts',
    ['retrieval/retrieval-scorers.test.ts'],
    [
      ['nothing behind the cut-off', 'rank === null || rank > cutoff ? 0', 'rank === null ? 0'],
      ['gain falls with the logarithm', '1 / Math.log2(rank + 1)', '1 / rank'],
      ['not retrieved is 0', 'rank === null ? 0 : 1 / rank', 'rank === null ? 1 : 1 / rank'],
      ['without ranking no recall', 'if (ranking === undefined)', 'if (ranking === undefined && false)'],
      ['recall has a cut-off', 'rank !== null && rank <= cutoff ? 1 : 0', 'rank !== null ? 1 : 0'],
      [
        'a failure shows no ranking',
        '{ worst: fraction(0, 0), best: fraction(0, 0) }',
        '{ worst: fraction(0), best: fraction(1) }',
      ],
    ],
  ),
  ...inFile(
    'retrieval/public-exact.ts',
    ['retrieval/retrieval-scorers.test.ts'],
    [
      ['an empty id is no id', "wanted !== '' &&", 'true &&'],
      [
        'any letter case',
        'predicted === gold || normalizePublic(predicted) === wanted',
        'predicted === gold',
      ],
    ],
  ),
  ...inFile(
    'utilization/answer-key.ts',
    ['utilization/utilization-scorers.test.ts'],
    [
      ['every group is needed', 'missing.length === 0 && rejected', 'rejected'],
      ['nothing rejected', ' && rejected.length === 0', ''],
      ['alternatives of a group', 'alternatives.some(has)', 'alternatives.every(has)'],
      [
        'no key, no figure',
        "if (key === undefined) return { metrics: { pass_rate: { unscored: 'no-answer-key' } } }",
        'if (key === undefined) return { metrics: { pass_rate: fraction(0) } }',
      ],
      ['a failure without key has no weight', '=== undefined ? 0 : 1', '=== undefined ? 1 : 1'],
    ],
  ),
  ...inFile(
    'utilization/public-exact.ts',
    ['utilization/utilization-scorers.test.ts'],
    [
      ['an empty claim grounds nothing', "used !== '' && ", ''],
      ['either may hold the other', '(gold.includes(used) || used.includes(gold))', 'gold.includes(used)'],
      [
        'no target, no reference',
        "memory === null\n              ? { unscored: 'no-reference' }",
        'memory === null\n              ? fraction(0)',
      ],
      ['empty answers', "normalizePublic(answer) === '' ? 0 : 1", "answer === '' ? 0 : 1"],
    ],
  ),
  ...inFile(
    'rubrics/penalty-score.ts',
    ['rubrics/penalty-score.test.ts', ...hardRules],
    [
      [
        'severity 0 costs half',
        'return value === undefined ? 1 : 0.5 + 0.5 *',
        'return value === undefined ? 1 : 0.5 *',
      ],
      ['severity is at most 3', 'Math.min(3, Math.max(0, value))', 'Math.max(0, value)'],
      ['severity is at least 0', 'Math.min(3, Math.max(0, value))', 'Math.min(3, value)'],
      ['no severity counts once', 'value === undefined ? 1 :', 'value === undefined ? 0.5 :'],
      ['never below 0', 'Math.min(100, Math.max(0, score))', 'Math.min(100, score)'],
      ['a forgiven missing item is free', "if (review['should_have_extracted'] === true) score", 'score'],
      ['an extra item that is not false is free', "if (review['hallucinated'] === true) score", 'score'],
      ['an unknown error type costs', '?? errorTypes.OTHER', '?? 0'],
      ['cost of a drift', 'VALUE_DRIFT: 12', 'VALUE_DRIFT: 11'],
      ['cost of a hallucination', 'HALLUCINATION: 15', 'HALLUCINATION: 12'],
      ['cost of a label', 'LABEL_WRONG: 6', 'LABEL_WRONG: 0'],
      ['cost of a missing item', 'const MISSING = 10', 'const MISSING = 0'],
      ['cost of an extra item', 'const EXTRA = 15', 'const EXTRA = 0'],
    ],
  ),
  ...inFile('rubrics/penalty.ts', hardRules, [
    ['strict counts reviews', "counting === 'strict' && !isComplete", 'false && !isComplete'],
    ['record does not', "if (counting === 'strict' && !isComplete", 'if (!isComplete'],
    [
      'an incomplete review passes nothing',
      ' && isComplete(verdict, subject, goldKey),\n    probes',
      ',\n    probes',
    ],
    [
      'every list is counted',
      'return reviewLists.every((list) => reviewed',
      'return reviewLists.some((list) => reviewed',
    ],
    ['a light drift fails', 'penaltyScore(verdict) > 88', 'penaltyScore(verdict) > 87'],
    ['nothing to review is not asked', 'return isNothing ?', 'return false ?'],
  ]),
  ...inFile('rubrics/binary.ts', hardRules, [
    ['findings that must be true', 'requires.every((field) => verdict[field] === true) &&', ''],
    ['findings that must be false', 'forbids.every((field) => verdict[field] === false) &&', ''],
    ['the verdict itself', "verdict['passes'] === true &&", ''],
    ['an empty answer never passes', " &&\n    trimInvisible(answerMaterial(subject).answer) !== ''", ''],
    [
      'without reference not asked',
      "if (memory === null) return { unscored: 'no-reference' }",
      "if (memory === null) return judgeMessages('', reply, {})",
    ],
  ]),
  ...inFile('rubrics/abilities.ts', hardRules, [
    ['persona: builds on the fact', "requires: ['builds_on_fact']", 'requires: []'],
    ['persona: contradicts', "forbids: ['contradicts_fact']", 'forbids: []'],
    ['preference: agrees', "requires: ['agrees']", 'requires: []'],
    ['preference: contradicts', "forbids: ['contradicts']", 'forbids: []'],
    ['reality: carried over', "forbids: ['carries_over']", 'forbids: []'],
    [
      'reality: carrying over is no virtue',
      "requires: [],\n  forbids: ['carries_over']",
      "requires: ['carries_over'],\n  forbids: []",
    ],
    ['constraint: violates', "forbids: ['violates']", 'forbids: []'],
  ]),
  ...inFile('rubrics/usage.ts', hardRules, [
    [
      'a verdict must agree with itself',
      "typeof score === 'number' && score > USED === verdict['used_memory'] ? verdict : null",
      'verdict',
    ],
    [
      'nothing said, nothing used',
      "if (trimInvisible(answer) === '' && trimInvisible(reason) === '') return 0",
      '',
    ],
    [
      'used means above the half',
      "(verdict['score'], prediction) > USED",
      "(verdict['score'], prediction) >= USED",
    ],
    ['an id that two candidates have names none', 'meant.length === 1 ?', 'meant.length >= 1 ?'],
  ]),
  ...inFile('rubrics/emotion.ts', hardRules, [
    [
      'an empty answer has the lowest',
      "if (trimInvisible(answerMaterial(subject).answer) === '') return LOWEST",
      '',
    ],
    [
      'a null leaves its dimension unscored',
      'one === null ? unreadable : fraction(one)',
      'fraction(one ?? 1)',
    ],
    [
      'a null leaves the mean unscored',
      'given.length < dimensions.length ? unreadable : fraction(sum, dimensions.length)',
      'fraction(sum, given.length)',
    ],
    ['nulls only are no verdict', 'dimensions.some((name) => verdict[name] !== null)', 'true'],
    ['each dimension counts', 'dimensions.every((name) => (starsOf', 'dimensions.some((name) => (starsOf'],
    ['3 is acceptable', '?? 0) >= 3', '?? 0) >= 4'],
  ]),
  ...inFile('rubrics/fields.ts', hardRules, [
    ['an empty answer has 0 everywhere', 'isEmpty ? 0 : numberAt', 'false ? 0 : numberAt'],
    [
      'the hard rule is applied',
      'return criterion.enforce(Object.fromEntries(said), finding !== null && verdict[finding] === true)',
      'return Object.fromEntries(said)',
    ],
    ['only cases it is for', "if (!criterion.appliesTo(material)) return { unscored: 'not-applicable' }", ''],
  ]),
  ...inFile('rubrics/ability-fields.ts', hardRules, [
    [
      'persona: 0.2 below an alignment of 0.5',
      "(values['alignment'] ?? 0) < 0.5 ? capped(values, 'overall', 0.2) : values",
      'values',
    ],
    ['preference: contradiction leaves 0', "contradicts ? capped(values, 'overall', 0) : values", 'values'],
    ['constraint: violation leaves 0', "violates ? capped(values, 'overall', 0) : values", 'values'],
    [
      'general preferences only',
      'appliesTo: (material) => !isInteraction(material)',
      'appliesTo: () => true',
    ],
    ['interaction preferences only', 'appliesTo: isInteraction,', 'appliesTo: () => true,'],
  ]),
  ...inFile('rubrics/memory-match.ts', hardRules, [
    [
      'a name that was not shown',
      'if (g === undefined || p === undefined) return null',
      'if (g === undefined || p === undefined) continue',
    ],
    ['cases of strict-match are left to it', "!('unscored' in f1) || f1.unscored !== 'language'", 'false'],
    ['half of the items pass', '4 * counts.pairs >=', '2 * counts.pairs >='],
    [
      'one partner an item',
      '(matched.has(`${g} ${p}`) ? 1 : 0)).length',
      '(matched.has(`${g} ${p}`) ? 1 : 0)).length * 0 + matched.size',
    ],
  ]),
  ...more,
  ...memory,
  ...validity,
]
