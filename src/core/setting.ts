import type { CallContext } from './call-context.ts'
import type { Json, JsonObject } from './json.ts'
import type { ModelPort } from './model.ts'

/** What a setting may use to prepare an input: the model under test, for its own summaries, and embeddings. */
export interface SettingTools {
  readonly port: ModelPort
  /** `<provider>/<model>` of the system. */
  readonly model: string
}

interface SettingBase {
  /** As written between `history:` and `+`: `none`, `last-3`, `oracle-factor`. */
  readonly id: string
  /** Everything that changes the prepared input. */
  readonly identity: JsonObject
  /** Sentences that must stand beside the figures of a system in this setting. */
  readonly warnings: readonly string[]
}

/** A way of handing over the history that sees what any system may see. */
export interface InputSetting extends SettingBase {
  readonly kind: 'ranked'
  /** The input as the track's prompt will see it. @throws Fault, RunStop */
  prepare(seen: { input: Json }, tools: SettingTools, context: CallContext): Promise<Json>
}

/** A way of handing over the history that reads gold: a ceiling, never ranked. */
export interface PrivilegedSetting extends SettingBase {
  readonly kind: 'privileged'
  /** The input as the track's prompt will see it. @throws Fault, RunStop */
  preparePrivileged(
    seen: { input: Json; gold: Json },
    tools: SettingTools,
    context: CallContext,
  ): Promise<Json>
}

/** How much of the history a chat model is handed: each setting of a model is a system that ranks beside others. */
export type Setting = InputSetting | PrivilegedSetting

/** The settings of a track. */
export interface Settings {
  /** Forms as a person writes them, with one sentence each: `last-<k>`. */
  readonly forms: readonly { readonly form: string; readonly description: string }[]
  /** @returns null for a word that names no setting here */
  find(word: string): Setting | null
}
