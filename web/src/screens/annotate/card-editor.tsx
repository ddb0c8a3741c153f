import { useEffect, useRef } from 'react'
import type { AnnotationItem, ItemView, MemoryCard } from '../../../../src/server/api-types.ts'
import { HostileText } from '../../parts/text.tsx'
import { TaxonomyPicker } from './taxonomy-picker.tsx'

type Change = Partial<Omit<MemoryCard, 'key' | 'source'>>

const decisions = {
  undecided: { word: 'undecided', tone: 'warn' },
  accept: { word: '✓ accepted', tone: 'good' },
  edit: { word: '✎ edited', tone: 'accent' },
  reject: { word: '✕ rejected', tone: 'bad' },
} as const

/** One memory: read, decided on, edited in place. */
export function CardEditor({
  card,
  original,
  taxonomy,
  group,
  isChosen,
  isEditing,
  onChoose,
  onEdit,
  onChange,
  onDecide,
  onDrop,
  onEvidence,
  onAddEvidence,
}: {
  readonly card: MemoryCard
  /** As the data has it; undefined for suggestions and one's own. */
  readonly original: ItemView | undefined
  readonly taxonomy: AnnotationItem['taxonomy']
  readonly group: string
  readonly isChosen: boolean
  readonly isEditing: boolean
  readonly onChoose: () => void
  readonly onEdit: (isOn: boolean) => void
  readonly onChange: (change: Change) => void
  readonly onDecide: (decision: MemoryCard['decision']) => void
  readonly onDrop: (() => void) | null
  readonly onEvidence: () => void
  readonly onAddEvidence: () => void
}) {
  const words = useRef<HTMLTextAreaElement>(null)
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const field = words.current
    if (!isEditing || field === null) return
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
  }, [isEditing])
  const { word, tone } = decisions[card.decision]
  const close = (): void => {
    onEdit(false)
    place.current?.focus()
  }
  return (
    // eslint-disable-next-line no-noninteractive-tabindex, no-noninteractive-element-interactions, click-events-have-key-events -- the keys of the list work on the chosen card
    <article
      ref={place}
      className={`card ${card.decision}${isChosen ? ' chosen' : ''}`}
      data-card={card.key}
      tabIndex={0}
      aria-label={`${word}: ${card.value}`}
      aria-current={isChosen ? 'true' : undefined}
      onFocus={onChoose}
      onClick={onChoose}
    >
      <div className="row" style={{ flexWrap: 'nowrap', alignItems: 'start' }}>
        <div className="grow">
          {isEditing ? (
            <textarea
              ref={words}
              aria-label="Memory in words"
              rows={2}
              dir="auto"
              maxLength={20_000}
              value={card.value}
              onChange={(event) => onChange({ value: event.target.value })}
              onKeyDown={(event) => {
                if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey)))
                  close()
              }}
            />
          ) : card.value === '' ? (
            <span className="dim">no words yet</span>
          ) : (
            <HostileText text={card.value} className={card.decision === 'reject' ? 'struck' : ''} />
          )}
          {original !== undefined && original.text !== card.value ? (
            <div className="dim small">
              was: <HostileText text={original.text} className="struck" />
            </div>
          ) : null}
        </div>
        <span className={`badge ${tone}`}>{word}</span>
      </div>
      {isEditing ? (
        <div className="row" style={{ alignItems: 'end' }}>
          <TaxonomyPicker
            value={card.label}
            taxonomy={taxonomy}
            group={group}
            onChange={(label) => onChange({ label })}
          />
          <label className="field">
            <span>Type</span>
            <select value={card.type} onChange={(event) => onChange({ type: event.target.value })}>
              {[...new Set(['direct', 'indirect', card.type])].filter(Boolean).map((type) => (
                <option key={type}>{type}</option>
              ))}
            </select>
          </label>
          <label className="field">
            <span>Confidence</span>
            <input
              type="number"
              min={0}
              max={1}
              step={0.05}
              style={{ width: 80 }}
              value={card.confidence ?? ''}
              onChange={(event) => {
                const value = Number(event.target.value)
                onChange({ confidence: event.target.value === '' || value < 0 || value > 1 ? null : value })
              }}
            />
          </label>
          <button type="button" onClick={close}>
            Close <kbd>Esc</kbd>
          </button>
        </div>
      ) : (
        <div className="row small dim" style={{ gap: 8 }}>
          {card.source === 'gold' ? null : (
            <span className="badge">{card.source === 'new' ? 'own' : 'suggested'}</span>
          )}
          <span>{card.label === '' ? 'no label' : card.label}</span>
          <span>{card.type}</span>
          {card.confidence === null ? null : <span>{card.confidence.toFixed(2)}</span>}
        </div>
      )}
      <div className="stack" style={{ gap: 2 }}>
        {card.evidence.map((one, at) => (
          <div
            key={`${one.turn} ${one.start} ${one.end}`}
            className="row small"
            style={{ flexWrap: 'nowrap' }}
          >
            <button
              type="button"
              className="plain quote grow"
              title="go to it in the dialogue"
              onClick={onEvidence}
            >
              <span className="clip">
                turn {one.turn + 1}: “<HostileText text={one.text} />”
              </span>
            </button>
            {isEditing ? (
              <button
                type="button"
                className="plain"
                aria-label="Take this evidence away"
                onClick={() => onChange({ evidence: card.evidence.filter((_, place_) => place_ !== at) })}
              >
                ✕
              </button>
            ) : null}
          </div>
        ))}
        {card.evidence.length === 0 ? <span className="small dim">no evidence</span> : null}
      </div>
      {isChosen ? (
        <div className="row small">
          <button type="button" aria-pressed={card.decision === 'accept'} onClick={() => onDecide('accept')}>
            Accept <kbd>a</kbd>
          </button>
          <button type="button" aria-pressed={isEditing} onClick={() => onEdit(!isEditing)}>
            Edit <kbd>e</kbd>
          </button>
          <button type="button" aria-pressed={card.decision === 'reject'} onClick={() => onDecide('reject')}>
            Reject <kbd>x</kbd>
          </button>
          <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={onAddEvidence}>
            Add the selection
          </button>
          {onDrop === null ? null : (
            <button type="button" onClick={onDrop}>
              Take it away
            </button>
          )}
        </div>
      ) : null}
    </article>
  )
}
