import { expect, it } from 'vitest'
import { alpsbench } from '../benchmark.ts'
import { folderOf } from '../data/fixtures.ts'
import { abilities } from '../shapes.ts'
import { loadAuthorsPrompts } from './authors.ts'

/** Another id asks every model again, so that it changes only when a message does. */
it('ids of the prompts are those of version 0.1', async () => {
  const names = ['extraction', 'update', 'retrieval', ...abilities.map((ability) => `utilization-${ability}`)]
  const texts = names.map((name) => [`${name}.txt`, `Theirs of ${name}.`])
  const authors = await loadAuthorsPrompts(await folderOf(Object.fromEntries(texts)))
  const ids = new Set(
    alpsbench.tracks.flatMap(({ id, prompts }) => [
      prompts.strict.id,
      prompts.reference.id,
      authors.get(id)?.id ?? 'none',
    ]),
  )
  expect([...ids].map((id) => id.replace(/^alpsbench\//, ''))).toEqual([
    'extraction:strict@1#69514f144c9d',
    'extraction:reference-like[ascii-json,no-reply-schema,undelimited-data]@1#407bcbac150d',
    'extraction:reference[ascii-json,no-reply-schema,undelimited-data]@1#e49ff8fe9453',
    'update:strict@1#c0f2b85dc272',
    'update:reference-like[ascii-json,no-reply-schema,one-dialogue,undelimited-data]@1#fee293e81fdc',
    'update:reference[ascii-json,no-reply-schema,one-dialogue,undelimited-data]@1#dd9f3d32a55c',
    'retrieval:strict@1#0dde07e3d2f6',
    'retrieval:reference-like[ascii-json,no-reply-schema,original-ids,undelimited-data]@1#1c16599d3f4e',
    'retrieval:reference[ascii-json,no-reply-schema,original-ids,undelimited-data]@1#9a8222eefa01',
    'utilization/persona:strict@1#ecaea6f93c5c',
    'utilization/persona:reference-like[ascii-json,no-reply-schema,p4-repo,undelimited-data,whole-memory]@1#941ea0b8378f',
    'utilization/persona:reference[ascii-json,no-reply-schema,p4-repo,undelimited-data,whole-memory]@1#71d06d2a99c8',
    'utilization/preference:strict@1#e16f8cd420e6',
    'utilization/preference:reference-like[ascii-json,no-reply-schema,p4-repo,undelimited-data]@1#7228f14086d1',
    'utilization/preference:reference[ascii-json,no-reply-schema,p4-repo,undelimited-data]@1#c5183f1d4f23',
    'utilization/reality:strict@1#b176e3b2c882',
    'utilization/reality:reference-like[ascii-json,no-reply-schema,p4-repo,stay-in-role,undelimited-data]@1#613fb29768af',
    'utilization/reality:reference[ascii-json,no-reply-schema,p4-repo,stay-in-role,undelimited-data]@1#dcccfb60e948',
    'utilization/constraint:strict@1#400b086671ce',
    'utilization/constraint:reference-like[ascii-json,no-reply-schema,p4-repo,undelimited-data]@1#dffeb506c8d7',
    'utilization/constraint:reference[ascii-json,no-reply-schema,p4-repo,undelimited-data]@1#b16c8854c6dd',
    'utilization/emotion:strict@1#0dd4c8a56291',
    'utilization/emotion:reference-like[ascii-json,no-reply-schema,p4-repo,undelimited-data]@1#24e1818c8007',
    'utilization/emotion:reference[ascii-json,no-reply-schema,p4-repo,undelimited-data]@1#a17a00fe12cc',
  ])
})
