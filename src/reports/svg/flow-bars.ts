import type { MemoryFlow } from '../memory/memory-report.ts'
import { element, fragment } from './markup.ts'
import { lookOf } from './colours.ts'
import { PLOT_WIDTH, type Plot } from './plot.ts'
import { fitText } from './text.ts'

export interface FlowRow {
  readonly name: string
  /** Id of the system, which gives the colour. */
  readonly system: string
  readonly flow: MemoryFlow
  /** What was lost where, in words. */
  readonly losses: string
}

const MARGIN = 12
const BAR = 34
const BLOCK = 96

/** Systems that are drawn; a page with more says so. */
export const MOST_FLOWS = 40

/** Where the evidence gets lost: for each system a column a step, as high as the share of cases that are left. */
export function flowBars(title: string, rows: readonly FlowRow[]): Plot {
  const shown = rows.slice(0, MOST_FLOWS)
  return {
    title,
    description: shown
      .map(
        ({ name, flow }) =>
          `${name}: ${flow.steps.map(({ step, cases }) => `${step} ${cases ?? 'not measured'}`).join(', ')}`,
      )
      .join('; '),
    width: PLOT_WIDTH,
    height: 24 + shown.length * BLOCK + (rows.length > shown.length ? 18 : 0),
    body: fragment(
      element('text', { class: 'head', x: MARGIN, y: 14 }, fitText(title, PLOT_WIDTH - 2 * MARGIN)),
      shown.map((row, place) => blockOf(row, 24 + place * BLOCK)),
      rows.length > shown.length
        ? element(
            'text',
            { class: 'dim', x: MARGIN, y: 36 + shown.length * BLOCK },
            `${rows.length - shown.length} more are in the table`,
          )
        : null,
    ),
  }
}

function blockOf({ name, system, flow, losses }: FlowRow, top: number) {
  const step = (PLOT_WIDTH - 2 * MARGIN) / Math.max(1, flow.steps.length)
  const most = flow.steps[0]?.cases ?? 0
  const floor = top + 22 + BAR
  return element(
    'g',
    {},
    element('title', {}, `${name}: ${losses}`),
    element('text', { x: MARGIN, y: top + 14 }, fitText(name, PLOT_WIDTH - 2 * MARGIN)),
    flow.steps.map(({ step: word, cases }, place) => {
      const x = MARGIN + place * step
      const share = cases === null || most === 0 ? 0 : cases / most
      // What is left is never drawn as nothing.
      const height = cases === null || cases === 0 ? 0 : Math.max(1, share * (BAR - 12))
      return [
        cases === null
          ? null
          : element('rect', {
              class: `f${lookOf(system).colour}`,
              x,
              y: floor - height,
              width: step - 8,
              height,
              opacity: 0.75,
            }),
        element(
          'text',
          { class: 'num', x: x + (step - 8) / 2, y: floor - height - 3, 'text-anchor': 'middle' },
          cases === null ? '?' : String(cases),
        ),
        element(
          'text',
          { class: 'dim', x: x + (step - 8) / 2, y: floor + 14, 'text-anchor': 'middle' },
          word,
        ),
      ]
    }),
    element('line', { class: 'axis', x1: MARGIN, y1: floor, x2: PLOT_WIDTH - MARGIN - 8, y2: floor }),
  )
}
