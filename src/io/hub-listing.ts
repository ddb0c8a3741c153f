import { z } from 'zod'
import { RapportError } from '../core/errors.ts'
import { get, withRetries, type HttpOptions } from './http.ts'
import type { RemoteFile } from './pull-files.ts'
import { parseJsonText } from './json-text.ts'
import { checkShape } from '../core/check-shape.ts'

const revisionSchema = z.object({ sha: z.string().regex(/^[0-9a-f]{40,64}$/) })

const treeSchema = z.array(
  z.object({
    type: z.string(),
    path: z.string(),
    oid: z.string(),
    size: z.number().int().nonnegative(),
    lfs: z.object({ oid: z.string(), size: z.number().int().nonnegative() }).exactOptional(),
  }),
)

const MOST_PAGES = 1000

/** Path segments as they stand in an address. */
export function addressPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** GET of a JSON document, with retries, checked. */
export async function getJson<T>(
  schema: z.ZodType<T>,
  address: string,
  http: HttpOptions,
): Promise<{ value: T; link: string | null }> {
  const { text, link } = await withRetries(http, async () => {
    const response = await get(address, { accept: 'application/json' }, http)
    return { text: await response.text(), link: response.headers.get('link') }
  })
  const place = { file: address }
  return { value: checkShape(schema, parseJsonText(text, place), place), link }
}

function nextPage(link: string | null, base: string): string | null {
  const next = /<([^>]+)>\s*;\s*rel="next"/.exec(link ?? '')?.[1]
  return next === undefined ? null : new URL(next, base).href
}

/**
 * Files of a data set on a hub that speaks the Hugging Face API, and the commit they belong to. Large files
 * carry a SHA-256, small ones the id of their git object.
 * @param revision a branch, tag or commit
 */
export async function hubListing(
  endpoint: string,
  dataset: string,
  revision: string,
  http: HttpOptions,
): Promise<{ revision: string; files: RemoteFile[] }> {
  const api = `${endpoint}/api/datasets/${dataset}`
  const { value: found } = await getJson(
    revisionSchema,
    `${api}/revision/${encodeURIComponent(revision)}`,
    http,
  )
  const files: RemoteFile[] = []
  let page: string | null = `${api}/tree/${found.sha}?recursive=true`
  for (let pages = 0; page !== null; pages += 1) {
    if (pages === MOST_PAGES) throw new RapportError('the listing of the data set has no end')
    const { value: entries, link }: { value: z.infer<typeof treeSchema>; link: string | null } =
      await getJson(treeSchema, page, http)
    for (const { type, path, oid, size, lfs } of entries) {
      if (type !== 'file') continue
      files.push({
        path,
        url: `${endpoint}/datasets/${dataset}/resolve/${found.sha}/${addressPath(path)}`,
        bytes: lfs?.size ?? size,
        hash: lfs === undefined ? { algorithm: 'git-blob', hex: oid } : { algorithm: 'sha256', hex: lfs.oid },
      })
    }
    page = nextPage(link, page)
  }
  return { revision: found.sha, files }
}
