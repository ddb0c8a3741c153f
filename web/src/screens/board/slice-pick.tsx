import type { TrackBoard } from '../../../../src/server/api-types.ts'
import { useAddress } from '../../address.ts'

/** Which part of the cases the figures are of. */
export function SlicePick({ track }: { readonly track: TrackBoard }) {
  const [{ slice, value }, change] = useAddress()
  const values = [
    ...new Set(track.cells.flatMap((cell) => (cell.slice?.tag === slice ? [cell.slice?.value ?? ''] : []))),
  ]
  return (
    <aside className="slices" aria-label="Slices">
      <h2>Slices</h2>
      <ul>
        <li>
          <button
            type="button"
            aria-pressed={slice === undefined}
            onClick={() => change({ slice: undefined, value: undefined })}
          >
            all cases
          </button>
        </li>
        {track.tags.map(({ tag, values: count }) => (
          <li key={tag}>
            <button
              type="button"
              aria-pressed={slice === tag}
              onClick={() => change({ slice: tag, value: undefined })}
            >
              {tag.replaceAll('_', ' ')} <span className="dim">{count}</span>
            </button>
            {slice !== tag || values.length === 0 ? null : (
              <ul style={{ paddingLeft: 12 }}>
                {values.toSorted().map((one) => (
                  <li key={one}>
                    <button
                      type="button"
                      aria-pressed={value === one}
                      onClick={() => change({ value: value === one ? undefined : one })}
                    >
                      {one}
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {slice === undefined ? null : (
        <p className="dim small">A slice is exploratory: many are looked at, so some differ by chance.</p>
      )}
    </aside>
  )
}
