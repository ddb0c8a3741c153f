import { colourOf } from '../look/systems.ts'
import { HostileText } from './text.tsx'

const kinds = {
  ranked: null,
  privileged: { word: 'privileged', why: 'reads the gold: a ceiling, never ranked' },
  'input-blind': { word: 'input-blind', why: 'reads nothing of substance: a floor, never ranked' },
} as const

/** A system with the colour that it has everywhere, and what kind it is. */
export function SystemName({
  system,
  kind = 'ranked',
}: {
  readonly system: string
  readonly kind?: 'ranked' | 'privileged' | 'input-blind'
}) {
  const mark = kinds[kind]
  return (
    <span className="row nowrap" style={{ gap: 6, flexWrap: 'nowrap' }}>
      <span className="swatch" style={{ background: `var(--s${colourOf(system)})` }} aria-hidden="true" />
      <HostileText text={system} dir="ltr" />
      {mark === null ? null : (
        <span className="badge" title={mark.why}>
          {mark.word}
        </span>
      )}
    </span>
  )
}
