import { existsSync } from 'node:fs'
import { hostname, homedir, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { pathCutter } from '../../bundle/cut-paths.ts'
import { RapportError } from '../../core/errors.ts'
import type { RunRecord } from '../../core/run.ts'
import { escapeText } from '../../reports/svg/markup.ts'
import { homeOf, packageRoot, type CliContext } from '../context.ts'
import { findRun, openExistingStore } from '../find-run.ts'
import { publishedAnswers } from '../publish/answers.ts'
import { refuseFilled, writeFolder } from '../publish/write-folder.ts'
import { openWorkbench } from '../workbench/workbench.ts'

export interface PublishChoices {
  readonly out: string
  readonly withTexts: boolean
  readonly quiet: boolean
}

/** `rapport publish <run>`: pages and data of one run in a folder. */
export async function publishCommand(
  word: string,
  { out, withTexts, quiet }: PublishChoices,
  context: CliContext,
): Promise<void> {
  const store = await openExistingStore(context)
  let run: RunRecord
  try {
    run = await findRun(store, word)
  } finally {
    await store.close()
  }
  const folder = resolve(context.cwd, out)
  await refuseFilled(folder)
  const web = join(packageRoot(), 'dist', 'web-bundle')
  if (!existsSync(join(web, 'app.js')))
    throw new RapportError('the pages are not built', { fix: 'in a clone: npm run build' })
  const workbench = openWorkbench(context, { readOnly: true })
  const cut = pathCutter([context.cwd, homeOf(context), homedir(), tmpdir()])
  // A short name of a machine could be any word.
  const host = hostname()
  const clean = (text: string): string => (host.length > 3 ? cut(text).replaceAll(host, '…') : cut(text))
  let cases = 0
  try {
    const files = publishedAnswers(workbench, run.id, { withTexts }, () => {
      cases += 1
      if (!quiet && context.stderr.isTTY === true) context.stderr.write(`\r${cases} cases written`)
      context.signal.throwIfAborted()
    })
    const written = await writeFolder(folder, web, files, {
      title: escapeText(`Rapport: ${run.id}`),
      clean,
    })
    if (!quiet && context.stderr.isTTY === true) context.stderr.write('\r\u001B[K')
    const name = relative(context.cwd, folder) || folder
    context.stdout.write(
      [
        `${written.files} files, ${(written.bytes / 1e6).toFixed(1)} MB in ${name}`,
        `Open ${join(name, 'index.html')} in a browser, or put the folder on any web server.`,
        withTexts
          ? `It holds dialogues and answers: licence ${run.spec.descriptor.licence}. ${run.spec.descriptor.attribution}`
          : 'Dialogues, answers, prompts and verdicts are left out; add --with-texts where the licence allows it.',
        '',
      ].join('\n'),
    )
  } finally {
    await workbench.close()
  }
}
