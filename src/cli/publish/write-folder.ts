import { mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UsageError } from '../../core/errors.ts'
import { jsonSchema, type Json } from '../../core/json.ts'
import { mapTexts } from '../../bundle/cut-paths.ts'
import { writeTextFile } from '../../io/atomic-file.ts'
import { fileError } from '../../io/file-error.ts'
import type { AnswerFile } from './answers.ts'

/** Files of the pages that a published copy takes from the package. */
const PAGES = ['app.js', 'app.css', 'icon.svg', 'licences.txt'] as const

/** A file of a bundle answers questions when the page loads it. JSON inside a text: a key can't become a prototype. */
function scriptOf(answers: Json): string {
  return `window.rapportAnswers(JSON.parse(${JSON.stringify(JSON.stringify(answers))}))\n`
}

/** @throws RapportError when the folder is there and holds anything, or can't be one */
export async function refuseFilled(folder: string): Promise<void> {
  const held = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error.code === 'ENOTDIR'
      ? new UsageError(`${folder} is no folder`, 'name a folder that is not there yet')
      : fileError(error, folder)
  })
  if (held.length > 0)
    throw new UsageError(
      `${folder} is not empty`,
      'name a folder that is not there yet, so that nothing is mixed',
    )
}

/**
 * Writes a copy that opens without a server.
 * @param web folder of the built pages (dist/web-bundle)
 * @param clean takes folders and names of this machine out of every text
 * @returns files and bytes written
 */
export async function writeFolder(
  folder: string,
  web: string,
  files: AsyncIterable<AnswerFile>,
  { title, clean }: { readonly title: string; readonly clean: (text: string) => string },
): Promise<{ readonly files: number; readonly bytes: number }> {
  const written = { files: 0, bytes: 0 }
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeTextFile(join(folder, name), text)
    written.files += 1
    written.bytes += Buffer.byteLength(text)
  }
  const index: Record<string, string> = {}
  for await (const { file, answers } of files) {
    await write(file, scriptOf(mapTexts(jsonSchema.parse(JSON.parse(JSON.stringify(answers))), clean)))
    for (const key of Object.keys(answers)) index[key] = file
  }
  for (const name of PAGES) await write(name, await readFile(join(web, name), 'utf8'))
  await write(
    'index.js',
    `window.rapportIndex = JSON.parse(${JSON.stringify(JSON.stringify({ files: index }))})\n`,
  )
  await write('index.html', pageOf(title))
  return written
}

/** Classic scripts: modules don't load from a file. */
function pageOf(title: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <meta
      http-equiv="Content-Security-Policy"
      content="default-src 'none'; script-src 'self' file:; style-src 'self' file: 'unsafe-inline'; img-src 'self' file:; base-uri 'none'; form-action 'none'"
    />
    <title>${title}</title>
    <link rel="icon" href="./icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="./app.css" />
  </head>
  <body>
    <div id="root"></div>
    <noscript>These pages need JavaScript.</noscript>
    <script src="./index.js"></script>
    <script src="./app.js"></script>
  </body>
</html>
`
}
