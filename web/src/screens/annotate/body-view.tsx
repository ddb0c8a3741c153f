import type { AnswerBody } from '../../../../src/server/api-types.ts'
import { HostileText } from '../../parts/text.tsx'

/** What one person said, to read; what others say otherwise is marked. */
export function BodyView({
  body,
  others,
}: {
  readonly body: AnswerBody
  readonly others: readonly AnswerBody[]
}) {
  switch (body.kind) {
    case 'memories':
      return (
        <ul className="stack" style={{ gap: 6 }}>
          {body.cards.map((card) => {
            const differs = others.some((other) => {
              const same =
                other.kind === 'memories' ? other.cards.find(({ key }) => key === card.key) : undefined
              if (same === undefined) return card.decision !== 'reject'
              if (same.decision === 'reject' || card.decision === 'reject')
                return same.decision !== card.decision
              return same.value !== card.value || same.label !== card.label || same.type !== card.type
            })
            return (
              <li key={card.key} className={`card ${card.decision}${differs ? ' differs' : ''}`}>
                <div className="row" style={{ flexWrap: 'nowrap' }}>
                  <HostileText
                    text={card.value}
                    className={`grow ${card.decision === 'reject' ? 'struck' : ''}`}
                  />
                  <span className="badge">{card.decision}</span>
                </div>
                <span className="dim small">
                  {card.label} {card.type} {differs ? <b>differs</b> : null}
                </span>
              </li>
            )
          })}
        </ul>
      )
    case 'judge':
      return (
        <dl className="facts">
          {Object.entries(body.fields).map(([field, { verdict, value }]) => (
            <div key={field} style={{ display: 'contents' }}>
              <dt>{field}</dt>
              <dd>
                {verdict}
                {value === null ? '' : ` ${value}`}
              </dd>
            </div>
          ))}
          {body.note === '' ? null : (
            <>
              <dt>note</dt>
              <dd>
                <HostileText text={body.note} />
              </dd>
            </>
          )}
        </dl>
      )
    case 'causes':
      return (
        <p>
          <b>{body.cause ?? 'no cause'}</b> <HostileText text={body.note} className="dim" />
        </p>
      )
  }
}
