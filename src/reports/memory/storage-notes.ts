import { counted } from './memory-names.ts'
import type { MemorySystemReport } from './memory-report.ts'

/** What is out of the ordinary in what a memory stored and gave back; nothing where all is well. */
export function storageNotes({ storage, retrieval }: MemorySystemReport): string[] {
  const notes: string[] = []
  if (storage !== null) {
    const { thrownOn, neverFound, readinessUnknown, language } = storage
    if (thrownOn > 0) notes.push(`threw on ${counted(thrownOn, 'session')}`)
    if (neverFound > 0) notes.push(`${counted(neverFound, 'session')} never found`)
    if (readinessUnknown > 0) notes.push(`readiness unknown in ${readinessUnknown} of ${storage.scopes}`)
    const known = language.same + language.other
    if (language.other > 0) {
      notes.push(
        `${language.other} of ${known} items in another language than the user’s (${language.unknown} can't be told)`,
      )
    }
  }
  if (retrieval !== null) {
    const { tooMany, trimmed, searches, unlisted, deletion } = retrieval
    if (unlisted !== null && unlisted > 0) notes.push(`${counted(unlisted, 'id')} not listed`)
    if (tooMany > 0) notes.push(`more than k in ${tooMany} of ${searches}`)
    if (deletion !== null) notes.push(`deletion proven in ${deletion.proven} of ${deletion.of}`)
    if (trimmed > 0) notes.push(`budget cut ${trimmed} of ${searches}`)
  }
  return notes
}
