import { z } from 'zod'
import { RapportError } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import { runRecordSchema } from '../../core/run.ts'
import type { OutcomeRow } from '../../core/store.ts'
import { annotationProjectSchema, answerBodySchema, itemContentSchema } from '../../core/annotation.ts'
import { openStore } from '../index.ts'

/**
 * What several-processes.test.ts starts as a process of its own. Writes batches of three outcomes, a call, replies,
 * an annotation and an event, four at once, and prints the name of each batch when the store has acknowledged it.
 */
const { path, name, batches, run, project, content, body } = z
  .object({
    path: z.string(),
    name: z.string(),
    batches: z.number(),
    run: runRecordSchema,
    project: annotationProjectSchema,
    content: itemContentSchema,
    body: answerBodySchema,
  })
  .parse(parseJson(process.argv[2] ?? ''))

function outcomes(batch: string): OutcomeRow[] {
  return ['f1', 'precision', 'recall'].map((metric) => ({
    run: run.id,
    track: 't',
    system: name,
    case: batch,
    repeat: 0,
    attempt: 0,
    instrument: 'i',
    metric,
    outcome: { status: 'scored', numerator: 1, denominator: 1 },
    bounds: { worst: { numerator: 0, denominator: 1 }, best: { numerator: 1, denominator: 1 } },
  }))
}

const store = await openStore(path)
await store.createRun(run).catch((error: unknown) => {
  // Whoever comes second finds the run; anything else is a failure.
  if (!(error instanceof RapportError && error.message.includes('exists already'))) throw error
})
const item = { id: 'a', title: '', flag: null, cluster: 'a', language: null, content }
await store
  .createProject(project, [item], { at: 1, people: [name], seats: { a: [name] } })
  .catch((error: unknown) => {
    if (!(error instanceof RapportError && error.message.includes('exists already'))) throw error
  })
for (let first = 0; first < batches; first += 4) {
  const group = [0, 1, 2, 3].map(async (offset) => {
    const batch = `${name}-${first + offset}`
    await store.commit({
      outcomes: outcomes(batch),
      results: [
        {
          fingerprint: batch,
          stage: 'respond',
          outputHash: '',
          output: 'long '.repeat(300) + batch,
          duration: 1,
          finishedAt: 1,
        },
      ],
    })
    await store.recordCalls(run.id, [
      {
        at: first,
        model: 'm',
        purpose: name,
        outcome: 'answered',
        detail: null,
        usage: { input: 1, output: 1, cachedInput: null, reasoning: null },
        latency: 1,
        cost: 1,
        worstCost: null,
        request: batch,
      },
    ])
    await store.keepReply(batch, { text: 'reply '.repeat(200) + batch })
    // Everybody has an answer to this one; the first stays.
    await store.keepReply(`shared ${first + offset}`, name)
    const said = { act: 'save', state: 'draft', body } as const
    const entry = { id: batch, at: first, item: 'a', annotator: name, ...said }
    const appended = await store.appendAnnotation(project.id, entry, undefined)
    if (appended.kind !== 'appended') throw new Error(`not appended: ${appended.kind}`)
    process.stdout.write(`${batch}\n`)
  })
  await Promise.all(group)
  await store.appendEvents(run.id, [{ at: first, event: { type: 'warning', message: name } }])
}
await store.close()
