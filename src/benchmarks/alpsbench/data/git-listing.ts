import { z } from 'zod'
import { RapportError } from '../../../core/errors.ts'
import type { HttpOptions } from '../../../io/http.ts'
import type { RemoteFile } from '../../../io/pull-files.ts'
import { addressPath, getJson } from '../../../io/hub-listing.ts'

const treeSchema = z.object({
  truncated: z.boolean(),
  tree: z.array(
    z.object({
      path: z.string(),
      mode: z.string(),
      type: z.string(),
      sha: z.string(),
      size: z.number().int().nonnegative().exactOptional(),
    }),
  ),
})

/** Addresses of a git host that speaks GitHub's tree API. */
export interface GitHost {
  readonly api: string
  readonly raw: string
}

/** Plain files: no links, no submodules. */
const FILE_MODES: readonly string[] = ['100644', '100755']

/** Files of a commit of a public git repository, each with the id of its git object. */
export async function gitListing(
  host: GitHost,
  repository: string,
  commit: string,
  http: HttpOptions,
): Promise<RemoteFile[]> {
  const address = `${host.api}/repos/${repository}/git/trees/${encodeURIComponent(commit)}?recursive=1`
  const { value } = await getJson(treeSchema, address, http)
  if (value.truncated) throw new RapportError('the git host cut the listing short')
  return value.tree.flatMap(({ path, mode, type, sha, size }) =>
    type === 'blob' && size !== undefined && FILE_MODES.includes(mode)
      ? [
          {
            path,
            url: `${host.raw}/${repository}/${encodeURIComponent(commit)}/${addressPath(path)}`,
            bytes: size,
            hash: { algorithm: 'git-blob' as const, hex: sha },
          },
        ]
      : [],
  )
}
