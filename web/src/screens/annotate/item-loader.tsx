import { useCallback, useMemo, useState } from 'react'
import type { AnnotationItem, AnswerBody, ProjectSummary } from '../../../../src/server/api-types.ts'
import { useProjectPart } from '../../api/annotate.ts'
import { useKeys } from '../../keys.ts'
import { Boundary } from '../../parts/boundary.tsx'
import { Dialogue, type Target } from '../../parts/dialogue/dialogue.tsx'
import type { Mark } from '../../parts/dialogue/marks.ts'
import type { DialogueBlock } from '../../parts/dialogue/rows.ts'
import { Loaded, Problem } from '../../parts/states.tsx'
import { HostileText } from '../../parts/text.tsx'
import { BlockPart } from '../case/block-part.tsx'
import { missingIn } from './card-state.ts'
import { CausesForm } from './causes-form.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { JudgeForm } from './judge-form.tsx'
import { MemoryCards } from './memory-cards.tsx'
import { SavedState } from './saved-state.tsx'
import { useWork } from './use-work.ts'

interface Steps {
  /** `3 of 24`. */
  readonly place: string
  readonly onPrevious: (() => void) | null
  readonly onNext: (() => void) | null
  readonly onDone: () => void
}

/** Loads an item of a queue for one person. */
export function ItemLoader({
  project,
  who,
  item,
  ...steps
}: Steps & { readonly project: ProjectSummary; readonly who: string; readonly item: string }) {
  const answer = useProjectPart(project.id, 'item', { item, annotator: who })
  return (
    <Loaded answer={answer} height={500}>
      {(loaded) => (
        <Boundary fallback={(error) => <Problem error={error} />}>
          <ItemEditor project={project} who={who} item={loaded} {...steps} />
        </Boundary>
      )}
    </Loaded>
  )
}

function ItemEditor({
  project,
  who,
  item,
  place,
  onPrevious,
  onNext,
  onDone,
}: Steps & { readonly project: ProjectSummary; readonly who: string; readonly item: AnnotationItem }) {
  const dialogues = useMemo(
    () => item.blocks.filter((block): block is DialogueBlock => block.kind === 'dialogue'),
    [item.blocks],
  )
  const others = item.blocks.filter((block) => block.kind !== 'dialogue')
  const [first] = dialogues
  const textOf = useCallback((turn: number): string => first?.turns[turn]?.text ?? '', [first])
  const work = useWork(project.id, project.kind, who, item, textOf)
  const [target, setTarget] = useState<Target | null>(null)
  const [isHistory, setHistory] = useState(false)
  const [said, setSaid] = useState('')
  const marks = useMemo(() => marksOf(work.body, first?.name ?? ''), [work.body, first])
  const missing = missingIn(work.body, item.fields)
  const finish = async (): Promise<void> => {
    if (missing.length > 0) return setSaid(`Not done yet: ${missing.join(', ')}.`)
    setSaid('')
    await work.finish('done')
    onDone()
  }
  const skip = async (): Promise<void> => {
    await work.finish('skipped')
    onDone()
  }
  const undo = (): void => {
    if (!work.canUndo) return setSaid('There is nothing to undo.')
    work.undo().catch((error: unknown) => setSaid(error instanceof Error ? error.message : String(error)))
  }
  const goToEvidence = (key: string): void => {
    const mark = marks.find(({ keys }) => keys.includes(key))
    if (mark !== undefined) setTarget({ mark })
  }
  useKeys({
    u: undo,
    Enter: () => void finish(),
    h: () => setHistory(!isHistory),
    ...(onPrevious === null ? {} : { k: onPrevious }),
    ...(onNext === null ? {} : { j: onNext }),
  })
  return (
    <section className="item-editor" aria-label={item.title}>
      <header className="row">
        <h2 className="clip grow">
          <HostileText text={item.title} /> <span className="dim small">{place}</span>
        </h2>
        <SavedState saving={work.saving} message={work.message} state={work.state} />
        <button type="button" disabled={!work.canUndo} onClick={undo}>
          Undo <kbd>u</kbd>
        </button>
        <button type="button" aria-pressed={isHistory} onClick={() => setHistory(!isHistory)}>
          History {item.history.length} <kbd>h</kbd>
        </button>
        <button type="button" disabled={onPrevious === null} onClick={() => onPrevious?.()}>
          <kbd>k</kbd> Previous
        </button>
        <button type="button" onClick={() => void skip()}>
          Skip
        </button>
        <button type="button" className="primary" onClick={() => void finish()}>
          Done, and next ⏎
        </button>
      </header>
      {said === '' ? null : (
        <p className="notice" role="alert">
          {said}
        </p>
      )}
      {item.flag === null ? null : <p className="notice">Kept out of calibration: {item.flag}</p>}
      {work.saving !== 'conflict' ? null : (
        <div className="notice bad" role="alert">
          <p>This item was saved somewhere else meanwhile. What you wrote here is kept until you choose.</p>
          <div className="row">
            <button type="button" onClick={work.keepMine}>
              Keep what is here, on top
            </button>
            <button type="button" onClick={work.takeTheirs}>
              Take what was saved
            </button>
          </div>
        </div>
      )}
      <div className="editor-panes">
        <div className="panel pane">
          <div className="pane-head">
            {others.map((block) => (
              <BlockPart key={block.name} block={block} />
            ))}
          </div>
          {dialogues.length === 0 ? null : (
            <Dialogue
              label="Dialogue"
              blocks={dialogues}
              marks={marks}
              target={target}
              onMark={(mark) => setTarget({ mark })}
            />
          )}
        </div>
        <div className="panel editor-body">
          {isHistory ? (
            <HistoryPanel
              item={item}
              onTake={(body) => work.set(body, true)}
              onClose={() => setHistory(false)}
            />
          ) : null}
          <Form item={item} body={work.body} set={work.set} textOf={textOf} onEvidence={goToEvidence} />
        </div>
      </div>
    </section>
  )
}

function Form({
  item,
  body,
  set,
  textOf,
  onEvidence,
}: {
  readonly item: AnnotationItem
  readonly body: AnswerBody
  readonly set: (body: AnswerBody, now?: boolean) => void
  readonly textOf: (turn: number) => string
  readonly onEvidence: (key: string) => void
}) {
  switch (body.kind) {
    case 'memories':
      return <MemoryCards item={item} body={body} set={set} textOf={textOf} onEvidence={onEvidence} />
    case 'judge':
      return <JudgeForm item={item} body={body} set={set} />
    case 'causes':
      return <CausesForm item={item} body={body} set={set} />
  }
}

/** Passages that the cards rest on. */
function marksOf(body: AnswerBody, block: string): Mark[] {
  if (body.kind !== 'memories') return []
  return body.cards
    .filter(({ decision }) => decision !== 'reject')
    .flatMap(({ key, evidence }) =>
      evidence.map(({ turn, start, end }): Mark => ({
        block,
        turn,
        start,
        end,
        kind: 'evidence',
        keys: [key],
      })),
    )
}
