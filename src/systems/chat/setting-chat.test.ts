import { describe, expect, it } from 'vitest'
import type { Setting, SettingTools } from '../../core/setting.ts'
import type { InputSystem } from '../../core/system.ts'
import { inSetting } from './setting-chat.ts'

const chat: InputSystem = {
  id: 'a/b',
  kind: 'ranked',
  access: 'input',
  external: true,
  identity: { model: 'a/b' },
  warnings: ['slow'],
  respond: async ({ input }) => ({ form: 'contract', value: input }),
}
const tools: SettingTools = {
  model: 'a/b',
  port: { chat: () => Promise.reject(new Error('x')), embed: () => Promise.reject(new Error('x')) },
}
const context = { repeat: 0, attempt: 1, fresh: null, signal: new AbortController().signal }
const base = { id: 's', identity: { setting: 's' }, warnings: ['made up'] }

describe('a chat model in a setting', () => {
  it('answers what the setting prepared, under an identity of its own', async () => {
    const setting: Setting = { ...base, kind: 'ranked', prepare: async ({ input }) => [input, 'short'] }
    const system = inSetting(chat, 'history:s+a/b', setting, tools)
    expect(system).toMatchObject({
      id: 'history:s+a/b',
      kind: 'ranked',
      access: 'input',
      external: true,
      identity: { model: 'a/b', setting: { setting: 's' } },
      warnings: ['slow', 'made up'],
    })
    if (system.access !== 'input') throw new Error('not an input system')
    expect(await system.respond({ input: 'whole' }, context)).toEqual({
      form: 'contract',
      value: ['whole', 'short'],
    })
  })

  it('is privileged when the setting reads gold', async () => {
    const setting: Setting = { ...base, kind: 'privileged', preparePrivileged: async ({ gold }) => gold }
    const system = inSetting(chat, 'history:s+a/b', setting, tools)
    if (system.access !== 'gold') throw new Error('not privileged')
    expect(system.kind).toBe('privileged')
    expect(await system.predictPrivileged({ input: 'i', gold: 'g', id: 'x' }, context)).toMatchObject({
      value: 'g',
    })
  })
})
