import type { Response } from '../../../core/system.ts'
import type { Parsed } from '../../../core/track.ts'
import { parseMemoryReply, withDefaults } from '../memory-reply.ts'

/**
 * Reads an update reply: the whole new list, whose items keep all their keys (AlpsBench spec 3.2).
 * @throws Fault `empty-reply`, `refusal` or `unusable-output`, all by the system
 */
export function parseUpdate(response: Response): Parsed {
  return parseMemoryReply(response, withDefaults)
}
