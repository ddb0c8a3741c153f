import { useEffect, useSyncExternalStore } from 'react'
import { forget, transport } from './client.ts'
import { whileSeen } from './while-seen.ts'

/** Whether the server can be reached, told by its stream of changes. */
let isGone = false
const listeners = new Set<() => void>()

function setGone(gone: boolean): void {
  if (gone === isGone) return
  isGone = gone
  for (const listener of listeners) listener()
  // Whatever was asked in vain meanwhile is asked again.
  if (!gone) forget('/')
}

export function useServerGone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isGone,
  )
}

/** Follows the server for as long as the page is open: lists are asked again when they changed. */
export function useChanges(): void {
  useEffect(
    () =>
      whileSeen(
        () => {
          const stream = transport.stream('/live')
          stream?.addEventListener('open', () => setGone(false))
          // The browser tries again by itself.
          stream?.addEventListener('error', () => setGone(true))
          stream?.addEventListener('changed', (event: MessageEvent<string>) => {
            setGone(false)
            if (event.data.includes('"runs":true')) forget('/runs', '/workbench')
            if (event.data.includes('"projects":true')) forget('/projects', '/workbench')
          })
          return stream
        },
        () => forget('/runs', '/projects', '/workbench'),
      ),
    [],
  )
}
