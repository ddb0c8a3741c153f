import type { AnnotationItem, AnswerBody } from '../../../../src/server/api-types.ts'
import { useKeys } from '../../keys.ts'
import { LongText } from '../case/long-text.tsx'
import { HostileText } from '../../parts/text.tsx'
import type { JudgeBody } from './card-state.ts'

type Verdict = JudgeBody['fields'][string]['verdict']

const verdicts: readonly (readonly [Verdict, string])[] = [
  ['supported', 'Supported: the verdict is right'],
  ['not-supported', 'Not supported'],
  ['correction', 'It should be'],
  ['cannot-tell', 'Can not tell'],
]

/** Field by field: is the judge right? Blind, the question is what is right at all. */
export function JudgeForm({
  item,
  body,
  set,
}: {
  readonly item: AnnotationItem
  readonly body: JudgeBody
  readonly set: (body: AnswerBody, now?: boolean) => void
}) {
  const answer = (metric: string, verdict: Verdict, value: number | null): void =>
    set({ ...body, fields: { ...body.fields, [metric]: { verdict, value } } }, true)
  // The keys go to the first field that is open.
  const first = item.fields.find(({ metric }) => !Object.hasOwn(body.fields, metric)) ?? item.fields[0]
  const choices = item.hidden ? verdicts.slice(2) : verdicts
  useKeys(
    Object.fromEntries(
      choices.map(([verdict], place) => [
        String(place + 1),
        () => {
          if (first !== undefined) answer(first.metric, verdict, null)
        },
      ]),
    ),
  )
  return (
    <div className="stack">
      {item.fields.map((field) => {
        const own = Object.hasOwn(body.fields, field.metric) ? body.fields[field.metric] : undefined
        const [low, high] = field.range
        return (
          <fieldset key={field.metric} className="card">
            <legend>
              <b>{field.metric}</b>{' '}
              <span className="dim small">{low === high ? '' : `${low} to ${high}`}</span>
            </legend>
            <p className="dim">{field.description}</p>
            {item.hidden || field.judged === null ? (
              <p className="small dim">
                {item.hidden
                  ? 'What the judge said is hidden until this is done.'
                  : 'The judge gave no number.'}
              </p>
            ) : (
              <p>
                The judge: <b>{field.binary ? (field.judged > 0 ? 'yes' : 'no') : field.judged}</b>
              </p>
            )}
            {choices.map(([verdict, label], place) => (
              <label key={verdict} className="row">
                <input
                  type="radio"
                  name={field.metric}
                  checked={own?.verdict === verdict}
                  onChange={() =>
                    answer(field.metric, verdict, verdict === 'correction' ? (own?.value ?? null) : null)
                  }
                />
                <kbd>{place + 1}</kbd> {label}
                {verdict !== 'correction' || own?.verdict !== 'correction' ? null : field.binary ? (
                  <select
                    aria-label={`Right value of ${field.metric}`}
                    value={own.value ?? ''}
                    onChange={(event) =>
                      answer(
                        field.metric,
                        verdict,
                        event.target.value === '' ? null : Number(event.target.value),
                      )
                    }
                  >
                    <option value="">…</option>
                    <option value={high}>yes ({high})</option>
                    <option value={low}>no ({low})</option>
                  </select>
                ) : (
                  <input
                    type="number"
                    aria-label={`Right value of ${field.metric}`}
                    min={low}
                    max={high}
                    step="any"
                    style={{ width: 100 }}
                    value={own.value ?? ''}
                    onChange={(event) => {
                      const value = Number(event.target.value)
                      answer(
                        field.metric,
                        verdict,
                        event.target.value === '' || value < low || value > high ? null : value,
                      )
                    }}
                  />
                )}
              </label>
            ))}
          </fieldset>
        )
      })}
      <label className="field">
        <span>Note</span>
        <textarea
          rows={2}
          value={body.note}
          maxLength={5000}
          onChange={(event) => set({ ...body, note: event.target.value })}
        />
      </label>
      {item.verdicts.map((verdict) => (
        <section key={`${verdict.label} ${verdict.judge}`} className="stack" style={{ gap: 4 }}>
          <h3>
            Words of <HostileText text={verdict.judge} dir="ltr" />
          </h3>
          <LongText
            text={
              verdict.read === null
                ? (verdict.tries.at(-1)?.text ?? 'nothing')
                : JSON.stringify(verdict.read, null, 2)
            }
            lang={null}
            dir="ltr"
            mono
          />
        </section>
      ))}
    </div>
  )
}
