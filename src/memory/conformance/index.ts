export type { MemoryCheckOptions } from './bench.ts'
export { runMemoryChecks } from './run-memory-checks.ts'
