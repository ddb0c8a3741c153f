import { useId } from 'react'
import type { AnnotationItem } from '../../../../src/server/api-types.ts'

/** Chooses a label of the taxonomy: words find it, keys 1-9 narrow to a group. A label of one's own is possible. */
export function TaxonomyPicker({
  value,
  taxonomy,
  group,
  onChange,
}: {
  readonly value: string
  readonly taxonomy: AnnotationItem['taxonomy']
  /** Narrowed to by a key; '' to nothing. */
  readonly group: string
  readonly onChange: (label: string) => void
}) {
  const id = useId()
  const chosen = group === '' ? (taxonomy.find(({ labels }) => labels.includes(value))?.group ?? '') : group
  const labels = taxonomy.find((one) => one.group === chosen)?.labels ?? []
  return (
    <div className="row" style={{ alignItems: 'end', flexWrap: 'nowrap' }}>
      <label className="field">
        <span>Group (1-9)</span>
        <select
          value={chosen}
          onChange={(event) => {
            const first = taxonomy.find((one) => one.group === event.target.value)?.labels[0]
            if (first !== undefined) onChange(first)
          }}
        >
          <option value="">…</option>
          {taxonomy.map((one, place) => (
            <option key={one.group} value={one.group}>
              {place < 9 ? `${place + 1} ` : ''}
              {one.group.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>Label</span>
        <input
          list={id}
          value={value}
          maxLength={200}
          style={{ width: 260 }}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      <datalist id={id}>
        {(labels.length === 0 ? taxonomy.flatMap((one) => one.labels) : labels).map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
    </div>
  )
}
