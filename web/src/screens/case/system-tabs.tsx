import type { RunDetail } from '../../../../src/server/api-types.ts'
import { useAddress } from '../../address.ts'
import { colourOf } from '../../look/systems.ts'
import { HostileText } from '../../parts/text.tsx'

type System = RunDetail['tracks'][number]['systems'][number]

/** Chooses whose answer is shown, and perhaps a second one beside it. */
export function SystemTabs({
  systems,
  system,
  beside,
}: {
  readonly systems: readonly System[]
  readonly system: string | undefined
  readonly beside: string | null
}) {
  const [, change] = useAddress()
  return (
    <div className="tabs" role="tablist" aria-label="Systems">
      {systems.map(({ id }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === system}
          onClick={() => change({ system: id }, { replace: true })}
        >
          <span className="swatch" style={{ background: `var(--s${colourOf(id)})` }} aria-hidden="true" />
          <HostileText text={id.replace(/^baseline:/, '')} dir="ltr" />
        </button>
      ))}
      <span className="grow" />
      {systems.length < 2 ? null : (
        <label className="row small nowrap" style={{ flexWrap: 'nowrap' }}>
          beside
          <select value={beside ?? ''} onChange={(event) => change({ beside: event.target.value })}>
            <option value="">nobody</option>
            {systems
              .filter(({ id }) => id !== system)
              .map(({ id }) => (
                <option key={id}>{id}</option>
              ))}
          </select>
        </label>
      )}
    </div>
  )
}
