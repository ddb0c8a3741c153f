import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scorer } from '../../../core/scorer.ts'
import type { CupidGold, InferencePrediction } from '../shapes.ts'
import { evidence } from './evidence.ts'
import { changing, consistent, contrastive, says } from './fixtures.ts'
import { clausesOf } from './lexical-terms.ts'
import { lexicalMatch } from './lexical-match.ts'
import { lexicalRivals } from './lexical-rivals.ts'
import { matchBounds, matchScores } from './match-metrics.ts'

/** Figures as `numerator/denominator`, in the scorer's order. */
function figures(scorer: Scorer, prediction: InferencePrediction, gold: CupidGold): string[] {
  const { metrics } = scorer.score(prediction, { input: null, gold })
  return scorer.metrics.map(({ name }) => {
    const score = metrics[name]
    if (score === undefined) throw new Error(name)
    return 'unscored' in score ? score.unscored : `${score.numerator}/${score.denominator}`
  })
}

describe('clauses of a preference', () => {
  it.each([
    ['Minutes must name an owner for each action and stay below one page.', 2],
    ['Be brief.', 1],
    ['', 0],
    ['Should be, and must be.', 0],
    ['Use red ink, blue paper, green tape, white glue, black string and brown boxes.', 4],
    ['Write short, plain sentences.', 2],
  ])('%s', (preference, count) => {
    expect(clausesOf(preference)).toHaveLength(count)
  })
})

describe('lexical-match', () => {
  // F1 of the case, precision over inferred clauses, recall over gold entries
  it.each<[string, string, CupidGold, string[]]>([
    ['the gold preference', changing.preference, changing, ['1/1', '2/2', '2/2']],
    [
      'the same, reworded',
      'Each action has a named owner, and the minutes are below one page',
      changing,
      ['1/1', '2/2', '2/2'],
    ],
    ['one half of it', 'Minutes must stay below one page.', changing, [`${1 / 1.5}/1`, '1/1', '1/2']],
    [
      'the old preference',
      'Minutes should record every speaker in full sentences.',
      changing,
      ['0/1', '0/1', '0/2'],
    ],
    ['nothing', '', changing, ['0/1', '0/0', '0/2']],
    ['another case', contrastive.preference, changing, ['0/1', '0/2', '0/2']],
  ])('of %s', (_, preference, gold, expected) => {
    expect(figures(lexicalMatch, says(preference), gold)).toEqual(expected)
  })

  it('stays inside its ranges and never throws, whatever is said', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (preference) => {
        const { metrics } = lexicalMatch.score(says(preference), { input: null, gold: changing })
        for (const score of Object.values(metrics)) {
          if ('unscored' in score) throw new Error('unscored')
          expect(score.numerator).toBeGreaterThanOrEqual(0)
          expect(score.numerator).toBeLessThanOrEqual(score.denominator)
        }
      }),
    )
  })
})

describe('match figures', () => {
  it('leave only that unscored which rests on a direction that was not measured', () => {
    const unreadable = { unscored: 'judge-unreadable' }
    expect(matchScores({ inferred: null, gold: [1, 0.5] })).toEqual({
      precision: unreadable,
      recall: { numerator: 1.5, denominator: 2 },
      f1: unreadable,
    })
    expect(matchScores({ inferred: [1], gold: null })).toMatchObject({ recall: unreadable, f1: unreadable })
    // An empty inferred checklist is a measured miss (spec 5.2).
    expect(matchScores({ inferred: [], gold: [0, 0] })).toEqual({
      precision: { numerator: 0, denominator: 0 },
      recall: { numerator: 0, denominator: 2 },
      f1: { numerator: 0, denominator: 1 },
    })
  })

  it('of a failed case are no matches of all gold entries', () => {
    expect(matchBounds(changing)).toMatchObject({
      precision: { worst: { numerator: 0, denominator: 0 } },
      recall: { worst: { numerator: 0, denominator: 2 }, best: { numerator: 2, denominator: 2 } },
      f1: { worst: { numerator: 0, denominator: 1 } },
    })
  })
})

describe('evidence', () => {
  // precision, recall, leaned on contrast, leaned on superseded
  it.each<[string, number[] | null, CupidGold, string[]]>([
    ['right sessions', [4, 6], changing, ['2/2', '2/2', '0/0', '0/2']],
    ['an old one among them', [1, 6], changing, ['1/2', '1/2', '0/0', '1/2']],
    ['named twice', [6, 6], changing, ['1/1', '1/2', '0/0', '0/1']],
    ['no session of that number', [99, -1, 4], changing, ['1/3', '1/2', '0/0', '0/3']],
    ['none', [], changing, ['0/0', '0/2', '0/0', '0/0']],
    ['not said', null, changing, ['0/0', '0/0', '0/0', '0/0']],
    ['the like context', [3, 4, 1], contrastive, ['1/3', '1/2', '2/3', '0/0']],
    ['no rival to lean on', [3], consistent, ['0/1', '0/2', '0/0', '0/0']],
  ])('%s', (_, named, gold, expected) => {
    expect(figures(evidence, says('x', named), gold)).toEqual(expected)
  })
})

describe('lexical-rivals', () => {
  // change adopted, stale, contrast kept, contrast error
  it.each<[string, string, CupidGold, string[]]>([
    ['the new preference', changing.preference, changing, ['1/1', '0/1', '0/0', '0/0']],
    ['the old one', 'Record every speaker in full sentences.', changing, ['0/1', '1/1', '0/0', '0/0']],
    ['neither', 'Be friendly.', changing, ['0/1', '0/1', '0/0', '0/0']],
    ['what both share', 'Minutes', changing, ['0/1', '0/1', '0/0', '0/0']],
    ['the right context', 'Formal wording and a dress code', contrastive, ['0/0', '0/0', '1/1', '0/1']],
    [
      'the other context',
      'Playful invitations that list the bands',
      contrastive,
      ['0/0', '0/0', '0/1', '1/1'],
    ],
    ['a consistent case', contrastive.preference, consistent, ['0/0', '0/0', '0/0', '0/0']],
  ])('%s', (_, preference, gold, expected) => {
    expect(figures(lexicalRivals, says(preference), gold)).toEqual(expected)
  })

  it('does not apply where old and new preference are the same sentence (spec 1.5)', () => {
    const same = { ...changing, superseded: { factor: 'F', preference: changing.preference, sessions: [1] } }
    expect(figures(lexicalRivals, says(changing.preference), same)).toEqual(['0/0', '0/0', '0/0', '0/0'])
  })

  it('counts a failed case as no adoption, and as none of the errors', () => {
    expect(lexicalRivals.bounds({ input: null, gold: changing })).toMatchObject({
      change_adopted: { worst: { numerator: 0, denominator: 1 }, best: { numerator: 1, denominator: 1 } },
      stale: { worst: { numerator: 0, denominator: 0 }, best: { numerator: 0, denominator: 1 } },
      contrast_error: { worst: { numerator: 0, denominator: 0 } },
    })
  })
})
