interface StreamedEvent {
  readonly event: string
  readonly data: unknown
}

/** Milliseconds after which a silent connection is given a sign of life: proxies close it after a minute or so. */
const HEARTBEAT = 15_000

/**
 * Answers with server-sent events. The stream ends with its source; it and its source end when the reader leaves or
 * the server closes.
 * @param leaving the request's signal
 */
export function eventStream(
  leaving: AbortSignal,
  closing: AbortSignal,
  source: (signal: AbortSignal) => AsyncIterable<StreamedEvent>,
  heartbeat: number = HEARTBEAT,
): Response {
  const over = new AbortController()
  const signal = AbortSignal.any([leaving, closing, over.signal])
  const text = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (line: string): void => {
        if (!signal.aborted) controller.enqueue(text.encode(line))
      }
      const beat = setInterval(() => send(': still here\n\n'), heartbeat)
      beat.unref()
      // Headers go out with the first bytes, and a browser tells by them that it is connected.
      send('retry: 2000\n\n')
      void (async () => {
        try {
          for await (const { event, data } of source(signal)) {
            send(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
            if (signal.aborted) break
          }
        } catch {
          // The reader connects again and is told by the status what is wrong.
        } finally {
          clearInterval(beat)
          if (!over.signal.aborted) controller.close()
        }
      })()
    },
    cancel() {
      over.abort()
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
    },
  })
}
