import type { AnnotationItem, AnswerBody } from '../../../../src/server/api-types.ts'
import { timeText } from '../../parts/format.ts'

/** Every earlier version of one's own, newest first. */
export function HistoryPanel({
  item,
  onTake,
  onClose,
}: {
  readonly item: AnnotationItem
  readonly onTake: (body: AnswerBody) => void
  readonly onClose: () => void
}) {
  return (
    <section className="stack history" style={{ gap: 6 }} aria-label="History">
      <div className="row">
        <h3 className="grow">History</h3>
        <button type="button" className="plain" aria-label="Close the history" onClick={onClose}>
          ✕
        </button>
      </div>
      {item.history.length === 0 ? <p className="dim">Nothing was saved yet.</p> : null}
      <ol className="stack" style={{ gap: 4 }}>
        {item.history.map(({ seq, at, act, state, body }) => (
          <li key={seq} className="row small">
            <span className="dim nowrap">{timeText(at)}</span>
            <span>
              {act} · {state}
            </span>
            <span className="dim grow">{bodyText(body)}</span>
            {body === null ? null : (
              <button type="button" className="plain" onClick={() => onTake(body)}>
                Take this version
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A body in a few words. */
export function bodyText(body: AnswerBody | null): string {
  if (body === null) return 'as given'
  switch (body.kind) {
    case 'memories': {
      const count = (decision: string): number =>
        body.cards.filter((card) => card.decision === decision).length
      const own = body.cards.filter(({ source }) => source === 'new').length
      return `${count('accept')} accepted, ${count('edit')} edited, ${count('reject')} rejected${own === 0 ? '' : `, ${own} of one's own`}`
    }
    case 'judge':
      return Object.entries(body.fields)
        .map(([field, { verdict, value }]) => `${field}: ${verdict}${value === null ? '' : ` ${value}`}`)
        .join('; ')
    case 'causes':
      return body.cause ?? 'no cause'
  }
}
