import { correlationTexts } from '../correlation-text.ts'
import type { Report } from '../report.ts'
import { decayPlots } from '../svg/report-plots.ts'
import { element, fragment, styleElement, type Child, type Markup } from '../svg/markup.ts'
import { allRowsSection } from './all-rows.ts'
import { anchor, figures, list, section, sharedPatterns } from './blocks.ts'
import type { PageFacts } from './page-facts.ts'
import {
  auditSection,
  howToReadSection,
  judgesSection,
  measuredSection,
  provenanceSection,
} from './run-sections.ts'
import { pageCss } from './style.ts'
import { textsSection } from './texts-section.ts'
import { trackSection } from './track-section.ts'

/** What a browser may load: nothing. Styles stand in the page; there is no script. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** A page of its own: no network, no script. The same report gives the same bytes. */
export function htmlPage(
  title: string,
  head: Child,
  links: readonly (readonly [id: string, text: string])[],
  content: Child,
): string {
  const page = element(
    'html',
    { lang: 'en' },
    element(
      'head',
      {},
      element('meta', { charset: 'utf-8' }),
      element('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
      element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      element('meta', { name: 'referrer', content: 'no-referrer' }),
      element('meta', { name: 'color-scheme', content: 'light dark' }),
      element('title', {}, title),
      styleElement(pageCss),
    ),
    element(
      'body',
      {},
      sharedPatterns(),
      element(
        'header',
        {},
        element('h1', {}, title),
        head,
        element(
          'nav',
          { 'aria-label': 'Contents' },
          element(
            'ul',
            {},
            links.map(([id, text]) => element('li', {}, element('a', { href: `#${id}` }, text))),
          ),
        ),
      ),
      element('main', {}, content),
      element('footer', {}, 'Made by Rapport. This file loads nothing and sends nothing.'),
    ),
  )
  return `<!doctype html>\n${page.markup}\n`
}

/** The report of a run as one HTML file. */
export function renderHtml(report: Report, facts: PageFacts): string {
  const decay = decayPlots(report)
  const together = correlationTexts(report)
  const tracks = report.tracks.map((track, place) => ({ id: anchor('track', place), track }))
  const judges = judgesSection(report, facts)
  const hasJudges = judges.markup !== ''
  return htmlPage(
    `Run ${report.run.id}`,
    element(
      'p',
      { class: 'dim' },
      `${report.dataset.title} · ${dateText(report.run.createdAt)} · ${report.run.state}`,
    ),
    [
      ['measured', 'What was measured'],
      ...tracks.map(({ id, track }) => [id, track.track] as const),
      ...(decay.length > 0 ? [['decay', 'Retrieval decay'] as const] : []),
      ...(together.length > 0 ? [['together', 'Across tracks'] as const] : []),
      ...(hasJudges ? [['judges', 'Judges'] as const] : []),
      ['audit', 'Audit'],
      ['provenance', 'Provenance'],
      ['reading', 'How to read this page'],
      ['texts', 'Texts'],
      ['rows', 'All figures'],
    ],
    [
      measuredSection(report),
      tracks.map(({ id, track }) => trackSection(id, track, report, facts)),
      decaySection(decay),
      together.length === 0 ? null : section('together', 'Across tracks', list(together)),
      judges,
      auditSection(report, facts),
      provenanceSection(report, facts),
      howToReadSection(),
      textsSection(facts.texts),
      allRowsSection(report),
    ],
  )
}

function decaySection(plots: ReturnType<typeof decayPlots>): Markup {
  if (plots.length === 0) return fragment()
  return section(
    'decay',
    'Retrieval decay',
    element(
      'p',
      { class: 'dim' },
      'Published lines are dashed: point estimates of other rows and other pools, where the literature has figures of this instrument.',
    ),
    figures(plots),
  )
}

/** `2026-11-30 10:15 UTC`. */
export function dateText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
