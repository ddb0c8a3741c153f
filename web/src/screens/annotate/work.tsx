import { useEffect } from 'react'
import type { ProjectSummary, Queue } from '../../../../src/server/api-types.ts'
import { useAddress } from '../../address.ts'
import { useProjectPart } from '../../api/annotate.ts'
import { Loaded } from '../../parts/states.tsx'
import { HostileText } from '../../parts/text.tsx'
import { ItemLoader } from './item-loader.tsx'
import { sendLeftovers } from './save-options.ts'

const signs = { open: '○', draft: '◐', done: '●', skipped: '–' } as const

/** One person's queue, and the item that is open. */
export function Work({ project, who }: { readonly project: ProjectSummary; readonly who: string }) {
  const answer = useProjectPart(project.id, 'queue', { annotator: who })
  return (
    <Loaded answer={answer} height={500}>
      {(queue) => <QueueView queue={queue} who={who} />}
    </Loaded>
  )
}

function QueueView({ queue, who }: { readonly queue: Queue; readonly who: string }) {
  const [{ item, only = '' }, change] = useAddress()
  const { items, project } = queue
  useEffect(() => sendLeftovers(project.id, who, item), [project.id, who, item])
  const chosen =
    items.find((one) => one.item === item) ??
    items.find(({ state }) => state === 'open' || state === 'draft') ??
    items[0]
  const shown = items.filter((one) => only === '' || one.state === only || one === chosen)
  const done = items.filter(({ state }) => state === 'done' || state === 'skipped').length
  const at = chosen === undefined ? -1 : items.indexOf(chosen)
  const goTo = (place: number): void => {
    const next = items[place]
    if (next !== undefined) change({ item: next.item })
  }
  const goToOpen = (): void => {
    const next = items.findIndex(({ state }, place) => place > at && (state === 'open' || state === 'draft'))
    goTo(next < 0 ? at + 1 : next)
  }
  if (chosen === undefined) return <p className="dim">Nothing is assigned to {who} in this project.</p>
  return (
    <div className="work">
      <nav className="queue" aria-label="Queue">
        <div
          className="bar"
          role="progressbar"
          aria-label="Done"
          aria-valuenow={done}
          aria-valuemin={0}
          aria-valuemax={items.length}
        >
          <span style={{ width: `${(100 * done) / Math.max(1, items.length)}%` }} />
        </div>
        <div className="row small">
          <span className="grow dim">
            {done} of {items.length} done
          </span>
          <select
            aria-label="Which items"
            value={only}
            onChange={(event) => change({ only: event.target.value })}
          >
            <option value="">all</option>
            <option value="open">open</option>
            <option value="draft">begun</option>
            <option value="done">done</option>
            <option value="skipped">skipped</option>
          </select>
        </div>
        <ol>
          {shown.map((one) => (
            <li key={one.item}>
              <button
                type="button"
                aria-current={one === chosen ? 'true' : undefined}
                onClick={() => change({ item: one.item })}
                title={one.flag ?? one.state}
              >
                <span aria-hidden="true">{signs[one.state]}</span>
                <span className="visually-hidden">{one.state}:</span>
                <HostileText text={one.title} className="clip" />
                {one.flag === null ? null : <span className="badge warn">⚑</span>}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <ItemLoader
        key={chosen.item}
        project={project}
        who={who}
        item={chosen.item}
        place={`${at + 1} of ${items.length}`}
        onPrevious={at > 0 ? () => goTo(at - 1) : null}
        onNext={at < items.length - 1 ? () => goTo(at + 1) : null}
        onDone={goToOpen}
      />
    </div>
  )
}
