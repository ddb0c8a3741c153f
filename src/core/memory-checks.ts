import { z } from 'zod'

/** The checks of memory systems, in the order in which they are run, with what a system does that passes. */
export const memoryChecks = [
  { id: 'becomes-ready', title: 'Becomes ready within the deadline' },
  { id: 'keeps-something', title: 'Keeps something of a plain fact' },
  { id: 'write-read-back', title: 'Finds a fact that it was told' },
  { id: 'dated-fact', title: 'Tells when a fact was said' },
  { id: 'isolation', title: 'Keeps two users apart' },
  { id: 'delete', title: 'Forgets what is deleted' },
  { id: 'starts-empty', title: 'Starts empty while another run is kept' },
  { id: 'knowledge-update', title: 'Finds a corrected fact before the old one' },
  { id: 'unicode', title: 'Keeps Chinese, Arabic, Hebrew and emoji intact' },
  { id: 'long-message', title: 'Finds the end of a message of 20,000 characters' },
  { id: 'empty-message', title: 'Takes an empty message' },
  { id: 'survives-a-bad-session', title: 'Stays usable after a session without words' },
  { id: 'returns-at-most-k', title: 'Returns no more items than asked for' },
  { id: 'ids-listed', title: 'Lists what it finds, under the same ids' },
  { id: 'selects', title: 'Chooses what to keep' },
] as const

export type MemoryCheckId = (typeof memoryChecks)[number]['id']

/** The ids of all checks, in order. */
export const memoryCheckIds: readonly MemoryCheckId[] = memoryChecks.map(({ id }) => id)

/**
 * What a check came to. `noted`: a property to know beside the scores that is a matter of design and no fault, such as
 * keeping everything word for word. `not-applicable`: the system does not claim to do it. `not-measured`: something
 * else stood in the way, such as a provider that was down or a memory that never became ready.
 */
export const memoryCheckStates = ['passed', 'failed', 'noted', 'not-applicable', 'not-measured'] as const
export type MemoryCheckState = (typeof memoryCheckStates)[number]

/** How one memory system did on one check. */
export const memoryCheckResultSchema = z.object({
  check: z.enum(memoryCheckIds),
  state: z.enum(memoryCheckStates),
  /** One sentence for people: what was expected and what came. What it quotes is cleaned and cut. */
  detail: z.string().max(400),
})
export type MemoryCheckResult = z.infer<typeof memoryCheckResultSchema>
