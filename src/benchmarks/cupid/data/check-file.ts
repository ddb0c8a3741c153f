import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FindingList } from '../../../core/finding-list.ts'
import { hashFile } from '../../../io/content-hash.ts'
import type { PublishedFacts } from './published-file.ts'

/** Whether a file is the published one, byte for byte. Reads it only where its size fits. */
export async function isPublishedFile(file: string, facts: PublishedFacts): Promise<boolean> {
  const { size } = await stat(file)
  if (size !== facts.bytes) return false
  const { sha256 } = await hashFile(file, size, { algorithm: 'sha256', hex: facts.sha256 })
  return sha256 === facts.sha256
}

/**
 * Compares size and hash with the pinned file.
 * @param severity `error` where the data says that it is the pinned revision
 */
export async function checkFile(
  file: string,
  facts: PublishedFacts,
  findings: FindingList,
  severity: 'error' | 'note',
): Promise<void> {
  const { size } = await stat(file)
  const { sha256 } = await hashFile(file, size, { algorithm: 'sha256', hex: facts.sha256 })
  const place = { file: basename(file) }
  if (size !== facts.bytes) {
    findings.add(severity, 'file-size', `the file has ${size} bytes, the pinned one ${facts.bytes}`, place)
  }
  if (sha256 !== facts.sha256) {
    findings.add(
      severity,
      'file-hash',
      `SHA-256 is ${sha256}, that of the pinned file ${facts.sha256}`,
      place,
    )
  }
}
