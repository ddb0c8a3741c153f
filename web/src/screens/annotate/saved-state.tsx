import type { AnnotationItem } from '../../../../src/server/api-types.ts'
import type { SaveState } from './save-queue.ts'

const words: Readonly<Record<SaveState, { readonly text: string; readonly tone: string }>> = {
  saved: { text: '✓ saved', tone: 'good' },
  unsaved: { text: '● not saved yet', tone: 'warn' },
  saving: { text: '… saving', tone: 'accent' },
  waiting: { text: '⟳ kept in this browser; the server does not answer', tone: 'warn' },
  conflict: { text: '✕ saved elsewhere', tone: 'bad' },
  refused: { text: '✕ refused', tone: 'bad' },
}

/** Whether the work is safe, always in sight. */
export function SavedState({
  saving,
  message,
  state,
}: {
  readonly saving: SaveState
  readonly message: string
  readonly state: AnnotationItem['history'][number]['state']
}) {
  const { text, tone } = words[saving]
  return (
    <span className="row" style={{ gap: 4 }}>
      <span className="badge">{state}</span>
      <span className={`badge ${tone}`} role="status" title={message} data-saving={saving}>
        {text}
        {saving === 'refused' ? `: ${message}` : ''}
      </span>
    </span>
  )
}
