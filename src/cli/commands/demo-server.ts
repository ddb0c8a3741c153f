import { UsageError } from '../../core/errors.ts'
import { tracks as allTracks } from '../../registry/benchmarks.ts'
import { plainText } from '../../reports/format.ts'
import {
  contextPersonalities,
  createAnswerBook,
  faults,
  judgePersonalities,
  personalities,
  startScriptedServer,
  type AnswerBookCase,
} from '../../testing/scripted-server/index.ts'
import type { CaseOptions } from '../../core/dataset.ts'
import type { CliContext } from '../context.ts'
import { openDatasets } from '../prepare-run.ts'

export interface DemoServerOptions {
  readonly data: string
  /** 0: any free port. */
  readonly port: number
  /** Milliseconds that every answer takes. */
  readonly latency: number
}

const wholeData: CaseOptions = {
  split: null,
  view: 'as-published',
  pools: 'original',
  rekey: false,
  rowBase: 'unique',
  seed: 0,
}

/** Answers to every case of a data set, for the scripted models. */
export async function* answersOf(
  word: string,
  context: Pick<CliContext, 'env' | 'cwd'>,
): AsyncGenerator<AnswerBookCase> {
  for (const dataset of await openDatasets(word, context)) {
    const present = await dataset.tracks(wholeData)
    for (const { id } of allTracks.filter((track) => present.includes(track.id))) {
      for await (const { input, gold } of dataset.cases(id, wholeData)) yield { track: id, input, gold }
    }
  }
}

/**
 * `rapport demo-server`: a model server without models, to try everything that otherwise needs a key. Knows the
 * answers of a data set; runs until Ctrl-C.
 * @throws UsageError when the port is taken or the data is unknown
 */
export async function demoServerCommand(options: DemoServerOptions, context: CliContext): Promise<void> {
  if (options.port > 65_535) {
    throw new UsageError(`there is no port ${options.port}`, 'choose --port from 0 to 65535')
  }
  const answers = await createAnswerBook(answersOf(options.data, context))
  const server = await startScriptedServer({ answers, port: options.port, latency: options.latency }).catch(
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new UsageError(`the demo server can't start: ${reason}`, 'choose another --port, or 0 for any')
    },
  )
  try {
    context.stdout.write(instructions(server.baseUrl, options.data, answers.size))
    await new Promise<void>((stop) => {
      if (context.signal.aborted) stop()
      else context.signal.addEventListener('abort', () => stop(), { once: true })
    })
  } finally {
    await server.close()
  }
}

function instructions(baseUrl: string, data: string, known: number): string {
  const list = (entries: Readonly<Record<string, string>>): string =>
    Object.entries(entries)
      .map(([name, what]) => `  ${name.padEnd(20)} ${what}`)
      .join('\n')
  const word = plainText(/^[\w./-]+$/.test(data) ? data : JSON.stringify(data))
  const run = `RAPPORT_BASE_URL=${baseUrl} npx rapport run`
  return `Demo server at ${baseUrl} (answers of ${known} cases of ${plainText(data)}; no key is needed). Ctrl-C ends it.

Models
${list(personalities)}
Models for CUPID alone
${list(contextPersonalities)}
Judges
${list(judgePersonalities)}
Faults, after a colon, such as perfect:fenced, perfect:429x3 (three tries) or judge-fair:500xall%30 (30 % of the requests)
${list(faults)}

In another terminal
  ${run} alpsbench --data ${word} --system compatible/perfect compatible/forgetful
  ${run} alpsbench/utilization --data ${word} --system compatible/ignores-memory --judge compatible/judge-fair
  ${run} cupid/inference --data ${word} --system compatible/perfect compatible/never-updates compatible/ignores-context compatible/over-general
  RAPPORT_ANSWER_MODEL=compatible/perfect ${run} alpsbench/utilization --data ${word} --system 'memory:*'
  ${run} alpsbench/extraction --data ${word} --system compatible/perfect:fenced compatible/perfect:429

What it has seen: curl ${baseUrl.replace(/\/v1$/, '')}/__stats
`
}
