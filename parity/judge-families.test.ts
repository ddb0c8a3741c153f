import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseJson } from '../src/core/json.ts'
import { familyOf } from '../src/reports/calibration/family.ts'
import { sharedData, skipReason } from './shared.ts'

const folder = sharedData('alpsbench-judged')
const rowSchema = z.object({ assigned_model: z.string() })

/** Names under which the recorded judged rows file their models: several forms of each. */
const names =
  folder === undefined
    ? []
    : readdirSync(folder)
        .filter((name) => name.endsWith('.jsonl'))
        .flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').split('\n'))
        .filter((line) => line !== '')
        .map((line) => rowSchema.parse(parseJson(line)).assigned_model)

describe.skipIf(folder === undefined)(`makers of recorded models (${skipReason})`, () => {
  it('are told by every form of their names', () => {
    expect(names.length).toBeGreaterThan(200)
    const unknown = [...new Set(names)].filter((name) => familyOf(`recorded:${name}`) === null)
    expect(unknown).toEqual([])
    const families = names.map((name) => familyOf(`recorded:${name}`))
    expect(new Set(families)).toEqual(new Set(['anthropic', 'deepseek', 'google', 'meta', 'openai', 'qwen']))
  })
})
