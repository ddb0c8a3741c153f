// Mutants of what says whether figures can be believed: agreement, corrections, comparisons, gates, plans, audits.

/** Mutants of one file: rule, what stands there, what replaces it. */
const inFile = (file, tests, list) => list.map(([rule, from, to]) => ({ rule, file, from, to, tests }))

const statistics = 'src/stats'
const compare = 'src/reports/compare'
const gate = 'src/reports/gate'
const audit = 'src/audit/dataset'
const claims = 'src/reports/claims'

export const validity = [
  ...inFile(
    `${statistics}/kappa.ts`,
    [`${statistics}/agreement.test.ts`],
    [
      ['kappa: chance counts', 'expected: expected / total ** 2', 'expected: 1'],
      ['kappa: quadratic weights', '((i - j) / most) ** 2', 'Math.abs((i - j) / most)'],
    ],
  ),
  ...inFile(
    `${statistics}/krippendorff.ts`,
    [`${statistics}/agreement.test.ts`],
    [
      ['alpha: one label is no pair', 'values.length >= 2', 'values.length >= 1'],
      ['alpha: pairs of a unit share its weight', '1 / (unit.values.length - 1)', '1'],
      ['alpha: chance without replacement', 'expected / (n * (n - 1)) / most', 'expected / (n * n) / most'],
      [
        'alpha: ranks between count',
        'for (let g = from; g <= to; g += 1)',
        'for (let g = from; g < to; g += 1)',
      ],
    ],
  ),
  ...inFile(
    `${statistics}/confusion.ts`,
    [`${statistics}/confusion.test.ts`],
    [
      [
        'confusion: specificity is over wrong answers',
        '({ truth }) => !truth,\n      ({ verdict }) => !verdict,',
        '() => true,\n      ({ verdict }) => !verdict,',
      ],
      [
        'confusion: weights count',
        'counts[truth ? (verdict ? ',
        'if (weight < 0) return counts\n    counts[truth ? (!verdict ? ',
      ],
    ],
  ),
  ...inFile(
    `${statistics}/rogan-gladen.ts`,
    [`${statistics}/rogan-gladen.test.ts`],
    [
      ['rogan-gladen: a judge that says nothing', 'se.value + sp.value <= 1', 'false'],
      ['rogan-gladen: errors of both rates', 'rate ** 2 * spread(se)', '0 * spread(se)'],
      ['rogan-gladen: strata have their share', 'all.size === 1 ? 1 :', 'all.size >= 1 ? 1 :'],
      ['rogan-gladen: cut to the range', 'Math.min(1, Math.max(0, raw))', 'raw'],
    ],
  ),
  ...inFile(
    `${statistics}/prediction-powered.ts`,
    [`${statistics}/prediction-powered.test.ts`],
    [
      ['prediction-powered: the slope', 'sum(({ covariance }) => covariance) / spread', '0.2'],
      ['prediction-powered: strata have their share', 'share: all.length / total', 'share: 1'],
      ['prediction-powered: two clusters', 'if (clusters < 2)', 'if (clusters < 1)'],
    ],
  ),
  ...inFile(
    `${statistics}/signal-detection.ts`,
    [`${statistics}/signal-detection.test.ts`],
    [
      ['signal: log-linear', '(hit * due + 0.5) / (due + 1)', '(hit * due) / due'],
      ['signal: criterion is the middle', '-(zHit + zFalse) / 2', '-(zHit + zFalse)'],
      ['signal: clusters', 'Number.isFinite(between) ? between : 0', '0'],
    ],
  ),
  ...inFile(
    `${statistics}/crossed.ts`,
    [`${statistics}/crossed.test.ts`],
    [
      ['crossed: seeds vary', 'Math.max(between + bySeed - cells, between, bySeed)', 'between'],
      ['crossed: the fewer groups decide', 'Math.min(clusters, seeds)', 'Math.max(clusters, seeds)'],
    ],
  ),
  ...inFile(
    `${statistics}/letters.ts`,
    [`${statistics}/letters.test.ts`],
    [
      ['letters: whoever differs shares none', '[without(column, a), without(column, b)]', '[column]'],
      ['letters: none too many', 'other.size > column.size || j < i', 'false'],
    ],
  ),
  ...inFile(
    `${statistics}/rank-intervals.ts`,
    [`${statistics}/letters.test.ts`],
    [['ranks: those surely worse', 'better(own, other)).length', 'better(other, own)).length']],
  ),
  ...inFile(
    `${statistics}/power.ts`,
    [`${statistics}/power.test.ts`],
    [
      ['power: two sides', 'oneSided ? alpha : alpha / 2', 'alpha'],
      [
        'power: clusters shrink the error',
        'Math.sqrt(spread.clusters / clusters)',
        '(spread.clusters / clusters)',
      ],
      [
        'power: a difference has two variances',
        '2 * deviation ** 2 * (1 - betweenSystems)',
        'deviation ** 2',
      ],
      ['power: design effect', '(cases / clusters - 1) * withinClusters', '0 * withinClusters'],
    ],
  ),
  ...inFile(
    'src/reports/hashed-series.ts',
    [`${compare}/compare-figure.test.ts`],
    [['compare: cases are paired by content', 'case: hash }', 'case: observation.case }']],
  ),
  ...inFile(
    `${compare}/compare-figure.ts`,
    [`${compare}/compare-figure.test.ts`],
    [
      [
        'compare: Holm over the table',
        'const adjusted = holm(found.map(({ one }) => one.permutation.p))',
        'const adjusted = found.map(({ one }) => one.permutation.p)',
      ],
      [
        'compare: slices by Benjamini and Hochberg',
        'benjaminiHochberg(slices.map(({ p }) => p))',
        'slices.map(({ p }) => p)',
      ],
      ['compare: cases that all have', '.filter((row) => common.has(row.case)),', '.filter(() => true),'],
      ['compare: invalid figures are left out', 'if (invalid && !includeInvalid)', 'if (false)'],
      [
        'compare: only ranked ones are ranked',
        "contenders.filter(({ contender }) => contender.kind === 'ranked')",
        'contenders.filter(() => true)',
      ],
      ['compare: above means the whole interval', 'low > value', 'low < value'],
      ['compare: largest changes first', 'Math.abs(two.a - two.b) - Math.abs(one.a - one.b)', '0'],
    ],
  ),
  ...inFile(
    `${gate}/verdict.ts`,
    [`${gate}/verdict.test.ts`],
    [
      ['gate: the lower end decides', 'if (worst >= limit)', 'if (best >= limit)'],
      ['gate: lower is better turns', '[-high, -low, -bound]', '[low, high, bound]'],
      ['gate: a miss decides', "return 'missed'\n  return results", "return 'undecided'\n  return results"],
    ],
  ),
  ...inFile(
    'src/cli/same-answers.ts',
    ['src/cli/gate.test.ts'],
    [['gate: answers are compared', 'answer !== null && answer === other[i]', 'true']],
  ),
  ...inFile(
    `${gate}/min-gate.ts`,
    ['src/cli/gate.test.ts'],
    [
      [
        'gate: one-sided level',
        'figureOf(series.counted, metric, 1 - 2 * alpha)',
        'figureOf(series.counted, metric, 0.95)',
      ],
    ],
  ),
  ...inFile(
    `${audit}/gold-rules.ts`,
    [`${audit}/rules.test.ts`],
    [
      ['audit: leaks', '/ own.length >= MOST_LEAKED', '/ own.length >= 2'],
      [
        'audit: support is the user’s',
        'const said = userText(subject)',
        "const said = subject.conversation.map(({ text }) => text).join(' ')",
      ],
      ['audit: evidence may differ in case', ".toLowerCase().replaceAll(/\\s+/gu, ' ').trim()", '.trim()'],
      ['audit: another language is not unsupported', 'if (comparable) {', 'if (true) {'],
    ],
  ),
  ...inFile(
    `${audit}/candidate-rules.ts`,
    [`${audit}/rules.test.ts`],
    [
      ['audit: a distractor of the same user', '.has(cluster) === true', '.has(cluster) === false'],
      ['audit: one first target is chance', 'chance, 1 - chance) <= SURELY', 'chance, 1 - chance) <= 1'],
      ['audit: similar distractors', '>= MAY_ANSWER,', '> 1,'],
    ],
  ),
  ...inFile(
    `${audit}/repeat-rules.ts`,
    [`${audit}/rules.test.ts`],
    [
      ['audit: gold of unrelated users', '.size >= LEAST_USERS', '.size >= 1'],
      ['audit: copies over splits are worse', 'apart > 0 || users > 0', 'users > 0'],
      ['audit: near duplicates are verified', 'jaccardOfTexts(one.text, other.text) >= NEAR', 'false'],
    ],
  ),
  ...inFile(
    `${audit}/probes.ts`,
    ['src/cli/audit.test.ts'],
    [['audit: probes of published figures', "role === 'headline' ? MOST_BLIND : MOST_PUBLISHED", '2']],
  ),
  ...inFile(
    `${claims}/judge-claims.ts`,
    [`${claims}/judge-claims.test.ts`, `${claims}/judge-groups.test.ts`],
    [
      ['findings: directions share alpha', 'EACH_WAY = ALPHA / 2', 'EACH_WAY = ALPHA * 4'],
      ['findings: Holm over the group', 'holm(tested.map(({ p }) => p.for))', 'tested.map(({ p }) => p.for)'],
      [
        'findings: what was not measured is no support',
        "has('undecided') || has('not-measurable')",
        "has('undecided')",
      ],
      [
        'findings: invented data decides nothing about print',
        'data.invented && notOnInvented !== undefined',
        'false',
      ],
    ],
  ),
  ...inFile(
    `${claims}/measurements.ts`,
    [`${claims}/judge-claims.test.ts`],
    [
      ['findings: common cases have one content', 'other.hash !== one.hash', 'false'],
      ['findings: failures as the paper counts', 'of.failures ?? context.policy', 'context.policy'],
    ],
  ),
  ...inFile(
    `${claims}/one-sided.ts`,
    [`${claims}/one-sided.test.ts`],
    [
      ['findings: one side has half of p', 'near = p / 2', 'near = p'],
      ['findings: one tail of the interval', 'tail = (1 - low) / 2', 'tail = 1 - low'],
    ],
  ),
  ...inFile(
    `${claims}/correlation-parts.ts`,
    [`${claims}/correlation-parts.test.ts`],
    [['findings: orders in the claimed direction', 'value = sign * (of', 'value = -sign * (of']],
  ),
  ...inFile(
    'src/benchmarks/alpsbench/claims/printed.ts',
    ['src/benchmarks/alpsbench/claims/print-checks.test.ts'],
    [['findings: print is rounded', 'half = 0.5 * 10 ** -decimals', 'half = 0']],
  ),
  ...inFile(
    'src/cli/bundle/recompute.ts',
    ['src/cli/commands/verify.test.ts'],
    [['verify: fingerprints', '!prints.includes(reference.fingerprint)', 'false']],
  ),
  ...inFile(
    'src/cli/bundle/load-bundle.ts',
    ['src/cli/commands/verify.test.ts'],
    [['verify: hashes of cases', 'hash !== row.hash', 'false']],
  ),
  ...inFile(
    'src/cli/bundle/compare-rows.ts',
    ['src/cli/commands/verify.test.ts'],
    [['verify: outcomes', 'if (found !== null) tell({ file, line, id: idOf(key), ...found })', 'void found']],
  ),
  ...inFile(
    'src/cli/bundle/redact-run.ts',
    ['src/cli/commands/verify-redacted.test.ts'],
    [['redact: clusters', "redactor.name('cluster', subject.cluster)", 'subject.cluster']],
  ),
]
