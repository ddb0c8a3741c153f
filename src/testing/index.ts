/**
 * For those who extend Rapport: the suites that an implementation must pass, and small fakes.
 * @packageDocumentation
 */
export { fakeMemories, type FakeMemoryName } from './fake-memories.ts'
export { memoryConformance, type MemoryConformanceOptions } from './memory-conformance.ts'
export { MemoryStore } from './memory-store.ts'
export {
  createAnswerBook,
  embedderNames,
  expectations,
  faults,
  judgedExpectations,
  judgePersonalities,
  personalities,
  startScriptedServer,
  type AnswerBook,
  type AnswerBookCase,
  type Expectation,
  type FaultName,
  type JudgePersonality,
  type Personality,
  type PlannedFault,
  type ScriptedServer,
  type ScriptedServerOptions,
  type ServerStats,
} from './scripted-server/index.ts'
export { storeConformance } from './store-conformance.ts'
export type { TestApi } from './store-suite.ts'
export { tickingClock, tinyCase, tinyScorer, tinySystem, tinyTrack } from './tiny-track.ts'
