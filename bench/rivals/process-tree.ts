import { readdirSync, readFileSync } from 'node:fs'

export interface TreeUse {
  /** Resident size of all processes, added up, in MB. Pages that two of them share count twice. */
  readonly megabytes: number
  /** Processor time so far by process id, user and system, in seconds. */
  readonly processor: ReadonlyMap<number, number>
}

/** What a process and all below it use now, as /proc tells. A process that has ended is not in it. */
export function treeUse(root: number): TreeUse {
  const all = new Map<number, { parent: number; seconds: number; megabytes: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    // Fields of proc(5); the name of the program, which may hold spaces, ends with the last bracket.
    const fields = statOf(name)
    if (fields === undefined) continue
    const [parent, user, system, pages] = [fields[1], fields[11], fields[12], fields[21]].map(Number)
    all.set(Number(name), {
      parent: parent ?? 0,
      seconds: ((user ?? 0) + (system ?? 0)) / 100,
      megabytes: ((pages ?? 0) * 4096) / 2 ** 20,
    })
  }
  const inTree = (id: number): boolean => id === root || (all.has(id) && inTree(all.get(id)?.parent ?? 0))
  const ours = [...all].filter(([id]) => inTree(id))
  return {
    megabytes: ours.reduce((sum, [, one]) => sum + one.megabytes, 0),
    processor: new Map(ours.map(([id, one]) => [id, one.seconds])),
  }
}

function statOf(id: string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    // It has just ended.
    return undefined
  }
}
