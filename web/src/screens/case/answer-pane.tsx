import { useState } from 'react'
import type { Answer, CaseDetail } from '../../../../src/server/api-types.ts'
import { useAddress } from '../../address.ts'
import { runPath, useAnswer } from '../../api/client.ts'
import { Loaded } from '../../parts/states.tsx'
import { SystemName } from '../../parts/system-name.tsx'
import { HostileText } from '../../parts/text.tsx'
import { Aligned } from './aligned.tsx'
import { BlockPart } from './block-part.tsx'
import { LongText } from './long-text.tsx'

/** What one system made of a case, beside the gold. */
export function AnswerPane({
  detail,
  system,
  onItem,
}: {
  readonly detail: CaseDetail
  readonly system: string
  readonly onItem: (key: string) => void
}) {
  const [{ repeat = '0' }] = useAddress()
  const answer = useAnswer(
    runPath(detail.run, 'answer'),
    { track: detail.track, case: detail.id, system, repeat },
    { keep: true },
  )
  return (
    <div className="answer">
      <Loaded answer={answer} height={300}>
        {(found) => <AnswerView detail={detail} answer={found} onItem={onItem} />}
      </Loaded>
    </div>
  )
}

function AnswerView({
  detail,
  answer,
  onItem,
}: {
  readonly detail: CaseDetail
  readonly answer: Answer
  readonly onItem: (key: string) => void
}) {
  const [, change] = useAddress()
  const [instrument, setInstrument] = useState('')
  const alignment =
    answer.alignments.find((one) => one.instrument === instrument) ?? answer.alignments[0] ?? null
  const failures = answer.stages.flatMap(({ stage, failure }) =>
    failure === null ? [] : [{ stage, ...failure }],
  )
  const apart = (name: string): boolean =>
    alignment === null || (name !== alignment.gold && name !== alignment.predicted)
  return (
    <>
      <div className="row">
        <SystemName system={answer.system} kind={answer.kind} />
        {answer.repeats < 2 ? null : (
          <label className="small">
            repeat{' '}
            <select
              value={answer.repeat}
              onChange={(event) => change({ repeat: event.target.value }, { replace: true })}
            >
              {Array.from({ length: answer.repeats }, (_, at) => (
                <option key={at} value={at}>
                  {at + 1} of {answer.repeats}
                </option>
              ))}
            </select>
          </label>
        )}
        {answer.attempt < 2 ? null : <span className="badge">attempt {answer.attempt}</span>}
        {answer.alignments.length < 2 ? null : (
          <label className="small">
            paired by{' '}
            <select
              value={alignment?.instrument ?? ''}
              onChange={(event) => setInstrument(event.target.value)}
            >
              {answer.alignments.map((one) => (
                <option key={one.instrument}>{one.instrument}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      {answer.stages.length === 0 ? <p className="notice">It was not asked yet.</p> : null}
      {failures.map((failure) => (
        <p key={failure.stage} className="notice bad">
          {failure.stage} failed: {failure.reason}, by the {failure.by}.{' '}
          <HostileText text={failure.message} className="dim" />
        </p>
      ))}
      {alignment === null ? null : (
        <Aligned gold={detail.gold} prediction={answer.prediction} alignment={alignment} onItem={onItem} />
      )}
      {detail.gold
        .filter(({ name }) => apart(name))
        .map((block) => (
          <BlockPart key={block.name} block={block} onItem={onItem} />
        ))}
      {answer.prediction
        .filter(({ name }) => apart(name))
        .map((block) => (
          <BlockPart key={block.name} block={block} onItem={onItem} />
        ))}
      {answer.repairs.length === 0 ? null : (
        <section>
          <h3>Repairs that reading it took</h3>
          <ul className="small">
            {answer.repairs.map((repair) => (
              <li key={repair}>
                <HostileText text={repair} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {answer.raw === null ? null : (
        <details>
          <summary>Raw output</summary>
          {typeof answer.raw === 'string' ? (
            <LongText text={answer.raw} lang={null} dir="ltr" mono />
          ) : (
            <LongText text={JSON.stringify(answer.raw, null, 2)} lang={null} dir="ltr" mono />
          )}
        </details>
      )}
    </>
  )
}
