import { describe, expect, it } from 'vitest'
import { UsageError } from '../../../core/errors.ts'
import { folderOf } from '../data/fixtures.ts'
import { extractionTrack } from '../extraction/track.ts'
import { loadAuthorsPrompts } from './authors.ts'

const extraction = { dialogue: [{ role: 'user', text: 'hi' }] }

describe("the authors' prompts", () => {
  it('are read from text files by track, and name themselves reference with their hash', async () => {
    const dir = await folderOf({
      'extraction.txt': 'Theirs.\n',
      'retrieval.txt': 'R',
      'utilization-emotion.txt': 'E',
    })
    const prompts = await loadAuthorsPrompts(dir)
    expect([...prompts.keys()]).toEqual([
      'alpsbench/extraction',
      ...[100, 300, 500, 700, 1000].map((level) => `alpsbench/retrieval/d${level}`),
      'alpsbench/utilization/emotion',
    ])
    const prompt = prompts.get('alpsbench/extraction')
    expect(prompt?.id).toMatch(/^alpsbench\/extraction:reference\[[\w,-]+\]@1#[0-9a-f]{12}$/)
    expect(prompt?.build(extraction).messages).toEqual([
      { role: 'system', content: 'Theirs.\n' },
      { role: 'user', content: '{"dialogue": [{"role": "user", "text": "hi"}]}' },
    ])
    expect(prompt?.build({ ...extraction, instruction: 'Of the row.' }).messages[0]?.content).toBe(
      'Of the row.',
    )
    const emotion = prompts.get('alpsbench/utilization/emotion')
    expect(emotion?.build({ query: 'q', dialogue_history: [] }).messages[0]?.content).toBe('E')
  })

  it('are another prompt when a letter changes', async () => {
    const idOf = async (text: string) =>
      (await loadAuthorsPrompts(await folderOf({ 'extraction.txt': text }))).get('alpsbench/extraction')?.id
    const ids = [await idOf('A'), await idOf('B'), extractionTrack.prompts.reference.id]
    expect(new Set(ids).size).toBe(3)
    expect(await idOf('A')).toBe(ids[0])
  })

  it('are missed by name in a folder without them, or with an empty one', async () => {
    await expect(loadAuthorsPrompts(await folderOf({ 'readme.txt': 'x' }))).rejects.toThrow(UsageError)
    await expect(loadAuthorsPrompts(await folderOf({ 'update.txt': ' \n' }))).rejects.toThrow(
      /update\.txt is empty/,
    )
  })
})
