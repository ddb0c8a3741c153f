import { UsageError } from '../core/errors.ts'
import type { Track } from '../core/track.ts'
import { isModelId, providerNames } from '../models/gateway/model-address.ts'
import { HISTORY, settingWord } from './models.ts'
import { suggestion } from './suggest.ts'

const LIST = 'rapport list systems'

/** Forms with the number and the model that somebody wrote: `last-<k>` becomes `last-3`. */
function filled(forms: readonly string[], typed: string): string[] {
  const count = /[1-9]\d{0,2}/.exec(typed)?.[0] ?? '3'
  const model = /@(.+)$/.exec(typed)?.[1] ?? '<provider>/<model>'
  return forms.map((form) => form.replace('<k>', count).replace('<model>', model))
}

/**
 * Refuses a word `history:<setting>+<model>` that fits none of the tracks, by its first wrong part.
 * @param all every track that there is, to say where a setting belongs
 * @throws UsageError always
 */
export function refuseSetting(word: string, tracks: readonly Track[], all: readonly Track[]): never {
  const parts = settingWord(word)
  if (parts === null || parts.model === '') {
    const start = word.replace(/\+$/, '')
    throw new UsageError(
      `${JSON.stringify(word)} names no model`,
      `write ${start === HISTORY ? `${HISTORY}<setting>` : start}+<provider>/<model>`,
    )
  }
  const { setting, model } = parts
  if (!isModelId(model, { env: {} })) {
    const [provider = ''] = model.split('/')
    if (provider === model) {
      throw new UsageError(
        `${JSON.stringify(word)} names no model: ${JSON.stringify(model)} has no provider`,
        `write ${HISTORY}${setting}+<provider>/${model}`,
      )
    }
    throw new UsageError(
      `no model provider is called ${JSON.stringify(provider)}`,
      suggestion(provider, providerNames({ env: {} }), LIST),
    )
  }
  const here = tracks.map(({ id }) => id).join(', ')
  const withSettings = all.filter(({ settings }) => settings !== undefined)
  if (!tracks.some(({ settings }) => settings !== undefined)) {
    throw new UsageError(
      `${here} ${tracks.length === 1 ? 'has' : 'have'} no settings, which ${JSON.stringify(word)} asks for`,
      `name the model alone: ${model}; settings are for ${withSettings.map(({ id }) => id).join(', ')}`,
    )
  }
  const elsewhere = withSettings.filter(({ settings }) => settings?.find(setting) != null)
  if (elsewhere.length > 0) {
    throw new UsageError(
      `there is no setting ${JSON.stringify(setting)} on ${here}; it belongs to ${elsewhere.map(({ id }) => id).join(', ')}`,
      `see which setting is on which tracks: ${LIST}`,
    )
  }
  const forms = tracks.flatMap(({ settings }) => settings?.forms.map(({ form }) => form) ?? [])
  throw new UsageError(
    `there is no setting ${JSON.stringify(setting)}`,
    suggestion(setting, filled([...new Set(forms)], setting), LIST),
  )
}
