import { UsageError } from '../core/errors.ts'
import type { AnnotationProject } from '../core/annotation.ts'
import type { ProjectSummary } from '../server/schemas/annotate.ts'
import { plainText } from '../reports/format.ts'
import type { CliContext } from './context.ts'
import { Annotate } from './workbench/annotate.ts'
import { StoreSource } from './workbench/store-source.ts'

/** Works on the projects of the store, and closes it. */
export async function withProjects<T>(
  context: CliContext,
  work: (projects: Annotate, source: StoreSource) => Promise<T>,
): Promise<T> {
  const source = new StoreSource(context)
  try {
    return await work(new Annotate(source, context), source)
  } finally {
    await source.close()
  }
}

/**
 * A project by its id, by the beginning of its id, or `latest`.
 * @throws UsageError when there is none
 */
export async function findProject(source: StoreSource, word: string): Promise<AnnotationProject> {
  const all = (await (await source.existing())?.annotationProjects()) ?? []
  const [newest] = all
  if (newest === undefined)
    throw new UsageError('there is no annotation project here yet', 'start one with: rapport annotate new')
  if (word === 'latest') return newest
  const found = all.find(({ id }) => id === word) ?? all.filter(({ id }) => id.startsWith(word))
  if (!Array.isArray(found)) return found
  const [only, ...more] = found
  if (only !== undefined && more.length === 0) return only
  throw new UsageError(
    only === undefined
      ? `there is no project ${JSON.stringify(word)}`
      : `${found.length} projects begin with ${JSON.stringify(word)}`,
    'list them with: rapport annotate list',
  )
}

/** How far a project is, a line each. */
export function projectLines(project: ProjectSummary): string[] {
  const { id, name, kind, items, flagged, complete, disagreed, adjudicated, people, overlap } = project
  const head = `${id}  ${name}: ${kind}, ${items} items${flagged > 0 ? ` (${flagged} flagged and kept out)` : ''}, ${overlap} for each`
  return [
    head,
    `  complete ${complete}, differed on ${disagreed}, adjudicated ${adjudicated}`,
    ...people.map(
      ({ annotator, assigned, done, skipped }) =>
        `  ${annotator}: ${done} of ${assigned} done${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    ),
  ].map(plainText)
}
