import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAddress } from '../address.ts'
import { useAnswer } from '../api/client.ts'
import { timeText } from './format.ts'
import { Empty, Loaded } from './states.tsx'

/** Chooses the run that a screen is about: the one of the address, else the newest one with figures. */
export function RunPick({ children }: { readonly children: (run: string) => ReactNode }) {
  const [{ run }, change] = useAddress()
  const answer = useAnswer('/runs', {}, { keep: true })
  return (
    <Loaded answer={answer} height={40}>
      {({ runs }) => {
        const chosen = run ?? runs.find(({ state }) => state !== 'planning')?.id
        if (chosen === undefined)
          return (
            <Empty title="There is no run here yet">
              <Link to="/">Start one from the list of runs</Link>
            </Empty>
          )
        return (
          <>
            <div className="row">
              <label>
                <span className="dim">Run </span>
                <select
                  value={chosen}
                  onChange={(event) => change({ run: event.target.value, track: undefined, case: undefined })}
                >
                  {runs.some(({ id }) => id === chosen) ? null : <option value={chosen}>{chosen}</option>}
                  {runs.map(({ id, dataset, createdAt, state }) => (
                    <option key={id} value={id}>
                      {id} · {dataset.word} · {timeText(createdAt)}
                      {state === 'done' ? '' : ` · ${state}`}
                    </option>
                  ))}
                </select>
              </label>
              <Link to="/runs/$run" params={{ run: chosen }}>
                about it
              </Link>
            </div>
            {children(chosen)}
          </>
        )
      }}
    </Loaded>
  )
}
