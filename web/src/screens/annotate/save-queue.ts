import type { AnswerBody, Save, Saved } from '../../../../src/server/api-types.ts'

/** Where a save stands, for people: nothing to save, on its way, waiting for the server, or in conflict. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'waiting' | 'conflict' | 'refused'

export interface SaveQueueOptions {
  /** Rejects with `{status}`: 0 nobody answered, 409 somebody was faster, other: refused for good. */
  readonly send: (save: Save) => Promise<Saved>
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly newId: () => string
  readonly setTimer: (work: () => void, milliseconds: number) => unknown
  readonly clearTimer: (timer: unknown) => void
  readonly onState: (
    state: SaveState,
    detail: { readonly message: string; readonly seq: number | null },
  ) => void
}

/** Milliseconds after the last key before a draft is sent, and before a lost one is sent again (doubling). */
export const PAUSE = 600
export const AGAIN = 1000
const LONGEST = 15_000

const PREFIX = 'rapport-unsaved '

/** Items of one person of which something is kept, out of the names of what a browser keeps. */
export function unsavedItems(names: readonly string[], project: string, annotator: string): string[] {
  return names.flatMap((name) => {
    if (!name.startsWith(PREFIX)) return []
    try {
      const place: unknown = JSON.parse(name.slice(PREFIX.length))
      if (!Array.isArray(place)) return []
      const [ownProject, ownAnnotator, item]: unknown[] = place
      return ownProject === project && ownAnnotator === annotator && typeof item === 'string' ? [item] : []
    } catch {
      return []
    }
  })
}

type Wanted = Pick<Save, 'state' | 'body'>
/** What is kept in the browser until the server has it. */
interface Kept extends Wanted {
  readonly base: number | null
  readonly id: string
}

/**
 * Saves the work on one item of one person: the latest state is kept in the browser before anything else, one request
 * is under way at a time, a lost one is sent again under the same id, so that it counts once.
 */
export class SaveQueue {
  readonly #options: SaveQueueOptions
  readonly #place: { readonly project: string; readonly item: string; readonly annotator: string }
  #base: number | null
  #wanted: Kept | null = null
  #sending: Kept | null = null
  /** A request whose answer was lost: it goes again before anything newer, since it may have arrived. */
  #lost: Kept | null = null
  #timer: unknown = null
  #delay = AGAIN
  readonly #idle: (() => void)[] = []

  constructor(
    place: { readonly project: string; readonly item: string; readonly annotator: string },
    base: number | null,
    options: SaveQueueOptions,
  ) {
    this.#place = place
    this.#base = base
    this.#options = options
  }

  get #key(): string {
    const { project, item, annotator } = this.#place
    return `${PREFIX}${JSON.stringify([project, annotator, item])}`
  }

  /** What an earlier visit could not hand over; null: nothing. */
  unsaved(): {
    readonly body: AnswerBody
    readonly state: Save['state']
    readonly base: number | null
  } | null {
    const kept = readKept(this.#options.storage.getItem(this.#key))
    return kept === null ? null : { body: kept.body, state: kept.state, base: kept.base }
  }

  /** Sends an earlier visit's work as it was, under its own id. */
  sendUnsaved(): void {
    const kept = readKept(this.#options.storage.getItem(this.#key))
    if (kept === null) return
    this.#wanted = kept
    this.#options.onState('saving', { message: '', seq: this.#base })
    void this.#send()
  }

  /** Forgets what an earlier visit left. */
  dropUnsaved(): void {
    this.#options.storage.removeItem(this.#key)
  }

  /** The latest work. `now`: not after a pause. */
  save(wanted: Wanted, now = false): void {
    this.#wanted = { ...wanted, base: this.#base, id: this.#options.newId() }
    this.#keep(this.#wanted)
    this.#clear()
    this.#options.onState('unsaved', { message: '', seq: this.#base })
    if (this.#sending !== null) return
    if (now) void this.#send()
    else this.#timer = this.#options.setTimer(() => void this.#send(), PAUSE)
  }

  /** Resolves when the server has everything; stays open while it can't be reached. */
  async flush(): Promise<void> {
    this.#clear()
    if (this.#wanted === null && this.#sending === null && this.#lost === null) return
    const done = new Promise<void>((resolve) => this.#idle.push(resolve))
    if (this.#sending === null) void this.#send()
    await done
  }

  /** After a conflict: whatever is saved next counts on top of what is there now. */
  rebase(seq: number | null): void {
    this.#base = seq
    this.#wanted = null
    this.#lost = null
    this.dropUnsaved()
  }

  #keep(kept: Kept): void {
    try {
      this.#options.storage.setItem(this.#key, JSON.stringify(kept))
    } catch {
      // Full or not allowed: it is still in this page.
    }
  }

  #clear(): void {
    if (this.#timer !== null) this.#options.clearTimer(this.#timer)
    this.#timer = null
  }

  async #send(): Promise<void> {
    const next = this.#lost ?? this.#wanted
    if (next === null || this.#sending !== null) return
    if (this.#lost === null) this.#wanted = null
    this.#lost = null
    this.#sending = next
    const { onState, send } = this.#options
    onState('saving', { message: '', seq: this.#base })
    const { item, annotator } = this.#place
    try {
      const { seq } = await send({
        id: next.id,
        item,
        annotator,
        state: next.state,
        body: next.body,
        base: next.base,
      })
      this.#base = seq
      this.#delay = AGAIN
      this.#sending = null
      this.#after()
    } catch (error) {
      this.#sending = null
      this.#failed(next, error)
    }
  }

  /** Sends what was written meanwhile, on top of what is saved now. */
  #after(): void {
    const waiting: Kept | null = this.#wanted
    if (waiting !== null) {
      this.#wanted = { ...waiting, base: this.#base }
      this.#keep(this.#wanted)
      void this.#send()
      return
    }
    this.dropUnsaved()
    this.#options.onState('saved', { message: '', seq: this.#base })
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  #failed(next: Kept, error: unknown): void {
    const status = statusOf(error)
    const message = error instanceof Error ? error.message : String(error)
    if (status === 0 || status >= 500) {
      this.#lost = next
      this.#options.onState('waiting', { message, seq: this.#base })
      this.#clear()
      this.#timer = this.#options.setTimer(() => void this.#send(), this.#delay)
      this.#delay = Math.min(LONGEST, this.#delay * 2)
      return
    }
    this.#wanted ??= next
    this.#options.onState(status === 409 ? 'conflict' : 'refused', { message, seq: this.#base })
    for (const resolve of this.#idle.splice(0)) resolve()
  }
}

function statusOf(error: unknown): number {
  const status: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : null
  return typeof status === 'number' ? status : 0
}

function readKept(text: string | null): Kept | null {
  if (text === null) return null
  try {
    const kept: unknown = JSON.parse(text)
    return isKept(kept) ? kept : null
  } catch {
    return null
  }
}

/** What this page wrote itself, perhaps in an earlier version: the server checks the body again. */
function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  const field = (name: string): unknown => Reflect.get(value, name)
  const body = field('body')
  return (
    typeof field('id') === 'string' &&
    typeof field('state') === 'string' &&
    (field('base') === null || typeof field('base') === 'number') &&
    typeof body === 'object' &&
    body !== null &&
    typeof Reflect.get(body, 'kind') === 'string'
  )
}
