// Folders of results in a benchmark's own layout, besides the run files of `run-files.ts`.
export { readResultsFolder } from '../benchmarks/cupid/original/read-results.ts'
export type { ModelResults } from '../benchmarks/cupid/original/read-results.ts'
export { resultFile, type OwnResult } from '../benchmarks/cupid/original/result-file.ts'
export { writeResultsFolder } from '../benchmarks/cupid/original/write-results.ts'
