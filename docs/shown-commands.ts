/** A fenced block of a Markdown page. */
export interface FencedBlock {
  readonly language: string
  readonly lines: readonly string[]
  /** Line of the page on which the block's text begins, from 1. */
  readonly line: number
  /** What the comment right above says: a file to write, why it is not run, nothing, or something unknown. */
  readonly marker: 'none' | 'unknown' | { readonly file: string } | { readonly notRun: string }
}

/** A command that a page shows. */
export interface ShownCommand {
  /** What bash runs. */
  readonly command: string
  /** The exit code that the page promises: `# exit 3` behind the command, else 0. */
  readonly exit: number
  readonly notRun: string | undefined
  readonly line: number
}

function markerOf(above: string): FencedBlock['marker'] {
  const comment = /^<!--\s*(.*?)\s*-->$/.exec(above.trim())?.[1]
  if (comment === undefined) return 'none'
  const file = /^file: ([\w.-]+)$/.exec(comment)?.[1]
  if (file !== undefined) return { file }
  const notRun = /^not run: (.+)$/.exec(comment)?.[1]
  return notRun === undefined ? 'unknown' : { notRun }
}

/** The fenced blocks of a page; one blank line may stand between a comment and its block. */
export function fencedBlocks(page: string): FencedBlock[] {
  const lines = page.split('\n')
  const blocks: FencedBlock[] = []
  let open: { fence: string; language: string; start: number } | undefined
  for (const [index, text] of lines.entries()) {
    const fence = /^(`{3,})(\w*)\s*$/.exec(text)
    if (fence === null) continue
    const [, ticks = '', language = ''] = fence
    if (open === undefined) {
      open = { fence: ticks, language, start: index }
    } else if (ticks === open.fence && language === '') {
      const before = lines[open.start - 1] ?? ''
      const above = before.trim() === '' ? (lines[open.start - 2] ?? '') : before
      blocks.push({
        language: open.language,
        lines: lines.slice(open.start + 1, index),
        line: open.start + 2,
        marker: markerOf(above),
      })
      open = undefined
    }
  }
  return blocks
}

/** Files that the page tells its reader to write. */
export function shownFiles(blocks: readonly FencedBlock[]): { name: string; text: string }[] {
  return blocks.flatMap(({ marker, lines }) =>
    typeof marker === 'object' && 'file' in marker
      ? [{ name: marker.file, text: `${lines.join('\n')}\n` }]
      : [],
  )
}

/**
 * Commands of the blocks in `sh`: lines that begin with `$ `, `npx rapport`, `rapport` or `npm`; a `\` at the
 * end goes on in the next line. `npx rapport` becomes `rapport`, and a remark behind two
 * spaces and `#` is left out. Other lines are output.
 */
export function shownCommands(blocks: readonly FencedBlock[]): ShownCommand[] {
  const commands: ShownCommand[] = []
  for (const { language, lines, line, marker } of blocks) {
    if (language !== 'sh') continue
    const notRun = typeof marker === 'object' && 'notRun' in marker ? marker.notRun : undefined
    for (let at = 0; at < lines.length; at += 1) {
      const start = at
      let text = lines[at] ?? ''
      if (!/^(\$ |(npx )?rapport |npm )/.test(text)) continue
      while (text.endsWith('\\') && at + 1 < lines.length) {
        at += 1
        text = `${text.slice(0, -1)}${(lines[at] ?? '').trimStart()}`
      }
      const promised = /\s+# exit (\d+)\s*$/.exec(text)
      commands.push({
        command: text
          .slice(0, promised?.index ?? text.length)
          .replace(/^\$ /, '')
          .replace(/^npx rapport /, 'rapport ')
          .replace(/\s{2,}#.*$/, '')
          .trim(),
        exit: Number(promised?.[1] ?? 0),
        notRun,
        line: line + start,
      })
    }
  }
  return commands
}
