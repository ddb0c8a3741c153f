import { useState } from 'react'
import { chunksOf } from '../../parts/dialogue/chunks.ts'
import { countText } from '../../parts/format.ts'
import { Hostile } from '../../parts/text.tsx'

/** Characters that are shown at once. */
const SHOWN = 6000

/** A text of any length: its beginning, and the rest when it is asked for. */
export function LongText({
  text,
  lang,
  dir,
  mono = false,
}: {
  readonly text: string
  readonly lang: string | null
  readonly dir: 'ltr' | 'rtl'
  readonly mono?: boolean
}) {
  const [shown, setShown] = useState(SHOWN)
  const [first] = chunksOf(text, shown)
  const visible = first?.text ?? ''
  const rest = text.length - visible.length
  const Tag = mono ? 'pre' : 'div'
  return (
    <>
      <Tag
        className="hostile"
        dir={dir}
        style={{ whiteSpace: 'pre-wrap', maxWidth: mono ? 'none' : '75ch' }}
        {...(lang === null ? {} : { lang })}
      >
        <Hostile text={visible} />
      </Tag>
      {rest <= 0 ? null : (
        <button type="button" className="plain" onClick={() => setShown(shown + 10 * SHOWN)}>
          Show {countText(Math.min(rest, 10 * SHOWN))} of {countText(rest)} more characters
        </button>
      )}
    </>
  )
}
