import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UsageError } from '../../core/errors.ts'
import { writeTextFile } from '../../io/atomic-file.ts'
import { writeJsonl } from '../../io/jsonl-writer.ts'
import { plainText } from '../../reports/format.ts'
import { exportFormSchema } from '../../server/schemas/annotate.ts'
import { findProject, withProjects } from '../annotate-projects.ts'
import type { CliContext } from '../context.ts'

/** `rapport annotate export <project>`. */
export async function annotateExportCommand(
  word: string,
  formWord: string,
  out: string,
  context: CliContext,
): Promise<void> {
  const form = exportFormSchema.parse(formWord)
  const path = resolve(context.cwd, out)
  if (existsSync(path))
    throw new UsageError(`${plainText(out)} is there already`, 'take another name with --out')
  await withProjects(context, async (annotate, source) => {
    const { id } = await findProject(source, word)
    if (form !== 'data') {
      const { body } = await annotate.export(id, form)
      await writeTextFile(path, typeof body === 'string' ? body : new TextDecoder().decode(body))
      context.stdout.write(`written to ${plainText(out)}\n`)
      return
    }
    const { files, counts } = await annotate.verified(id)
    for (const { path: name, rows } of files) await writeJsonl(join(path, ...name.split('/')), rows)
    const { cases, kept, added, rejected, incomplete, undecided } = counts
    context.stdout.write(
      [
        `${cases} verified sessions written to ${plainText(out)}: ${kept} memories kept, ${added} added, ${rejected} rejected`,
        ...(incomplete + undecided > 0
          ? [`left out: ${incomplete} that are not complete, ${undecided} undecided`]
          : []),
        `Look at it: rapport data check ${plainText(out)}`,
        '',
      ].join('\n'),
    )
  })
}
