import { useEffect, useRef } from 'react'

/** What a key does, by its name: `j`, `?`, `[`, `Enter`, `g l` (one after the other). */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => void>>

/** Time in which the second key of a pair must follow. */
const PAIR = 1200

/** Whether keys belong to what has the focus: a field to write in. */
function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'range'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** Keys for as long as the component is there. Later components come first; keys with Ctrl, Alt or Meta are the browser's. */
export function useKeys(map: KeyMap, active = true): void {
  const current = useRef(map)
  useEffect(() => {
    current.current = map
  })
  useEffect(() => {
    if (!active) return
    const layer = (event: KeyboardEvent, name: string): boolean => {
      const action = Object.hasOwn(current.current, name) ? current.current[name] : undefined
      if (action === undefined) return false
      action(event)
      return true
    }
    layers.push(layer)
    if (layers.length === 1) document.addEventListener('keydown', onKey)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      if (layers.length === 0) document.removeEventListener('keydown', onKey)
    }
  }, [active])
}

type Layer = (event: KeyboardEvent, name: string) => boolean
const layers: Layer[] = []
let first: { readonly key: string; readonly at: number } | null = null

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  if (isWriting(event.target) && event.key !== 'Escape') return
  if (document.querySelector('dialog[open]') !== null && event.key !== 'Escape') return
  const pair = first !== null && event.timeStamp - first.at < PAIR ? `${first.key} ${event.key}` : null
  for (const layer of layers.toReversed()) {
    if ((pair !== null && layer(event, pair)) || layer(event, event.key)) {
      first = null
      event.preventDefault()
      return
    }
  }
  first = event.key.length === 1 ? { key: event.key, at: event.timeStamp } : null
}
