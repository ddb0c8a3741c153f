import type { Answer, CaseDetail, ScoreView, VerdictView } from '../../../../src/server/api-types.ts'
import { useAddress } from '../../address.ts'
import { runPath, useAnswer } from '../../api/client.ts'
import { countText, durationText, moneyText } from '../../parts/format.ts'
import { outcomes } from '../../parts/outcome-strip.tsx'
import { Loaded } from '../../parts/states.tsx'
import { Hostile, HostileText } from '../../parts/text.tsx'
import { LongText } from './long-text.tsx'

/** How an answer was scored, what judges said and were asked, and what it cost. */
export function EvidencePane({ detail, system }: { readonly detail: CaseDetail; readonly system: string }) {
  const [{ repeat = '0' }] = useAddress()
  const answer = useAnswer(
    runPath(detail.run, 'answer'),
    { track: detail.track, case: detail.id, system, repeat },
    { keep: true },
  )
  return (
    <div className="evidence">
      <Loaded answer={answer} height={300}>
        {(found) => <Evidence answer={found} />}
      </Loaded>
    </div>
  )
}

function Evidence({ answer }: { readonly answer: Answer }) {
  return (
    <>
      <section className="stack" style={{ gap: 8 }}>
        <h2>Scores</h2>
        {answer.scores.length === 0 ? <p className="dim">Nothing measured it yet.</p> : null}
        {answer.scores.map((score) => (
          <Score key={score.instrument} score={score} />
        ))}
      </section>
      {answer.verdicts.length === 0 ? null : (
        <section className="stack" style={{ gap: 8 }}>
          <h2>Verdicts</h2>
          {answer.verdicts.map((verdict) => (
            <Verdict key={`${verdict.label} ${verdict.judge}`} verdict={verdict} />
          ))}
        </section>
      )}
      <section className="stack" style={{ gap: 6 }}>
        <h2>Prompt</h2>
        <Messages messages={answer.prompt} missing={answer.promptMissing} />
      </section>
      <section className="stack" style={{ gap: 6 }}>
        <h2>Stages</h2>
        <table className="grid small">
          <tbody>
            {answer.stages.map(({ stage, instrument, reused, duration, failure }) => (
              <tr key={`${stage} ${instrument ?? ''}`}>
                <td>
                  {stage}
                  {instrument === null ? null : (
                    <div className="dim">
                      <HostileText text={instrument.split('?')[0] ?? instrument} dir="ltr" />
                    </div>
                  )}
                </td>
                <td className="num">{durationText(duration)}</td>
                <td>
                  {failure === null ? (
                    reused ? (
                      'reused'
                    ) : (
                      'done'
                    )
                  ) : (
                    <span className="badge bad">{failure.reason}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section className="stack" style={{ gap: 6 }}>
        <h2>Calls</h2>
        <Calls calls={answer.calls} />
      </section>
    </>
  )
}

function Score({ score }: { readonly score: ScoreView }) {
  return (
    <div>
      <h3 title={score.instrument}>
        <HostileText text={score.label} dir="ltr" />{' '}
        {score.judged ? <span className="badge">judge</span> : null}
      </h3>
      <table className="grid small">
        <tbody>
          {score.metrics.map(({ metric, outcome }) => {
            const name =
              outcome.status === 'failed'
                ? outcome.by === 'system'
                  ? 'failed'
                  : 'infrastructure'
                : outcome.status
            const look = outcomes.find((one) => one.name === name)
            return (
              <tr key={metric}>
                <td>{metric}</td>
                <td className="num">
                  {outcome.status === 'unscored' && outcome.reason === 'not-applicable' ? (
                    <span className="dim">does not apply</span>
                  ) : outcome.status === 'scored' ? (
                    <span title={`${outcome.numerator} / ${outcome.denominator}`}>
                      {numberText(outcome.numerator / outcome.denominator)}
                    </span>
                  ) : (
                    <span className="row" style={{ justifyContent: 'end', gap: 4 }}>
                      <span className={`swatch o-${look?.name ?? 'skipped'}`} aria-hidden="true" />
                      {outcome.status === 'failed'
                        ? `${outcome.reason}, by the ${outcome.by}`
                        : outcome.reason}
                    </span>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {score.detail === null ? null : (
        <details className="small">
          <summary className="dim">How it was counted</summary>
          <LongText text={JSON.stringify(score.detail, null, 2)} lang={null} dir="ltr" mono />
        </details>
      )}
    </div>
  )
}

function numberText(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(3)
}

function Verdict({ verdict }: { readonly verdict: VerdictView }) {
  return (
    <div className="stack" style={{ gap: 4 }}>
      <h3>
        <HostileText text={verdict.judge} dir="ltr" />{' '}
        <span className="dim small">
          <HostileText text={verdict.label} dir="ltr" />
        </span>
      </h3>
      {verdict.read === null ? (
        <p className="notice">Its words could not be read as a verdict.</p>
      ) : (
        <LongText text={JSON.stringify(verdict.read, null, 2)} lang={null} dir="ltr" mono />
      )}
      <details className="small">
        <summary className="dim">
          Its words{verdict.tries.length > 1 ? `, ${verdict.tries.length} tries` : ''}
        </summary>
        {verdict.tries.map((one, at) => (
          // eslint-disable-next-line no-array-index-key -- tries have no other name
          <div key={at}>
            {one.fault === null ? null : <span className="badge bad">{one.fault}</span>}
            {one.servedBy === null ? null : (
              <span className="dim">
                {' '}
                served by <HostileText text={one.servedBy} dir="ltr" />
              </span>
            )}
            {one.text === null ? null : <LongText text={one.text} lang={null} dir="ltr" mono />}
          </div>
        ))}
      </details>
      <Messages messages={verdict.prompt} missing={verdict.promptMissing} label="What it was asked" />
    </div>
  )
}

function Messages({
  messages,
  missing,
  label = 'What it was asked',
}: {
  readonly messages: Answer['prompt']
  readonly missing: string | null
  readonly label?: string
}) {
  if (messages === null) return <p className="dim small">Not shown: {missing ?? 'nothing is known of it'}.</p>
  return (
    <details className="small">
      <summary className="dim">{label}</summary>
      {messages.map((message, at) => (
        // eslint-disable-next-line no-array-index-key -- messages have no other name
        <div key={at} style={{ marginTop: 6 }}>
          <b>
            <Hostile text={message.role} />
          </b>
          <LongText text={message.text} lang={null} dir="ltr" mono />
        </div>
      ))}
    </details>
  )
}

function Calls({ calls }: { readonly calls: Answer['calls'] }) {
  if (calls === null)
    return <p className="dim small">This run did not write down which answer its calls were for.</p>
  if (calls.length === 0)
    return <p className="dim small">No call: nobody was asked, or the reply was there already.</p>
  return (
    <table className="grid small">
      <thead>
        <tr>
          <th scope="col">Model, for</th>
          <th scope="col" className="num">
            In / out
          </th>
          <th scope="col" className="num">
            Time
          </th>
          <th scope="col" className="num">
            Cost
          </th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call, at) => (
          // eslint-disable-next-line no-array-index-key -- calls of one moment have no other name
          <tr key={at}>
            <td>
              <HostileText text={call.model} dir="ltr" />
              <div className="dim">
                {call.purpose}
                {call.outcome === 'failed' ? (
                  <span className="badge bad">{call.detail ?? 'failed'}</span>
                ) : null}
              </div>
            </td>
            <td className="num">
              {call.inputTokens === null ? '–' : countText(call.inputTokens)} /{' '}
              {call.outputTokens === null ? '–' : countText(call.outputTokens)}
            </td>
            <td className="num">{durationText(call.latency)}</td>
            <td className="num">{moneyText(call.cost)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
