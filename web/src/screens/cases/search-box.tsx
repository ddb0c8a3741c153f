import { useEffect, useRef, useState } from 'react'
import { useAddress } from '../../address.ts'
import { useKeys } from '../../keys.ts'

/** Milliseconds without a key after which a search is asked for. */
const PAUSE = 250

/** Full text over cases and answers; one Chinese character is enough. */
export function SearchBox() {
  const [{ q = '' }, change] = useAddress()
  const [text, setText] = useState(q)
  const place = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => place.current?.focus() })
  useEffect(() => setText(q), [q])
  useEffect(() => {
    if (text === q) return
    const timer = setTimeout(() => change({ q: text }, { replace: true }), PAUSE)
    return () => clearTimeout(timer)
  }, [text, q, change])
  return (
    <input
      ref={place}
      type="search"
      aria-label="Search in dialogues and answers"
      placeholder="Search in dialogues and answers   /"
      style={{ width: 280 }}
      value={text}
      dir="auto"
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') place.current?.blur()
      }}
    />
  )
}
