import { expect, it } from 'vitest'
import type { Rubric } from '../core/judge.ts'
import { tracks } from '../registry/benchmarks.ts'
import { judgeReply } from '../testing/scripted-server/judge.ts'

// What the scripted judge makes of the probes: it compares words, so it fails some, and that stays visible. An
// improved rule changes this table and the one in docs/demo-server.md. The rules were written with these probes at
// hand: scripted-judge-unseen.test.ts has scenes that they were not written with.

/** Wrong answers accepted and right ones rejected, by rubric; rubrics that are not listed have neither. */
const errors: Readonly<Record<string, readonly [accepted: number, rejected: number]>> = {
  'judge-constraint': [1, 0],
  'judge-constraint-fields': [1, 0],
}

const rubrics = new Map(
  tracks
    .filter(({ id }) => id.startsWith('alpsbench/'))
    .flatMap(({ rubrics: all }) => all.map((rubric) => [rubric.name, rubric] as const)),
)

it.each([...rubrics])('judge-fair on the probes of %s', (name, rubric) => {
  const verdicts = rubric.probes.map((probe) => ({ wanted: probe.passes, given: passes(rubric, probe) }))
  const accepted = verdicts.filter(({ wanted, given }) => !wanted && given).length
  const rejected = verdicts.filter(({ wanted, given }) => wanted && !given).length
  const wrong = rubric.probes.filter((_probe, at) => verdicts[at]?.wanted !== verdicts[at]?.given)
  expect([accepted, rejected], wrong.map(({ id }) => id).join()).toEqual(errors[name] ?? [0, 0])
})

function passes(rubric: Rubric, { subject }: Rubric['probes'][number]): boolean {
  const messages = rubric.prompt(subject)
  if ('unscored' in messages) throw new Error(`not asked: ${messages.unscored}`)
  const [system, user] = messages
  const text = judgeReply('judge-fair', {
    instructions: system?.content ?? '',
    material: user?.content ?? '',
    schema: rubric.reply?.schema ?? null,
  })
  const verdict = rubric.read(text)
  return verdict !== null && rubric.passes(verdict, subject)
}
