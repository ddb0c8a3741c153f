import { expect, it } from 'vitest'
import { tracks } from '../registry/benchmarks.ts'
import { inProcess } from './testing/cli.ts'

/** The lines of a list, each by its first cell. */
async function listed(what: string): Promise<Map<string, string>> {
  const { code, out, err } = await inProcess('.', ['list', what], { columns: 200 })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return new Map(out.split('\n').map((line) => [line.split(/ {2,}/)[0] ?? '', line]))
}

it('rubrics: chains and those of a prompt pack are listed with the others', async () => {
  const lines = await listed('rubrics')
  const names = tracks.flatMap(({ rubrics, chains = [] }) => [...rubrics, ...chains].map(({ name }) => name))
  expect([...names, 'prefmatcher'].filter((name) => !lines.has(name))).toEqual([])
  expect(lines.get('preference-match')).toMatch(/precision.* 10 .*cupid\/inference/)
  expect(lines.get('prefmatcher')).toMatch(/with --prompts +cupid\/inference/)
})

it('systems: models in each setting of a track, and which read gold', async () => {
  const lines = await listed('systems')
  expect(lines.get('history:last-<k>+<model>')).toMatch(
    /ranked +the last k sessions +cupid\/inference cupid\/generation/,
  )
  expect(lines.get('history:oracle-factor+<model>')).toMatch(/privileged +the sessions of the current/)
  expect(lines.get('history:oracle-preference+<model>')).toMatch(/privileged .* cupid\/generation$/)
  expect(lines.get('history:oracle-preference+<model>')).not.toContain('cupid/inference')
  expect(lines.get('<provider>/<model>')).toMatch(/ranked .*every track/)
})

it('systems: what a setting does is not cut away in a narrow terminal', async () => {
  const { out } = await inProcess('.', ['list', 'systems'], { columns: 80 })
  expect(out).toMatch(/history:last-<k>\+<model> +ranked +the last k sessions/)
})

it('tracks: how they are judged, the default first', async () => {
  const lines = await listed('tracks')
  expect(lines.get('cupid/inference')).toMatch(
    /lexical-match f1 .*preference-match, preference-match-original/,
  )
  expect(lines.get('cupid/generation')).toMatch(/ none .*alignment, alignment-original/)
})
