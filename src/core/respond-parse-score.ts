import { z } from 'zod'
import type { CallContext } from './call-context.ts'
import type { Case, Recording } from './case.ts'
import { contentHash } from './hash.ts'
import { jsonObjectSchema, knownJson, type Json } from './json.ts'
import { responseJson } from './response-json.ts'
import { instrumentKey, type Scorer } from './scorer.ts'
import type { InstrumentStage, SystemStage } from './stage.ts'
import type { StageGraph } from './stage-graph.ts'
import type { Response, StagedSystem, System } from './system.ts'
import type { Track } from './track.ts'

const responseSchema: z.ZodType<Response> = z.discriminatedUnion('form', [
  z.object({ form: z.literal('text'), text: z.string(), meta: jsonObjectSchema.exactOptional() }),
  z.object({ form: z.literal('contract'), value: knownJson, meta: jsonObjectSchema.exactOptional() }),
])

const parsedSchema = z.object({ prediction: knownJson, repairs: z.array(z.string()) })

/** Answers in one call; the others bring their own stages. */
type OneStepSystem = Exclude<System, StagedSystem>

/** The recording of the first of a system's model names that the case has. */
function recordingOf(subject: Case, models: readonly string[]): Recording | null {
  for (const model of models) {
    const recording = subject.recordings[model]
    if (recording !== undefined) return recording
  }
  return null
}

/** What a system sees of a case, as hashes: this and nothing else goes into the fingerprint of its answer. */
function seenBy(system: OneStepSystem, subject: Case, fold: number): Json {
  switch (system.access) {
    case 'input':
      return { input: contentHash(subject.input) }
    case 'row':
      return { row: contentHash(subject.row) }
    case 'id':
      return { id: subject.id }
    case 'recording': {
      const recording = recordingOf(subject, system.models)
      return { recording: recording === null ? null : contentHash({ raw: recording.raw }) }
    }
    case 'baseline':
      return { input: contentHash(subject.input), id: subject.id, fold }
    case 'gold':
      return { input: contentHash(subject.input), gold: contentHash(subject.gold), id: subject.id }
  }
}

/** Asks a system with exactly the parts of the case that its kind of access allows. */
function ask(system: OneStepSystem, subject: Case, fold: number, context: CallContext): Promise<Response> {
  switch (system.access) {
    case 'input':
      return system.respond({ input: subject.input }, context)
    case 'row':
      return system.respond({ row: subject.row }, context)
    case 'id':
      return system.respond({ id: subject.id }, context)
    case 'recording':
      return system.respond({ recording: recordingOf(subject, system.models) }, context)
    case 'baseline':
      return system.respond({ input: subject.input, id: subject.id, fold }, context)
    case 'gold':
      return system.predictPrivileged({ input: subject.input, gold: subject.gold, id: subject.id }, context)
  }
}

/**
 * The graph of a track without a judge: the system responds, the track's parser reads the answer into the
 * contract's form, each scorer compares it with the gold.
 */
export function respondParseScore(track: Pick<Track, 'id' | 'version' | 'parse'>): StageGraph {
  return (system, scorers) => [
    ...(system.access === 'stages' ? system.stages : [respondStage(track.id, system)]),
    parseStage(track),
    ...scorers.map((scorer) => scoreStage(scorer)),
  ]
}

function respondStage(track: string, system: OneStepSystem): SystemStage {
  return {
    kind: 'system',
    name: 'respond',
    version: '1',
    needs: [],
    settings: { track, access: system.access, identity: system.identity },
    eager: system.external,
    seen: (subject, fold) => seenBy(system, subject, fold),
    async run({ subject, fold, context }) {
      return responseJson(await ask(system, subject, fold, context))
    },
  }
}

function parseStage(track: Pick<Track, 'id' | 'version' | 'parse'>): SystemStage {
  return {
    kind: 'system',
    name: 'parse',
    version: track.version,
    needs: ['respond'],
    settings: { track: track.id },
    eager: false,
    seen: (subject) => ({ input: contentHash(subject.input) }),
    async run({ subject, upstream }) {
      const { prediction, repairs } = track.parse(responseSchema.parse(upstream['respond']), subject.input)
      return { prediction, repairs: [...repairs] }
    },
  }
}

/** Compares a parsed prediction with the gold. */
export function scoreStage(scorer: Scorer): InstrumentStage {
  return {
    kind: 'instrument',
    name: 'score',
    instrument: instrumentKey(scorer),
    scorer,
    version: scorer.version,
    needs: ['parse'],
    settings: { scorer: scorer.name, options: scorer.options },
    seen: (subject) => ({ input: contentHash(subject.input), gold: contentHash(subject.gold) }),
    async run({ subject, upstream }) {
      const { prediction } = parsedSchema.parse(upstream['parse'])
      return scorer.score(prediction, { input: subject.input, gold: subject.gold })
    },
  }
}
