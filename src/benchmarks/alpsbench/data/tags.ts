import { emotionTags } from './emotion-queries.ts'
import { isContaminated, isRejected } from './defects.ts'
import type { StoredItem } from './json-shapes.ts'
import { goldSize, turnsBucket } from './slices.ts'
import type { SourceRow } from './source-row.ts'
import { scriptOf } from './script.ts'
import { guessSplit } from './split-hash.ts'

type Tags = Record<string, readonly string[]>

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted()
}

function itemTags(items: readonly StoredItem[]): Tags {
  const rejected = items.filter(isRejected).length
  const share = rejected === 0 ? 'none' : rejected === items.length ? 'all' : 'some'
  return {
    gold_label: unique(items.map((item) => item.label)),
    gold_type: unique(items.map((item) => item.type)),
    gold_size: [goldSize(items.length)],
    rejected_gold: [share],
  }
}

interface Target {
  readonly value?: string
  readonly label?: string
  readonly type?: string
}

function targetTags(row: SourceRow, target: Target | null | undefined): Tags {
  if (target === null || target === undefined) return {}
  return {
    ...(target.label === undefined ? {} : { target_label: [target.label] }),
    ...(target.type === undefined ? {} : { target_type: [target.type] }),
    rejected_target: [isRejected(target) ? 'yes' : 'no'],
    contaminated_target: [isContaminated(target, row.dialogue) ? 'yes' : 'no'],
  }
}

function taskTags(row: SourceRow): Tags {
  switch (row.task) {
    case 'extraction':
      return row.gold === null ? {} : itemTags(row.gold.items)
    case 'update': {
      const target = row.pool.find((item) => item.memory_id === row.selected)
      const { gold_size: size = [], rejected_gold: rejected = [] } = itemTags(row.pool)
      return { pool_size: size, rejected_pool: rejected, ...targetTags(row, target) }
    }
    case 'retrieval':
      return targetTags(row, row.gold?.memory)
    case 'utilization':
      return { ...targetTags(row, row.gold?.memory), ...emotionTags(row) }
  }
}

/** The split by the layout, or by the hash where the layout has none; and whether the row may be hidden test. */
function splitTags(row: SourceRow): Tags {
  const guess = guessSplit(row.task, row.id)
  return {
    split: [row.split ?? guess.split],
    ...((row.hidden ?? guess.exposed) ? { exposure: ['hidden-test'] } : {}),
  }
}

/** Slices of a row, computed before any view changes it. */
export function tagsOf(row: SourceRow): Tags {
  const userText = row.dialogue.filter((turn) => turn.role === 'user').map((turn) => turn.text)
  const conversation: Tags =
    row.dialogue.length === 0
      ? {}
      : { script: [scriptOf(userText.join('\n'))], turns: [turnsBucket(row.dialogue.length)] }
  return {
    session: [row.session],
    ...conversation,
    ...taskTags(row),
    ...splitTags(row),
    ...row.tags,
  }
}
