import type { Clock } from '../core/clock.ts'
import type { RunEvent } from '../core/events.ts'
import { plainText } from '../reports/format.ts'

export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** On a terminal the line is redrawn at most this often; elsewhere a line is written this often. */
const REDRAW_MS = 100
const LINE_MS = 10_000

/** `1:05:09`, `4:07`, `12 s`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

/** Shows how far a run is: done of total, rate, time left, failures by reason, the first failure of each system. */
export class ProgressBar {
  readonly #stream: ProgressStream
  readonly #clock: Clock
  #started = 0
  #shown = Number.NEGATIVE_INFINITY
  #open = false
  #told = new Set<string>()

  constructor(stream: ProgressStream, clock: Clock) {
    this.#stream = stream
    this.#clock = clock
  }

  /** Takes the run's events in their order. */
  readonly listen = (event: RunEvent): void => {
    if (event.type === 'track-started') {
      this.#told = new Set()
      this.#started = this.#clock.monotonic()
      this.#shown = this.#stream.isTTY === true ? Number.NEGATIVE_INFINITY : this.#started
    } else if (event.type === 'progress') {
      const now = this.#clock.monotonic()
      const finished = event.total !== null && event.done >= event.total
      if (!finished && now - this.#shown < (this.#stream.isTTY === true ? REDRAW_MS : LINE_MS)) return
      this.#shown = now
      const columns = this.#stream.isTTY === true ? (this.#stream.columns ?? 80) - 1 : undefined
      this.#draw(progressLine(event, now - this.#started, columns))
    } else if (event.type === 'stage-failed') {
      this.#tellFirst(event)
    } else if (event.type === 'track-finished') {
      this.#close()
    } else if (event.type === 'run-finished') {
      this.#close()
    } else if (event.type === 'warning') {
      this.#close()
      this.#stream.write(`warning: ${event.message}\n`)
    }
  }

  /** Says at once why a system fails, so that nobody waits for hours for a wrong path. */
  #tellFirst(event: Extract<RunEvent, { type: 'stage-failed' }>): void {
    // A recording that is missing has no more to tell than the count.
    if (event.reason === 'missing-recording' || this.#told.has(event.system)) return
    this.#told.add(event.system)
    if (this.#open) this.#stream.write('\r\u001B[K')
    this.#open = false
    const { system, case: id, reason, message } = event
    this.#stream.write(`${plainText(`${system} failed on ${id}: ${reason}, ${message}`)}\n`)
  }

  #draw(line: string): void {
    if (this.#stream.isTTY === true) {
      this.#stream.write(`\r\u001B[K${line.slice(0, (this.#stream.columns ?? 80) - 1)}`)
      this.#open = true
    } else {
      this.#stream.write(`${line}\n`)
    }
  }

  #close(): void {
    if (this.#open) this.#stream.write('\n')
    this.#open = false
  }
}

/** Cells of the bar, from wide to none at all. */
const BARS = [20, 10, 5, 0] as const

/**
 * One line for a progress event. Reused work is left out of the rate: it says nothing of what is to come.
 * @param columns cells of a terminal, into which the line must fit: the slowest systems, which only a terminal
 * shows, give way first, then the bar
 */
export function progressLine(
  event: Extract<RunEvent, { type: 'progress' }>,
  elapsed: number,
  columns: number = Number.POSITIVE_INFINITY,
): string {
  const lines = BARS.map((width) => lineWithBar(event, elapsed, width))
  const line = lines.find((text) => text.length <= columns) ?? lines.at(-1) ?? ''
  const full = `${lines[0] ?? ''}${slowestText(event)}`
  return Number.isFinite(columns) && full.length <= columns ? full : line
}

/** `$12.40`; under a dollar to a hundredth of a cent. */
function moneyText(dollars: number): string {
  return `$${dollars.toFixed(dollars < 1 && dollars > 0 ? 4 : 2)}`
}

/** The two systems that have most to do, where there are more; nothing when they are level or done. */
function slowestText({ perSystem = [], done, total }: Extract<RunEvent, { type: 'progress' }>): string {
  if (perSystem.length < 3 || (total !== null && done >= total)) return ''
  const order = perSystem.toSorted((a, b) => a.done - b.done)
  if (order[0]?.done === order.at(-1)?.done) return ''
  const slowest = order.slice(0, 2).map((item) => `${plainText(item.system)} ${item.done}/${item.total}`)
  return `  slowest: ${slowest.join(', ')}`
}

function lineWithBar(event: Extract<RunEvent, { type: 'progress' }>, elapsed: number, width: number): string {
  const { done, reused, total } = event
  const worked = done - reused
  const rate = elapsed > 0 ? (worked * 1000) / elapsed : 0
  const parts = [event.track]
  if (total === null) parts.push(`${done}`)
  else {
    const filled = total === 0 ? width : Math.floor((done / total) * width)
    const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)} `
    parts.push(`${width === 0 ? '' : bar}${done}/${total}`)
  }
  if (worked > 0) parts.push(`${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s`)
  if (total !== null && done < total && rate > 0)
    parts.push(`${durationText(((total - done) * 1000) / rate)} left`)
  if (total !== null && done >= total) parts.push(`in ${durationText(elapsed)}`)
  if (event.cost != null) parts.push(moneyText(event.cost))
  if (reused > 0) parts.push(`${reused} reused`)
  const failures = Object.entries(event.failures).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (failures.length > 0)
    parts.push(`failed: ${failures.map(([reason, count]) => `${reason} ${count}`).join(', ')}`)
  return parts.join('  ')
}
