import type { JsonObject } from '../../core/json.ts'
import type { Setting, SettingTools } from '../../core/setting.ts'
import type { InputSystem, PrivilegedSystem } from '../../core/system.ts'

/**
 * A chat model in a setting: the setting prepares the input, the model answers it. A privileged setting makes a
 * privileged system.
 * @param chat the model as it is asked with the whole input
 * @param id in tables, such as `history:last-3+openai/gpt-4.1-mini`
 */
export function inSetting(
  chat: InputSystem,
  id: string,
  setting: Setting,
  tools: SettingTools,
): InputSystem | PrivilegedSystem {
  const identity: JsonObject = { ...chat.identity, setting: setting.identity }
  const warnings = [...(chat.warnings ?? []), ...setting.warnings]
  const shared = {
    id,
    identity,
    warnings,
    external: chat.external,
    ...(chat.maxConcurrent === undefined ? {} : { maxConcurrent: chat.maxConcurrent }),
  }
  if (setting.kind === 'ranked') {
    return {
      ...shared,
      kind: 'ranked',
      access: 'input',
      async respond({ input }, context) {
        return chat.respond({ input: await setting.prepare({ input }, tools, context) }, context)
      },
    }
  }
  return {
    ...shared,
    kind: 'privileged',
    access: 'gold',
    async predictPrivileged({ input, gold }, context) {
      const prepared = await setting.preparePrivileged({ input, gold }, tools, context)
      return chat.respond({ input: prepared }, context)
    },
  }
}
