import { describe, expect, it } from 'vitest'
import { madeReport } from './fixtures/made-run.ts'
import { realisticReport } from './fixtures/realistic.ts'
import { renderMarkdown } from './markdown.ts'

describe('renderMarkdown', () => {
  it('shows the leaderboard, slices and findings', async () => {
    expect(renderMarkdown(await realisticReport())).toMatchSnapshot()
  })

  it('lets no name break out of its cell', async () => {
    const hostile = 'a|b <img src=x> [x](https://evil.example) `c` www.evil.example @team\n# head'
    const text = renderMarkdown(
      await madeReport({ systems: [{ id: hostile }], values: { [hostile]: [1, 0] } }),
    )
    const [line = ''] = text.split('\n').filter((item) => item.includes('evil'))
    expect(line.match(/(?<!\\)\|/g)).toHaveLength(8)
    expect(line).not.toMatch(/<img|https:\/\/|(?<!\\)[[`]|\s# head|www\.evil|\s@team/)
  })
})
