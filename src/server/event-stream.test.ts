import { expect, it } from 'vitest'
import { eventStream } from './event-stream.ts'

const never = new AbortController().signal

it('writes events as browsers read them, line breaks and all, and ends with their source', async () => {
  const response = eventStream(never, never, async function* () {
    yield { event: 'progress', data: { text: 'two\nlines\n\nevent: fake\r\ndata: x' } }
    yield { event: 'end', data: {} }
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const text = await response.text()
  const events = text.split('\n\n').filter((block) => block.startsWith('event:'))
  expect(events).toEqual([
    'event: progress\ndata: {"text":"two\\nlines\\n\\nevent: fake\\r\\ndata: x"}',
    'event: end\ndata: {}',
  ])
})

it('a source that fails ends the stream and tells nothing', async () => {
  const response = eventStream(never, never, async function* () {
    yield { event: 'a', data: 1 }
    throw new Error('secret')
  })
  expect(await response.text()).not.toContain('secret')
})

/** A source that waits until it is told to stop. */
function waiting() {
  let ended: (() => void) | undefined
  const over = new Promise<void>((resolve) => (ended = resolve))
  async function* source(signal: AbortSignal) {
    try {
      yield { event: 'a', data: 1 }
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    } finally {
      ended?.()
    }
  }
  return { source, over }
}

it('the source ends when the reader leaves', async () => {
  const { source, over } = waiting()
  const reader = eventStream(never, never, source).body?.getReader()
  await reader?.read()
  await reader?.cancel()
  await over
})

it('source and stream end when the server closes', async () => {
  const { source, over } = waiting()
  const closing = new AbortController()
  const response = eventStream(never, closing.signal, source)
  closing.abort()
  await over
  expect(await response.text()).toContain('retry:')
})

it('a silent connection is given signs of life', async () => {
  const { source } = waiting()
  const closing = new AbortController()
  const reader = eventStream(never, closing.signal, source, 1).body?.getReader()
  let text = ''
  while (!text.includes(': still here')) text += new TextDecoder().decode((await reader?.read())?.value)
  closing.abort()
})
