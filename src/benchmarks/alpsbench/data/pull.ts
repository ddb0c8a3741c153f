import type { PullDefinition } from '../../../core/track.ts'
import { realSleep } from '../../../io/http.ts'
import { hubListing } from '../../../io/hub-listing.ts'
import { safePath } from '../../../io/safe-path.ts'
import { endpointOf, httpOptions, storePull, type Sleep } from '../../../io/store-pull.ts'
import { packetsAttribution, publicAttribution } from './descriptors.ts'
import { gitListing } from './git-listing.ts'

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
        return storePull(wanted, `${endpoint}/datasets/${DATASET}`, revision, context, http)
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
        return storePull(wanted, `https://github.com/${REPOSITORY}`, revision, context, http)
      },
    },
  ]
}

/** What `rapport data pull` offers. */
export const alpsbenchPulls: readonly PullDefinition[] = createAlpsbenchPulls(realSleep)
