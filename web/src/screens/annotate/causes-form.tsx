import type { AnnotationItem, AnswerBody, Cause } from '../../../../src/server/api-types.ts'
import { useKeys } from '../../keys.ts'
import { BlockPart } from '../case/block-part.tsx'
import type { CausesBody } from './card-state.ts'

export const causeWords: readonly (readonly [Cause, string, string])[] = [
  ['wrong-context', 'Wrong context', 'what it says is true of the user, but of another situation'],
  ['shallow', 'Shallow', 'it took the words on the surface and missed what is meant'],
  ['stale', 'Stale', 'it was so once; the user has changed it since'],
  ['wrong-user', 'Wrong user', 'it is somebody else of whom this is true'],
  ['over-applied', 'Over-applied', 'it used what it knows where nobody asked for it'],
  ['invented', 'Invented', 'nothing in the dialogue says it'],
  ['other', 'Other', 'say in the note what it is'],
]

/** Why a system got a case wrong. */
export function CausesForm({
  item,
  body,
  set,
}: {
  readonly item: AnnotationItem
  readonly body: CausesBody
  readonly set: (body: AnswerBody, now?: boolean) => void
}) {
  const choose = (cause: Cause): void => set({ ...body, cause }, true)
  useKeys(Object.fromEntries(causeWords.map(([cause], place) => [String(place + 1), () => choose(cause)])))
  return (
    <div className="stack">
      <fieldset className="card">
        <legend>
          <b>Why is it wrong?</b>
        </legend>
        {causeWords.map(([cause, label, why], place) => (
          <label key={cause} className="row" style={{ flexWrap: 'nowrap', alignItems: 'start' }}>
            <input type="radio" name="cause" checked={body.cause === cause} onChange={() => choose(cause)} />
            <kbd>{place + 1}</kbd>
            <span>
              <b>{label}</b> <span className="dim">{why}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <label className="field">
        <span>Note</span>
        <textarea
          rows={3}
          value={body.note}
          maxLength={5000}
          onChange={(event) => set({ ...body, note: event.target.value })}
        />
      </label>
      {item.gold.length === 0 ? null : (
        <BlockPart block={{ kind: 'items', name: 'gold', title: 'Gold', items: item.gold }} />
      )}
    </div>
  )
}
