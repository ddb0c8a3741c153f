import { describe, expect, it } from 'vitest'
import { fencedBlocks, shownCommands, shownFiles } from './shown-commands.ts'

const page = [
  '# Title',
  '```sh',
  '$ npx rapport list tracks    # what there is',
  'alpsbench/extraction',
  'npx rapport run a \\',
  '  --limit 2',
  'rapport report nothing # exit 2',
  '```',
  '<!-- not run: needs a network -->',
  '```sh',
  'npm ci',
  '```',
  '<!-- file: mine.jsonl -->',
  '',
  '```json',
  '{"a":1}',
  '```',
  '<!-- fiel: typo.js -->',
  '```js',
  '$ rapport is no command here',
  '```',
].join('\n')

describe('pages', () => {
  it('finds commands with their promised exit codes, lines and reasons', () => {
    expect(shownCommands(fencedBlocks(page))).toEqual([
      { command: 'rapport list tracks', exit: 0, notRun: undefined, line: 3 },
      { command: 'rapport run a --limit 2', exit: 0, notRun: undefined, line: 5 },
      { command: 'rapport report nothing', exit: 2, notRun: undefined, line: 7 },
      { command: 'npm ci', exit: 0, notRun: 'needs a network', line: 11 },
    ])
  })

  it('finds files, and comments that are neither', () => {
    const blocks = fencedBlocks(page)
    expect(shownFiles(blocks)).toEqual([{ name: 'mine.jsonl', text: '{"a":1}\n' }])
    expect(blocks.map(({ marker }) => marker)).toContain('unknown')
  })
})
