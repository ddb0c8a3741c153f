import { z } from 'zod'
import {
  createAnswerBook,
  startScriptedServer,
  type ScriptedServer,
  type ScriptedServerOptions,
} from '../../testing/scripted-server/index.ts'
import { answersOf } from '../commands/demo-server.ts'
import { inProcess, type Ended } from './cli.ts'

/** A scripted server that knows the answers of the sample. */
export async function startSampleServer(
  options: Omit<ScriptedServerOptions, 'answers'> = {},
): Promise<ScriptedServer> {
  const answers = await createAnswerBook(answersOf('sample', { env: {}, cwd: '.' }))
  return startScriptedServer({ ...options, answers })
}

/**
 * Runs a command inside this process with the time of the machine, since providers say how long to wait.
 * @param later milliseconds that its clock is ahead
 */
export function liveCommand(
  cwd: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  later = 0,
): Promise<Ended> {
  const clock = { now: () => Date.now() + later, monotonic: () => performance.now() }
  return inProcess(cwd, argv, { env, clock })
}

const documentSchema = z.object({
  run: z.object({ id: z.string() }),
  judges: z.array(
    z.object({
      instrument: z.string(),
      judge: z.string(),
      falseAccept: z.object({ errors: z.number(), n: z.number() }),
      falseReject: z.object({ errors: z.number(), n: z.number() }),
      state: z.string(),
    }),
  ),
  results: z.array(
    z.object({
      track: z.string(),
      system: z.string(),
      instrument: z.string(),
      metric: z.string(),
      value: z.number().nullable(),
      n: z.number(),
      unscored: z.number(),
      invalid: z.boolean(),
      unscoredBy: z.record(z.string(), z.number()),
      failedBy: z.object({ system: z.number(), infrastructure: z.number() }),
      headline: z.object({ value: z.number() }).exactOptional(),
      repeats: z.object({ n: z.number() }).exactOptional(),
    }),
  ),
})
export type ResultsDocument = z.infer<typeof documentSchema>

/** Reads what `--json` printed. */
export function readDocument(text: string): ResultsDocument {
  return documentSchema.parse(JSON.parse(text))
}

/**
 * The line of a system under an instrument and metric, such as `strict-match@1 f1`; options of the instrument don't
 * count. @throws Error without one
 */
export function resultOf(document: ResultsDocument, system: string, figure: string, track?: string) {
  const found = document.results.find(
    (row) =>
      row.system === system &&
      `${row.instrument.replace(/\?.*/, '')} ${row.metric}` === figure &&
      (track === undefined || row.track === track),
  )
  if (found === undefined) throw new Error(`no line of ${system} under ${figure}`)
  return found
}
