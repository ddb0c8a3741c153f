import type { ItemView } from '../../../../src/server/api-types.ts'
import { HostileText } from '../../parts/text.tsx'

/** A memory, candidate, preference or entry; one with evidence leads to it. */
export function ItemCard({
  item,
  state = '',
  onItem,
}: {
  readonly item: ItemView
  readonly state?: '' | 'missing' | 'extra'
  readonly onItem?: (key: string) => void
}) {
  const content = (
    <>
      <HostileText text={item.text} lang={item.lang} dir={item.dir} />
      <span className="meta">
        {state === '' ? null : <b>{state}</b>}
        {item.label === null ? null : <HostileText text={item.label} dir="ltr" />}
        {item.type === null ? null : <HostileText text={item.type} />}
        {item.confidence === null ? null : <span title="confidence">{item.confidence.toFixed(2)}</span>}
        {item.marks.map((mark) => (
          <span key={mark} className="badge">
            {mark}
          </span>
        ))}
        {item.evidence.length > 0 && item.spans.length === 0 ? (
          <span title={item.evidence.join('\n')}>evidence not found in the dialogue</span>
        ) : null}
      </span>
    </>
  )
  return item.spans.length === 0 || onItem === undefined ? (
    <div className={`item ${state}`}>{content}</div>
  ) : (
    <button
      type="button"
      className={`item ${state}`}
      title="go to its evidence"
      onClick={() => onItem(item.key)}
    >
      {content}
    </button>
  )
}
