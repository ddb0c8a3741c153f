import { RapportError } from '../../../core/errors.ts'
import type { PullContext, PullDefinition } from '../../../core/track.ts'
import { realSleep } from '../../../io/http.ts'
import { hubListing } from '../../../io/hub-listing.ts'
import type { RemoteFile } from '../../../io/pull-files.ts'
import { safePath } from '../../../io/safe-path.ts'
import { endpointOf, httpOptions, storePull, type Sleep } from '../../../io/store-pull.ts'
import { cupidAttribution, unverifiedAttribution } from './descriptors.ts'
import { publishedFacts, type PublishedFacts } from './published-file.ts'

const HUB = 'https://huggingface.co'

/** Files of the hub's data sets that the reader knows, and the card; not what the instances were made from. */
const HUB_FILES = /^(?:README\.md|(?:data\/)?(?!raw)[^/]+\.parquet)$/

async function pullFromHub(
  dataset: string,
  revision: string,
  context: PullContext,
  sleep: Sleep,
  verify: (files: readonly RemoteFile[], revision: string) => void,
) {
  const endpoint = endpointOf(context.endpoint ?? context.hubEndpoint ?? HUB)
  const http = httpOptions(context, endpoint, context.token, sleep)
  const listing = await hubListing(endpoint, dataset, context.revision ?? revision, http)
  for (const { path } of listing.files) safePath(path)
  const wanted = listing.files.filter(({ path }) => HUB_FILES.test(path))
  verify(wanted, listing.revision)
  return storePull(wanted, `${endpoint}/datasets/${dataset}`, listing.revision, context, http)
}

/** The downloads of CUPID; `sleep` waits between tries, `facts` are those of the pinned file. */
export function createCupidPulls(sleep: Sleep, facts: PublishedFacts = publishedFacts): PullDefinition[] {
  return [
    {
      name: 'cupid',
      title: 'CUPID (13 MB)',
      licence: 'CC-BY-4.0',
      attribution: cupidAttribution,
      source: `${HUB}/datasets/kixlab/CUPID`,
      pull: (context) =>
        pullFromHub('kixlab/CUPID', facts.revision, context, sleep, (files, revision) => {
          if (revision !== facts.revision) return
          if (files.some(({ bytes, hash }) => bytes === facts.bytes && hash.hex === facts.sha256)) return
          throw new RapportError(
            `the listing of kixlab/CUPID at ${revision} has no file of ${facts.bytes} bytes with SHA-256 ${facts.sha256}`,
            { fix: 'the mirror is wrong, or the pinned revision was replaced: try another --endpoint' },
          )
        }),
    },
    {
      name: 'cupid-unverified',
      title: 'CUPID, unverified instances (never part of headline figures)',
      licence: 'none',
      attribution: unverifiedAttribution,
      source: `${HUB}/datasets/kixlab/CUPID-Unverified`,
      // No commit of it could be looked up offline: the newest one is taken, and its id is recorded.
      pull: (context) => pullFromHub('kixlab/CUPID-Unverified', 'main', context, sleep, () => {}),
    },
  ]
}

/** What `rapport data pull` offers. */
export const cupidPulls: readonly PullDefinition[] = createCupidPulls(realSleep)
