export { runMemoryChecks } from './run-memory-checks.ts'
