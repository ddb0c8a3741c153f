import type { Manifest } from '../../bundle/format.ts'
import { instrumentRecordSchema } from '../../core/instrument-record.ts'
import { jsonSchema, type Json } from '../../core/json.ts'
import type { RunRecord } from '../../core/run.ts'
import { instrumentKey } from '../../core/scorer.ts'
import type { Store } from '../../core/store.ts'
import { reportJson } from '../../reports/flat-rows.ts'
import type { CliContext } from '../context.ts'
import { reportOf } from '../show-report.ts'
import { trackFactsOf } from '../track-facts.ts'

/**
 * What `rapport report --json` prints of a run, without figures that a user imported.
 * @param redacted what is told from the words of cases (such as their language) is left out
 */
export async function figuresOf(
  store: Store,
  run: RunRecord,
  context: Pick<CliContext, 'env' | 'cwd'>,
  { redacted }: { readonly redacted: boolean },
): Promise<Json> {
  const report = await reportOf(redacted ? withoutTexts(store) : store, run, { slice: [] }, context)
  return jsonSchema.parse(JSON.parse(JSON.stringify(reportJson(report))))
}

/** The store of a redacted run: it has what cases share, and no text that a report could read. */
function withoutTexts(store: Store): Store {
  return new Proxy(store, {
    get(target, name): unknown {
      if (name === 'cases') return noCases
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function'
        ? (...given: unknown[]): unknown => Reflect.apply(value, target, given)
        : value
    },
  })
}

async function* noCases(): AsyncGenerator<never> {
  // None: their words are gone.
}

/** Every instrument of a run under the key of its outcomes. */
export async function instrumentsOf(
  store: Store,
  run: RunRecord,
  context: Pick<CliContext, 'env' | 'cwd'>,
): Promise<Manifest['instruments']> {
  const { tracks } = await trackFactsOf(store, run, context)
  return tracks.flatMap(({ id, scorers }) =>
    scorers.map((scorer) => ({
      track: id,
      key: instrumentKey(scorer),
      record: instrumentRecordSchema.parse({
        name: scorer.name,
        version: scorer.version,
        options: scorer.options,
        judges: (scorer.judges ?? []).map(({ role, models }) => ({ role, models: [...models] })),
        metrics: scorer.metrics.map((metric) => ({ ...metric, range: [...metric.range] })),
      }),
    })),
  )
}
