import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileError } from './file-error.ts'

/** Gathered before a write, so that a row does not cost a system call. */
const BUFFER = 64 * 1024

/** Writes a file that appears under its name whole or not at all. */
export interface AtomicFile {
  write(text: string): Promise<void>
  /** Makes the file durable and gives it its name, replacing what was there. */
  commit(): Promise<void>
  /** Throws away what was written. Does nothing after `commit`. */
  discard(): Promise<void>
}

/** Opens a file beside `path`; folders are made. @throws RapportError naming the file */
export async function openAtomicFile(path: string): Promise<AtomicFile> {
  const temporary = temporaryPath(path)
  const handle = await guarded(path, async () => {
    await mkdir(dirname(path), { recursive: true })
    return open(temporary, 'wx')
  })
  return new BufferedFile(path, temporary, handle)
}

/** A name beside `path` that nobody else uses. */
function temporaryPath(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.tmp`
}

async function guarded<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw fileError(error, path)
  }
}

class BufferedFile implements AtomicFile {
  readonly #path: string
  readonly #temporary: string
  #handle: FileHandle | null
  #isNamed = false
  #pending: string[] = []
  #size = 0

  constructor(path: string, temporary: string, handle: FileHandle) {
    this.#path = path
    this.#temporary = temporary
    this.#handle = handle
  }

  async write(text: string): Promise<void> {
    this.#pending.push(text)
    this.#size += text.length
    if (this.#size >= BUFFER) await this.#flush()
  }

  async #flush(): Promise<void> {
    const text = this.#pending.join('')
    this.#pending = []
    this.#size = 0
    await guarded(this.#path, async () => this.#handle?.writeFile(text))
  }

  async commit(): Promise<void> {
    await this.#flush()
    await guarded(this.#path, async () => {
      await this.#handle?.sync()
      await this.#handle?.close()
      this.#handle = null
      await rename(this.#temporary, this.#path)
      this.#isNamed = true
    })
  }

  async discard(): Promise<void> {
    if (this.#isNamed) return
    await this.#handle?.close()
    this.#handle = null
    // Also where the name could not be given: it may be that of a folder.
    await rm(this.#temporary, { force: true })
  }
}

/**
 * Writes a file in pieces, whole or not at all.
 * @throws RapportError naming the file; what `parts` throws, with nothing left behind
 */
export async function writeAtomic(
  path: string,
  parts: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  const file = await openAtomicFile(path)
  try {
    for await (const part of parts) await file.write(part)
    await file.commit()
  } finally {
    await file.discard()
  }
}

/** Writes one text, whole or not at all. @throws RapportError naming the file */
export async function writeTextFile(path: string, text: string): Promise<void> {
  await writeAtomic(path, [text])
}
