import { useRef, useState } from 'react'
import type { AnnotationItem, MemoryCard } from '../../../../src/server/api-types.ts'
import { useKeys } from '../../keys.ts'
import { pickedIn } from '../../parts/dialogue/selection.ts'
import { HostileText } from '../../parts/text.tsx'
import {
  addCard,
  changeCard,
  dropCard,
  takeSuggestion,
  type MemoriesBody,
  type TurnText,
} from './card-state.ts'
import { CardEditor } from './card-editor.tsx'

/** Memories as cards: gold ones to decide on, suggestions of models aside, one's own. */
export function MemoryCards({
  item,
  body,
  set,
  textOf,
  onEvidence,
}: {
  readonly item: AnnotationItem
  readonly body: MemoriesBody
  readonly set: (body: MemoriesBody, now?: boolean) => void
  readonly textOf: TurnText
  readonly onEvidence: (key: string) => void
}) {
  const [chosen, setChosen] = useState(
    () => body.cards.find(({ decision }) => decision === 'undecided')?.key ?? body.cards[0]?.key ?? '',
  )
  const [editing, setEditing] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const current = body.cards.find(({ key }) => key === chosen)
  const focusOn = (key: string): void => {
    setChosen(key)
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(key)}"]`)?.focus(),
    )
  }
  const decide = (key: string, decision: MemoryCard['decision']): void => {
    const next = changeCard(body, key, { decision })
    set(next, true)
    setEditing(null)
    const at = next.cards.findIndex((card) => card.key === key)
    const open = [...next.cards.slice(at + 1), ...next.cards.slice(0, at)].find(
      (card) => card.decision === 'undecided',
    )
    setSaid(open === undefined ? 'Every card is decided.' : '')
    focusOn(open?.key ?? key)
  }
  const passage = () => {
    const picked = pickedIn(document.getSelection())
    return picked === null ? null : { ...picked, text: textOf(picked.turn).slice(picked.start, picked.end) }
  }
  const addNew = (): void => {
    const picked = passage()
    const { body: next, key } = addCard(body, picked === null ? [] : [picked])
    set(next, true)
    setEditing(key)
    setChosen(key)
    setSaid(
      picked === null
        ? 'Nothing was selected in the dialogue: add the evidence later with "Add the selection".'
        : '',
    )
  }
  const addEvidence = (key: string): void => {
    const picked = passage()
    const card = body.cards.find((one) => one.key === key)
    if (picked === null || card === undefined)
      return setSaid('Select a passage of one turn in the dialogue first.')
    setSaid('')
    set(changeCard(body, key, { evidence: [...card.evidence, picked], decision: card.decision }), true)
  }
  const move = (by: number): void => {
    const at = body.cards.findIndex(({ key }) => key === chosen)
    const next = body.cards[Math.max(0, Math.min(body.cards.length - 1, at + by))]
    if (next !== undefined) focusOn(next.key)
  }
  useKeys({
    a: () => current !== undefined && decide(current.key, 'accept'),
    x: () => current !== undefined && decide(current.key, 'reject'),
    e: () => setEditing(chosen),
    n: addNew,
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...Object.fromEntries(
      item.taxonomy.slice(0, 9).map((group, place) => [
        String(place + 1),
        () => {
          if (current === undefined) return
          setEditing(current.key)
          setGroup(group.group)
        },
      ]),
    ),
  })
  const [group, setGroup] = useState('')
  const taken = new Set(body.cards.map(({ key }) => key))
  const open = body.cards.filter(({ decision }) => decision === 'undecided').length
  return (
    <div className="stack" ref={list}>
      <div className="row">
        <h3 className="grow">
          Memories {body.cards.length}{' '}
          <span className="dim small">{open === 0 ? 'all decided' : `${open} undecided`}</span>
        </h3>
        <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={addNew}>
          New from the selection <kbd>n</kbd>
        </button>
      </div>
      <p className="small dim" role="status">
        {said}
      </p>
      {body.cards.map((card) => (
        <CardEditor
          key={card.key}
          card={card}
          original={item.gold.find(({ key }) => key === card.key)}
          taxonomy={item.taxonomy}
          group={card.key === chosen ? group : ''}
          isChosen={card.key === chosen}
          isEditing={card.key === editing}
          onChoose={() => setChosen(card.key)}
          onEdit={(isOn) => setEditing(isOn ? card.key : null)}
          onChange={(change) => set(changeCard(body, card.key, change))}
          onDecide={(decision) => decide(card.key, decision)}
          onDrop={card.source === 'gold' ? null : () => set(dropCard(body, card.key), true)}
          onEvidence={() => onEvidence(card.key)}
          onAddEvidence={() => addEvidence(card.key)}
        />
      ))}
      <label className="field">
        <span>Note</span>
        <textarea
          rows={2}
          value={body.note}
          maxLength={5000}
          onChange={(event) => set({ ...body, note: event.target.value })}
        />
      </label>
      {item.suggestions.length === 0 ? null : (
        <section className="stack" style={{ gap: 6 }} aria-label="Suggestions">
          <h3>What models found</h3>
          {item.suggestions.map(({ by, items }) => (
            <div key={by} className="stack" style={{ gap: 4 }}>
              <span className="dim small">
                <HostileText text={by} dir="ltr" />
              </span>
              {items.map((one) => (
                <div key={one.key} className="ghost row">
                  <span className="grow">
                    <HostileText text={one.text} lang={one.lang} dir={one.dir} />{' '}
                    <span className="dim small">{one.label}</span>
                  </span>
                  <button
                    type="button"
                    disabled={taken.has(one.key)}
                    onClick={() => {
                      set(takeSuggestion(body, one, textOf), true)
                      focusOn(one.key)
                    }}
                  >
                    {taken.has(one.key) ? 'taken' : 'Take it'}
                  </button>
                </div>
              ))}
            </div>
          ))}
        </section>
      )}
    </div>
  )
}
