import process from 'node:process'
import { promptOf } from './prompt.mjs'

// No assertion: only the calls are measured.
export default {
  prompts: ['{{text}}'],
  providers: [
    {
      id: 'openai:chat:slow',
      config: { apiBaseUrl: `${process.env.BENCH_ADDRESS}/v1`, apiKey: 'none', max_tokens: 200 },
    },
  ],
  tests: Array.from({ length: Number(process.env.BENCH_CALLS) }, (_, index) => ({
    vars: { text: promptOf(index) },
  })),
}
