import { findProject, projectLines, withProjects } from '../annotate-projects.ts'
import type { CliContext } from '../context.ts'

/** `rapport annotate join <project> <pseudonym>`. */
export async function annotateJoinCommand(word: string, person: string, context: CliContext): Promise<void> {
  await withProjects(context, async (annotate, source) => {
    const { id } = await findProject(source, word)
    context.stdout.write(`${projectLines(await annotate.join(id, person)).join('\n')}\n`)
  })
}
