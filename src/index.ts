/**
 * Rapport as a library: the words of the design (types), errors, and the registry of benchmarks and tracks.
 * @packageDocumentation
 */
export type { CallContext } from './core/call-context.ts'
export type { Case, Recording } from './core/case.ts'
export type { Clock } from './core/clock.ts'
export type { CaseOptions, Dataset, DatasetDescriptor, DatasetReport, Finding } from './core/dataset.ts'
export { InputError, RapportError, UsageError, type ExitCode, type Place } from './core/errors.ts'
export { Fault } from './core/fault.ts'
export type { Json, JsonObject } from './core/json.ts'
export type {
  GivenMemory,
  MemoryCapabilities,
  MemoryFacts,
  MemoryItem,
  MemoryMessage,
  MemoryScope,
  MemoryScopeRequest,
  MemorySession,
  MemorySystem,
  MemoryUsage,
  Readiness,
  SearchOptions,
} from './core/memory.ts'
export type { MemoryEndpoint, MemoryTools } from './core/memory-tools.ts'
export type { MetricDefinition } from './core/metric.ts'
export type { Bounds, FaultReason, FaultSide, Fraction, Outcome, UnscoredReason } from './core/outcome.ts'
export type { Perturbation } from './core/perturbation.ts'
export type { ImportedFigure, PublishedClaim, PublishedResult } from './core/published.ts'
export type { ChatMessage, ModelPort } from './core/model.ts'
export type { RunRecord, RunSpec } from './core/run.ts'
export type { ItemRow, MetricScore, Scorer, ScoreResult, ScorerCase } from './core/scorer.ts'
export type { Store } from './core/store.ts'
export type {
  BaselineSystem,
  FileSystem,
  InputSystem,
  PrivilegedSystem,
  RecordingSystem,
  Response,
  RowSystem,
  StagedSystem,
  System,
  SystemKind,
} from './core/system.ts'
export type { BaselineDefinition, Benchmark, OpenContext, Parsed, Track } from './core/track.ts'
export { instrumentKey } from './core/scorer.ts'
export { benchmarks, findTrack, tracks } from './registry/benchmarks.ts'
export { openStore } from './store/index.ts'
