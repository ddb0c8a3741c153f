import type { DatasetDescriptor, DatasetReport } from '../../../core/dataset.ts'
import { InputError, type Place } from '../../../core/errors.ts'
import { FindingList } from '../../../core/finding-list.ts'
import { PacketCounter } from './packet-counter.ts'
import { readPacket, shownPath } from './packet-files.ts'
import { refuseUnstorableIds } from '../../../core/check-shape.ts'

/** Looks at every packet; one that can't be read is reported and the others go on. */
export async function checkPackets(
  descriptor: DatasetDescriptor,
  root: string,
  files: readonly string[],
): Promise<DatasetReport> {
  const findings = new FindingList()
  const counter = new PacketCounter(findings)
  const sessions = new Map<string, string>()
  for (const path of files) {
    const name = shownPath(root, path)
    try {
      const { packet, place } = await readPacket(path, name)
      const id = packet.session_id
      const at: Place = { ...place, id }
      refuseUnstorableIds(at, id)
      const first = sessions.get(id)
      if (first === undefined) sessions.set(id, name)
      else
        findings.add('error', 'duplicate-id', 'a session id comes more than once', {
          ...at,
          field: 'session_id',
        })
      counter.add(packet, at)
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      findings.addError(error)
    }
  }
  return { dataset: descriptor, counts: counter.finish(), findings: findings.findings }
}
