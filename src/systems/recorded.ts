import { Fault } from '../core/fault.ts'
import type { RecordingSystem } from '../core/system.ts'

/**
 * Replays a model's recorded outputs that came with the data.
 * @param name id part after `recorded:`
 * @param models names under which the outputs may stand in the data; the first present one counts
 */
export function createRecordedSystem(name: string, models: readonly string[]): RecordingSystem {
  return {
    id: `recorded:${name}`,
    kind: 'ranked',
    access: 'recording',
    models,
    identity: { system: 'recorded', version: '1', models: [...models] },
    external: false,
    async respond({ recording }) {
      // A call that failed when the data was recorded says nothing about the model: it is no empty prediction.
      if (recording === null || recording.raw === null || recording.raw === '') {
        throw new Fault(
          'missing-recording',
          'infrastructure',
          'the data holds no raw output of this model for this case',
        )
      }
      return { form: 'text', text: recording.raw }
    },
  }
}
