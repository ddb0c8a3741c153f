import { projectLines, withProjects } from '../annotate-projects.ts'
import type { CliContext } from '../context.ts'

/** `rapport annotate list`. */
export async function annotateListCommand(json: boolean, context: CliContext): Promise<void> {
  await withProjects(context, async (annotate) => {
    const found = await annotate.projects()
    if (json) {
      context.stdout.write(`${JSON.stringify(found, null, 2)}\n`)
      return
    }
    const lines =
      found.projects.length === 0
        ? ['There is no annotation project here yet; start one with: rapport annotate new']
        : found.projects.flatMap(projectLines)
    context.stdout.write(`${lines.join('\n')}\n`)
  })
}
