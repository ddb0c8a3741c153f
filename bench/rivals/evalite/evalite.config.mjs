import process from 'node:process'
import { defineConfig } from 'evalite/config'

export default defineConfig({
  maxConcurrency: Number(process.env.BENCH_CONCURRENCY),
  testTimeout: 600_000,
  hideTable: true,
})
