export { createAnswerBook, type AnswerBook, type AnswerBookCase } from './answer-book.ts'
export type { ServerStats } from './counters.ts'
export { cupidExpectations } from './cupid-expectations.ts'
export { expectations, type Expectation } from './expectations.ts'
export { recallExpectations } from './memory-expectations.ts'
export { judgedExpectations } from './judged-expectations.ts'
export { faults, type FaultName, type PlannedFault } from './faults.ts'
export {
  contextPersonalities,
  embedderNames,
  judgePersonalities,
  personalities,
  type JudgePersonality,
  type Personality,
} from './personalities.ts'
export { startScriptedServer, type ScriptedServer, type ScriptedServerOptions } from './server.ts'
