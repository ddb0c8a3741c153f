import { memoryNames } from '../memory/memory-names.ts'
import { memorySections } from '../memory/memory-sections.ts'
import { FLOW_HEADING } from '../memory/memory-lines.ts'
import { flowLosses } from '../memory/flow-plot.ts'
import type { TrackReport } from '../report.ts'
import { element, fragment, type Markup } from '../svg/markup.ts'
import { flowBars } from '../svg/flow-bars.ts'
import { figures, list, readingTable } from './blocks.ts'

/** Memory systems of a track: lift, the ledger of what was lost where, storage, fairness sheet, checks. */
export function memoryPart(track: TrackReport): Markup {
  const { memory } = track
  if (memory === null) return fragment()
  const { shortOf } = memoryNames(memory)
  const flows = memory.systems.flatMap(({ system, flow }) =>
    flow === null ? [] : [{ name: shortOf(system), system, flow, losses: flowLosses(flow) }],
  )
  return fragment(
    element('h3', {}, 'Memory systems'),
    memorySections(track).map((part) =>
      'rows' in part
        ? readingTable(part)
        : 'plot' in part
          ? fragment(
              element('h4', {}, FLOW_HEADING),
              figures([flowBars('cases left after each step', flows)]),
              list(flows.flatMap(({ name, losses }) => (losses === '' ? [] : [`${name}: ${losses}`]))),
            )
          : fragment(element('h4', {}, part.heading), list(part.items)),
    ),
  )
}
