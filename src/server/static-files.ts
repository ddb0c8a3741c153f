import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** A file of the user interface, ready to be sent. */
export interface StaticFile {
  readonly type: string
  readonly etag: string
  /** True for files whose name has their hash: they never change. */
  readonly immutable: boolean
  readonly plain: Uint8Array<ArrayBuffer>
  /** null: it does not get smaller. */
  readonly gzip: Uint8Array<ArrayBuffer> | null
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** Vite's names: `assets/index-C0ffee12.js`. */
const HASHED = /^\/assets\/.+-[\w-]{8,}\.\w+$/

/**
 * The files of the user interface. They are listed, and a request is answered when its path is the name of one on the
 * list: no path is ever put together from a request. Links are not followed.
 */
export class StaticFiles {
  readonly #folder: string
  #listed: { readonly at: number; readonly paths: ReadonlyMap<string, string> } | null = null
  readonly #read = new Map<string, Promise<StaticFile>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The page of the user interface; null when it was not built. */
  async page(): Promise<StaticFile | null> {
    await this.#list()
    return this.file('/index.html')
  }

  /** @param path as in the address, decoded once */
  async file(path: string): Promise<StaticFile | null> {
    if (this.#listed === null) await this.#list()
    const found = this.#listed?.paths.get(path)
    if (found === undefined) return null
    const known = this.#read.get(path)
    if (known !== undefined) return known
    const reading = readStatic(found, path)
    this.#read.set(path, reading)
    reading.catch(() => this.#read.delete(path))
    return reading
  }

  /** Lists the folder again after a build: then the page has changed. */
  async #list(): Promise<void> {
    const at = await stat(join(this.#folder, 'index.html')).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
    if (this.#listed?.at === at) return
    const paths = new Map<string, string>()
    const entries = at === 0 ? [] : await readdir(this.#folder, { recursive: true, withFileTypes: true })
    for (const entry of entries) {
      if (!entry.isFile() || entry.name.endsWith('.map')) continue
      const path = join(entry.parentPath, entry.name)
      const name = path.slice(this.#folder.length).replaceAll('\\', '/')
      paths.set(name.startsWith('/') ? name : `/${name}`, path)
    }
    this.#listed = { at, paths }
    this.#read.clear()
  }
}

async function readStatic(path: string, name: string): Promise<StaticFile> {
  const read = await readFile(path)
  // The page names its files from where it stands, for folders of files; here it stands for addresses of any depth.
  const plain = Uint8Array.from(
    name === '/index.html' ? Buffer.from(read.toString('utf8').replaceAll('="./', '="/')) : read,
  )
  const type = TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream'
  const isText = /^(text\/|application\/(json|manifest)|image\/svg)/.test(type)
  const packed = isText ? Uint8Array.from(gzipSync(plain)) : null
  return {
    type,
    etag: `"${createHash('sha256').update(plain).digest('hex').slice(0, 32)}"`,
    immutable: HASHED.test(name),
    plain,
    gzip: packed !== null && packed.length < plain.length ? packed : null,
  }
}

/** Answers with a file, or that the reader has it already. */
export function fileResponse(file: StaticFile, request: Request): Response {
  const headers: Record<string, string> = {
    'Content-Type': file.type,
    ETag: file.etag,
    Vary: 'Accept-Encoding',
    'Cache-Control': file.immutable ? 'private, max-age=31536000, immutable' : 'no-cache',
  }
  const known = (request.headers.get('if-none-match') ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
  if (known.includes(file.etag)) return new Response(null, { status: 304, headers })
  const packed = /(^|,)\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i.test(
    request.headers.get('accept-encoding') ?? '',
  )
  const bytes = packed && file.gzip !== null ? file.gzip : file.plain
  if (bytes === file.gzip) headers['Content-Encoding'] = 'gzip'
  headers['Content-Length'] = String(bytes.length)
  return new Response(request.method === 'HEAD' ? null : bytes, { headers })
}
