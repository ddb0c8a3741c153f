import { element, longText, type Markup } from '../svg/markup.ts'
import { folded, section } from './blocks.ts'
import { directionOf, languageTag } from './direction.ts'
import type { CaseTexts, TrackTexts } from './page-facts.ts'

/** Texts of the first cases of each track: what was asked, the references, what the systems said. */
export function textsSection(tracks: readonly TrackTexts[] | null): Markup {
  if (tracks === null)
    return section(
      'texts',
      'Texts',
      element(
        'p',
        { class: 'dim' },
        'Left out. --with-texts adds dialogues, references and answers of the first cases.',
      ),
    )
  return section(
    'texts',
    'Texts',
    element(
      'p',
      { class: 'warn' },
      'These are texts of the data and of systems: handle the file as the data’s licence asks.',
    ),
    tracks.map(({ track, total, cases }) =>
      folded(
        `${track}: ${cases.length === total ? `all ${total} cases` : `the first ${cases.length} of ${total} cases`}`,
        cases.map(caseTexts),
      ),
    ),
  )
}

function caseTexts({ id, language, blocks }: CaseTexts): Markup {
  return folded(
    id,
    blocks.map(({ name, turns, cut }) => [
      element('h4', {}, name),
      turns.map(({ role, text }) =>
        element(
          'div',
          {
            class: role === 'user' ? 'text user' : name.startsWith('answer') ? 'text answer' : 'text',
            lang: languageTag(language, text),
            dir: directionOf(text),
          },
          role === null ? null : element('span', { class: 'dim' }, `${role}: `),
          longText(text),
        ),
      ),
      cut === null ? null : element('p', { class: 'dim' }, cut),
    ]),
  )
}
