/**
 * Keeps a stream open while the page is in sight: a browser has six connections to one server, and every stream takes
 * one, so pages in the background give theirs back.
 * @param open opens it; null where nothing can be followed
 * @param onBack told when the page is in sight again: what was missed can be asked for
 * @returns how to end it
 */
export function whileSeen(open: () => EventSource | null, onBack: () => void): () => void {
  let stream: EventSource | null = null
  const follow = (): void => {
    if (document.hidden) {
      stream?.close()
      stream = null
    } else if (stream === null) {
      stream = open()
    }
  }
  const changed = (): void => {
    const wasAway = stream === null
    follow()
    if (wasAway && stream !== null) onBack()
  }
  follow()
  document.addEventListener('visibilitychange', changed)
  return () => {
    document.removeEventListener('visibilitychange', changed)
    stream?.close()
  }
}
