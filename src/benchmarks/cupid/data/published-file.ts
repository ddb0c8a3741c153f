/** What is known of a published file and its instances (spec 1.5); checked when data claims to be it. */
export interface PublishedFacts {
  readonly revision: string
  readonly bytes: number
  readonly sha256: string
  readonly personas: number
  /** Sessions in each history. */
  readonly sessions: number
  /** Fewest and most messages of an instance, over all its sessions. */
  readonly messages: readonly [number, number]
  /** Personas whose changing and consistent instance have the same gold preference. */
  readonly equalPairs: number
}

/** The pinned file of the data set on the hub. */
export const publishedFacts: PublishedFacts = {
  revision: 'f6e5fdae9b31f2b400d6ceb281a6a6760cc00309',
  bytes: 12_805_250,
  sha256: '6d68af09f7fbe52df0a3bd621604104696d0f481f166be5c06dd65bbb089aaae',
  personas: 252,
  sessions: 8,
  messages: [32, 129],
  equalPairs: 1,
}
