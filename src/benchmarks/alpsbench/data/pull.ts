import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { RapportError } from '../../../core/errors.ts'
import type { PullContext, PullDefinition } from '../../../core/track.ts'
import { realSleep, type HttpOptions } from '../../../io/http.ts'
import { pullFiles, type RemoteFile } from '../../../io/pull-files.ts'
import { safePath } from '../../../io/safe-path.ts'
import { packetsAttribution, publicAttribution } from './descriptors.ts'
import { gitListing } from './git-listing.ts'
import { hubListing } from './hub-listing.ts'
import { forgetPullManifest, readPullManifest, writePullManifest } from './pull-manifest.ts'

const HUB = 'https://huggingface.co'
const DATASET = 'Cosineyx/Alpsbench'
const GIT_HOST = { api: 'https://api.github.com', raw: 'https://raw.githubusercontent.com' } as const
const REPOSITORY = 'MissHsiaoo/AlpsBench_task1_3_annotation_data_repo'

/**
 * The commit of the packets. A stored index of public repositories knows four commits of this one; two of them
 * (52b779d, 08aad00) have no Task 4 rows. Of the two that have, a22629d and this one, this one has more rows
 * (chunk 4: two sessions with one Task 4 row more each), so it is taken for the newer. The index lists files
 * of all 114 chunks, but as a union over commits: that this commit's tree is whole, and that no later one
 * exists, could not be checked without the network. `revision` overrides it.
 */
const PACKETS_COMMIT = 'aab2f00de3cc4eb9ea9ddb19b70b76e0bc2b7d2f'

/** Files of the hub's data set that the reader knows, and its card. */
const HUB_FILES = /^(?:README\.md|dataset\/(?:examples|dev|validation|test)\/.+\.jsonl)$/
const PACKET_FILES = /^(?:README\.md|manifest\.json|chunks\/[^/]+\/[^/]+\.json)$/

type Sleep = HttpOptions['sleep']

function httpOptions(context: PullContext, host: string, token: string | null, sleep: Sleep): HttpOptions {
  return { token, tokenHost: new URL(host).host, signal: context.signal, sleep }
}

/** An endpoint without a slash at its end. @throws RapportError when it is no http(s) address */
function endpointOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return address.replace(/\/+$/, '')
  throw new RapportError(`the endpoint ${JSON.stringify(address)} is no http address`, { exitCode: 2 })
}

function refuseStrange(files: readonly RemoteFile[], source: string): void {
  if (files.length === 0) throw new RapportError(`${source} holds no files of the known layout`)
  const paths = new Set(files.map(({ path }) => safePath(path)))
  if (paths.size < files.length) throw new RapportError(`the listing of ${source} names a file twice`)
}

/** Loads the files, drops those of an earlier pull that are gone, and writes the manifest last. */
async function store(
  files: readonly RemoteFile[],
  source: string,
  revision: string,
  context: PullContext,
  http: HttpOptions,
): Promise<{ files: number; bytes: number; revision: string }> {
  refuseStrange(files, source)
  const before = await readPullManifest(context.destination)
  const wanted = new Set(files.map(({ path }) => path))
  await forgetPullManifest(context.destination)
  const pulled = await pullFiles(files, context, http)
  for (const { path } of before?.files ?? []) {
    if (!wanted.has(path)) await rm(join(context.destination, ...safePath(path).split('/')), { force: true })
  }
  await writePullManifest(context.destination, { formatVersion: 1, source, revision, files: pulled })
  return { files: pulled.length, bytes: pulled.reduce((sum, file) => sum + file.bytes, 0), revision }
}

/** The downloads of AlpsBench; `sleep` waits between tries. */
export function createAlpsbenchPulls(sleep: Sleep): PullDefinition[] {
  return [
    {
      name: 'alpsbench',
      title: 'AlpsBench, public release (about 1.2 GB)',
      licence: 'ODC-By-1.0',
      attribution: publicAttribution,
      source: `${HUB}/datasets/${DATASET}`,
      // No commit of the hub could be looked up offline: the newest one is taken, and its id is recorded.
      async pull(context) {
        const endpoint = endpointOf(context.endpoint ?? context.hubEndpoint ?? HUB)
        const http = httpOptions(context, endpoint, context.token, sleep)
        const { revision, files } = await hubListing(endpoint, DATASET, context.revision ?? 'main', http)
        for (const { path } of files) safePath(path)
        const wanted = files.filter(({ path }) => HUB_FILES.test(path))
        return store(wanted, `${endpoint}/datasets/${DATASET}`, revision, context, http)
      },
    },
    {
      name: 'alpsbench-packets',
      title: 'AlpsBench annotation packets (about 190 MB)',
      licence: 'none',
      attribution: packetsAttribution,
      source: `https://github.com/${REPOSITORY}`,
      // The repository is public and not on the hub: the hub's token and address are not used.
      async pull(context) {
        const mirror = context.endpoint === null ? null : endpointOf(context.endpoint)
        const host = mirror === null ? GIT_HOST : { api: mirror, raw: mirror }
        const http = httpOptions(context, host.api, null, sleep)
        const revision = context.revision ?? PACKETS_COMMIT
        const files = await gitListing(host, REPOSITORY, revision, http)
        for (const { path } of files) safePath(path)
        const wanted = files.filter(({ path }) => PACKET_FILES.test(path))
        return store(wanted, `https://github.com/${REPOSITORY}`, revision, context, http)
      },
    },
  ]
}

/** What `rapport data pull` offers. */
export const alpsbenchPulls: readonly PullDefinition[] = createAlpsbenchPulls(realSleep)
