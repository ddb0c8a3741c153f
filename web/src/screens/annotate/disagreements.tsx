import { useCallback, useState } from 'react'
import type { AnswerBody, Disagreements as Found, ProjectSummary } from '../../../../src/server/api-types.ts'
import { useAddress } from '../../address.ts'
import { annotateApi, newId, useProjectPart } from '../../api/annotate.ts'
import { Dialogue } from '../../parts/dialogue/dialogue.tsx'
import type { DialogueBlock } from '../../parts/dialogue/rows.ts'
import { Empty, Loaded, Problem } from '../../parts/states.tsx'
import { HostileText } from '../../parts/text.tsx'
import { BlockPart } from '../case/block-part.tsx'
import { BodyView } from './body-view.tsx'
import { CausesForm } from './causes-form.tsx'
import { JudgeForm } from './judge-form.tsx'
import { MemoryCards } from './memory-cards.tsx'

type OneItem = Found['items'][number]

/** Items on which people differ, and who decides. */
export function Disagreements({
  project,
  who,
}: {
  readonly project: ProjectSummary
  readonly who: string | null
}) {
  const answer = useProjectPart(project.id, 'disagreements')
  return (
    <Loaded answer={answer} height={400}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title="Nobody disagrees">
            <p>
              An item comes here when all who have it have done it and they differ. Each item goes to{' '}
              {project.overlap} {project.overlap === 1 ? 'person, so nobody can' : 'people'}.
            </p>
          </Empty>
        ) : (
          <DisagreementView project={project} who={who} items={items} />
        )
      }
    </Loaded>
  )
}

function DisagreementView({
  project,
  who,
  items,
}: {
  readonly project: ProjectSummary
  readonly who: string | null
  readonly items: readonly OneItem[]
}) {
  const [{ item }, change] = useAddress()
  const chosen =
    items.find((one) => one.item === item) ??
    items.find(({ adjudication }) => adjudication === null) ??
    items[0]
  if (chosen === undefined) return null
  return (
    <div className="work">
      <nav className="queue" aria-label="Disagreements">
        <ol>
          {items.map((one) => (
            <li key={one.item}>
              <button
                type="button"
                aria-current={one === chosen ? 'true' : undefined}
                onClick={() => change({ item: one.item })}
              >
                <span aria-hidden="true">{one.adjudication === null ? '≠' : '⚖'}</span>
                <span className="visually-hidden">
                  {one.adjudication === null ? 'open:' : 'adjudicated:'}
                </span>
                <HostileText text={one.title} className="clip" />
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <Adjudicate key={chosen.item} project={project} who={who} found={chosen} />
    </div>
  )
}

function Adjudicate({
  project,
  who,
  found,
}: {
  readonly project: ProjectSummary
  readonly who: string | null
  readonly found: OneItem
}) {
  const [first] = found.answers
  const [by, setBy] = useState(found.adjudication?.by ?? '')
  const [body, setBody] = useState<AnswerBody | null>(found.adjudication?.body ?? null)
  const [state, setState] = useState<'idle' | 'busy' | 'saved'>('idle')
  const [error, setError] = useState<unknown>(null)
  const item = useProjectPart(
    project.id,
    'item',
    { item: found.item, annotator: first?.annotator ?? who ?? '' },
    first !== undefined,
  )
  const decide = async (): Promise<void> => {
    if (body === null) return
    setState('busy')
    setError(null)
    try {
      await annotateApi.adjudicate(project.id, { id: newId(), item: found.item, by: by.trim(), body })
      setState('saved')
    } catch (problem) {
      setError(problem)
      setState('idle')
    }
  }
  const dialogues = (item.data?.blocks ?? []).filter(
    (block): block is DialogueBlock => block.kind === 'dialogue',
  )
  const others = (item.data?.blocks ?? []).filter((block) => block.kind !== 'dialogue')
  const [firstDialogue] = dialogues
  const textOf = useCallback(
    (turn: number): string => firstDialogue?.turns[turn]?.text ?? '',
    [firstDialogue],
  )
  const bodies = found.answers.map((answer) => answer.body)
  return (
    <section className="item-editor" aria-label={found.title}>
      <header className="row">
        <h2 className="grow clip">
          <HostileText text={found.title} />
        </h2>
        <span className="small">they differ in {found.about.join(', ')}</span>
      </header>
      <div className="editor-panes">
        <div className="panel pane">
          <div className="pane-head">
            {others.map((block) => (
              <BlockPart key={block.name} block={block} />
            ))}
          </div>
          {dialogues.length === 0 ? null : <Dialogue label="Dialogue" blocks={dialogues} marks={[]} />}
        </div>
        <div className="panel editor-body">
          <div
            className="sides"
            style={{ gridTemplateColumns: `repeat(${found.answers.length}, minmax(0, 1fr))` }}
          >
            {found.answers.map((answer) => (
              <section key={answer.annotator} className="stack" style={{ gap: 8 }}>
                <div className="row">
                  <h3 className="grow">
                    <HostileText text={answer.annotator} />
                  </h3>
                  <button
                    type="button"
                    aria-pressed={body === answer.body}
                    onClick={() => {
                      setBody(answer.body)
                      setState('idle')
                    }}
                  >
                    Take this one
                  </button>
                </div>
                <BodyView body={answer.body} others={bodies.filter((other) => other !== answer.body)} />
              </section>
            ))}
          </div>
          <section className="adjudication stack">
            <div className="row">
              <h3 className="grow">Decision</h3>
              <label className="row small">
                decided by
                <input
                  value={by}
                  maxLength={60}
                  style={{ width: 140 }}
                  onChange={(event) => setBy(event.target.value)}
                />
              </label>
              <button
                type="button"
                className="primary"
                disabled={body === null || by.trim() === '' || state === 'busy'}
                onClick={() => void decide()}
              >
                {state === 'busy' ? 'Saving …' : found.adjudication === null ? 'Decide' : 'Decide anew'}
              </button>
              <span
                role="status"
                className="badge good"
                hidden={state !== 'saved' && found.adjudication === null}
              >
                ⚖ decided{found.adjudication === null ? '' : ` by ${found.adjudication.by}`}
              </span>
            </div>
            {error === null ? null : <Problem error={error} />}
            {body === null ? (
              <p className="dim">Take one of the answers; it can be changed here before it counts.</p>
            ) : item.data === undefined ? null : body.kind === 'memories' ? (
              <MemoryCards item={item.data} body={body} set={setBody} textOf={textOf} onEvidence={() => {}} />
            ) : body.kind === 'judge' ? (
              <JudgeForm item={{ ...item.data, hidden: false }} body={body} set={setBody} />
            ) : (
              <CausesForm item={item.data} body={body} set={setBody} />
            )}
          </section>
        </div>
      </div>
    </section>
  )
}
