// Copied as bench.eval.ts: evalite looks for no other ending.
import process from 'node:process'
import { evalite } from 'evalite'
import { promptOf } from './prompt.mjs'

// A bare fetch costs less than a client library would: this favours evalite. No scorer: only calls are measured.
evalite('bench', {
  data: () =>
    Array.from({ length: Number(process.env.BENCH_CALLS) }, (_, index) => ({ input: promptOf(index) })),
  task: async (input) => {
    const response = await fetch(`${process.env.BENCH_ADDRESS}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'slow', max_tokens: 200, messages: [{ role: 'user', content: input }] }),
    })
    if (!response.ok) throw new Error(String(response.status))
    return (await response.json()).choices[0].message.content
  },
  scorers: [],
})
