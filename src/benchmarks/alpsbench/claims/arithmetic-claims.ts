import type { TestableClaim } from '../../../core/claim.ts'
import {
  corrected,
  emotionDimensions,
  goldMemoryEmotion,
  leaderboard,
  missingRates,
  paperFigure5,
  paperTable2,
  paperTable3,
  utilization,
} from '../published-figures.ts'
import { compositeIsMean, correlationOfPlot, printedTwice, shares } from './print-checks.ts'
import { backboneAlone } from './track-claims.ts'

const group = 'Published arithmetic'
const common = { group, needs: '' }

/** Places in `corrected`: PF, then VRA and CF of the leaderboard, then both as Table 2 prints them. */
const [vraRight, cfRight, vraPrinted, cfPrinted] = [1, 2, 3, 4]
/** Printed in the text and in Figure 5. */
const [textCorrelation, figureCorrelation, directCorrelation] = [-0.959, -0.968, -0.979]

const missedAgainst = (place: 2 | 3): (readonly [number, number])[] =>
  missingRates.flatMap((row) => {
    const [x, y] = [row[1], row[place]]
    return x === undefined || y === undefined ? [] : [[x, y] as const]
  })

/** Whether what is printed can be true beside what else is printed (spec 6.5). */
export const arithmeticClaims: readonly TestableClaim[] = [
  {
    ...common,
    id: 'arithmetic/vra-column',
    source: paperTable2,
    says: 'The VRA column of Table 2 holds shares of the 500 rows of that ability.',
    test: {
      kind: 'print',
      rule: 'Each printed value is a count of 500 rows, rounded to four decimals.',
      checks: () => shares(corrected, vraPrinted, 'VRA'),
    },
    caveat:
      'The values are copies of other columns. Rapport shows the leaderboard’s instead, and says so beside them.',
  },
  {
    ...common,
    id: 'arithmetic/cf-column',
    source: paperTable2,
    says: 'The CF column of Table 2 holds shares of the 327 to 329 rows of that ability.',
    test: {
      kind: 'print',
      rule: 'Each printed value is a count of 327, 328 or 329 rows, rounded to four decimals.',
      checks: () => shares(corrected, cfPrinted, 'CF'),
    },
  },
  {
    ...common,
    id: 'arithmetic/leaderboard-columns',
    source: leaderboard,
    says: 'The VRA and CF columns of the leaderboard hold shares of the rows of those abilities.',
    test: {
      kind: 'print',
      rule: 'Each value is a count of the ability’s rows, rounded to four decimals.',
      checks: () => [
        ...shares(corrected, vraRight, 'VRA').map((check) => ({ ...check, about: `VRA, ${check.about}` })),
        ...shares(corrected, cfRight, 'CF').map((check) => ({ ...check, about: `CF, ${check.about}` })),
      ],
    },
  },
  {
    ...common,
    id: 'arithmetic/emotion-composites',
    source: `${paperTable2} and ${paperTable3}; ${leaderboard}`,
    says: 'The EI scores are the means of the three dimensions that the leaderboard has.',
    test: {
      kind: 'print',
      rule: 'Each EI score is the mean of its resonation, expression and reception, rounded to two decimals.',
      checks: () => [
        ...compositeIsMean(utilization, emotionDimensions, { composite: 3, first: 0, language: 'English' }),
        ...compositeIsMean(utilization, emotionDimensions, { composite: 4, first: 3, language: 'Chinese' }),
        ...compositeIsMean(goldMemoryEmotion, emotionDimensions, {
          composite: 0,
          first: 0,
          language: 'English',
        }),
        ...compositeIsMean(goldMemoryEmotion, emotionDimensions, {
          composite: 1,
          first: 3,
          language: 'Chinese',
        }),
      ],
    },
  },
  {
    ...common,
    id: 'arithmetic/emotion-twice',
    source: `${paperTable2} and ${paperTable3}`,
    says: 'GPT-4.1-mini has the same EI-CN score in both tables.',
    test: {
      kind: 'print',
      rule: 'Both tables print one number.',
      checks: () =>
        printedTwice('GPT-4.1-mini, EI-CN', [
          ['Table 2', utilization.find(([name]) => name === 'GPT-4.1-mini')?.[5] ?? Number.NaN, 2],
          ['Table 3', backboneAlone[6] ?? Number.NaN, 2],
        ]),
    },
  },
  {
    ...common,
    id: 'arithmetic/correlation-twice',
    source: `${paperFigure5} and the text on it`,
    says: 'Text and figure give the same correlation of missing rate and indirect recall.',
    test: {
      kind: 'print',
      rule: 'Text and figure print one number.',
      checks: () =>
        printedTwice('missing rate against indirect recall', [
          ['text', textCorrelation, 3],
          ['figure', figureCorrelation, 3],
        ]),
    },
  },
  {
    ...common,
    id: 'arithmetic/correlation-of-the-plot',
    source: paperFigure5,
    says: 'The correlations printed in Figure 5 are those of its points.',
    test: {
      kind: 'print',
      rule: 'Each printed correlation is one of the points as they may be read, within 0.01.',
      checks: () => [
        ...correlationOfPlot('missing rate against direct recall', missedAgainst(2), directCorrelation),
        ...correlationOfPlot('missing rate against indirect recall', missedAgainst(3), figureCorrelation),
      ],
    },
  },
]
