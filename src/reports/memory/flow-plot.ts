import stringWidth from 'string-width'
import { plainText } from '../format.ts'
import { startOf, wrap } from '../wrap.ts'
import { memoryNames } from './memory-names.ts'
import type { FlowStep, MemoryFlow, MemoryReport } from './memory-report.ts'

export interface FlowPlotOptions {
  /** Terminal cells, at least 60. */
  readonly width: number
  /** Marks of plain ASCII, for terminals that have no others. */
  readonly ascii?: boolean
}

/** What became of cases that a step lost. */
const LOSSES: Readonly<Record<FlowStep, string>> = {
  evidence: '',
  stored: 'not stored',
  retrieved: 'not found',
  shown: 'not shown',
  used: 'not used',
  right: 'not right',
}

const STEP_CELLS = 10
const NAME_CELLS = 16

/**
 * The flow of every system: a bar of fixed width for each step with the cases that are left, and below it what was
 * lost where. Systems are told apart by name in front, or above where there is little room.
 */
export function flowLines(memory: MemoryReport, { width, ascii = false }: FlowPlotOptions): string[] {
  const flows = memory.systems.flatMap(({ system, flow }) => (flow === null ? [] : [{ system, flow }]))
  const { shortOf } = memoryNames(memory)
  const names = flows.map(({ system }) => plainText(shortOf(system)))
  const shown = stepsShown(flows.map(({ flow }) => flow))
  const isWide = width >= NAME_CELLS + shown.length * (STEP_CELLS + 1)
  const margin = isWide ? NAME_CELLS : 2
  const bars = barCells(
    width,
    margin,
    shown.length,
    flows.map(({ flow }) => flow),
  )
  const head = shown.map((step) => step.padEnd(bars.step)).join(' ')
  return [
    `${' '.repeat(margin)}${head}`.trimEnd(),
    ...flows.flatMap(({ flow }, place) => {
      const name = names[place] ?? ''
      const cells = shown.map((step) => cellOf(flow, step, bars, ascii)).join(' ')
      const losses = flowLosses(flow)
      return [
        ...(isWide ? [`${fitted(name, NAME_CELLS - 1)} ${cells}`] : [startOf(name, width), `  ${cells}`]).map(
          (line) => line.trimEnd(),
        ),
        ...(losses === '' ? [] : wrap(losses, width - margin)).map((line) => `${' '.repeat(margin)}${line}`),
      ]
    }),
  ]
}

function stepsShown(flows: readonly MemoryFlow[]): FlowStep[] {
  const steps = flows[0]?.steps.map(({ step }) => step) ?? []
  return steps.filter((step) => flows.some((flow) => casesOf(flow, step) !== null))
}

function casesOf(flow: MemoryFlow, step: FlowStep): number | null {
  return flow.steps.find((one) => one.step === step)?.cases ?? null
}

/** As wide as the room allows, up to 10 cells a step with its count. */
function barCells(
  width: number,
  margin: number,
  steps: number,
  flows: readonly MemoryFlow[],
): { readonly step: number; readonly bar: number } {
  const digits = Math.max(...flows.map((flow) => String(casesOf(flow, 'evidence') ?? 0).length), 1)
  const room = Math.floor((width - margin + 1) / Math.max(1, steps)) - 1
  const step = Math.min(room, STEP_CELLS + digits)
  return { step, bar: Math.max(1, step - digits - 1) }
}

function cellOf(
  flow: MemoryFlow,
  step: FlowStep,
  { step: cells, bar }: { readonly step: number; readonly bar: number },
  ascii: boolean,
): string {
  const cases = casesOf(flow, step)
  if (cases === null) return '?'.padEnd(cells)
  const most = casesOf(flow, 'evidence') ?? 0
  const full = most === 0 ? 0 : Math.round((cases / most) * bar)
  // Something left is never drawn as nothing, nor a loss as none.
  const drawn = cases > 0 && full === 0 ? 1 : cases < most && full === bar && bar > 1 ? bar - 1 : full
  const [on, off] = ascii ? ['#', '.'] : ['█', '·']
  return `${on.repeat(drawn)}${off.repeat(bar - drawn)} ${cases}`.padEnd(cells)
}

/** `4 not found, 2 not used`, and what stands beside the chain; empty where nothing is lost. */
export function flowLosses(flow: MemoryFlow): string {
  const losses: string[] = []
  let before = 0
  for (const { step, cases } of flow.steps) {
    if (cases === null) continue
    if (step !== 'evidence' && cases < before) losses.push(`${before - cases} ${LOSSES[step]}`)
    before = cases
  }
  const { useUnknown, rightUnshown, unshown, unfollowed } = flow
  const beside = [
    useUnknown > 0 ? `use unknown in ${useUnknown}` : '',
    rightUnshown !== null && unshown > 0 ? `${rightUnshown} of ${unshown} right without the evidence` : '',
    unfollowed.notApplicable + unfollowed.noOutcome > 0
      ? `not followed: ${[
          unfollowed.notApplicable > 0 ? `${unfollowed.notApplicable} without known evidence` : '',
          unfollowed.noOutcome > 0 ? `${unfollowed.noOutcome} without an outcome` : '',
        ]
          .filter((part) => part !== '')
          .join(', ')}`
      : '',
  ].filter((part) => part !== '')
  return [losses.join(', '), ...beside].filter((part) => part !== '').join('; ')
}

function fitted(name: string, cells: number): string {
  const text = stringWidth(name) <= cells ? name : `${startOf(name, cells - 1)}…`
  return text + ' '.repeat(Math.max(0, cells - stringWidth(text)))
}
