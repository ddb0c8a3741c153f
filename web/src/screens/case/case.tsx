import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import type { CaseDetail } from '../../../../src/server/api-types.ts'
import { useAddress } from '../../address.ts'
import { runPath, useAnswer } from '../../api/client.ts'
import { useKeys } from '../../keys.ts'
import { Boundary } from '../../parts/boundary.tsx'
import { CopyLink } from '../../parts/copy-link.tsx'
import { Dialogue, type Target } from '../../parts/dialogue/dialogue.tsx'
import { hitsIn, type Mark } from '../../parts/dialogue/marks.ts'
import type { DialogueBlock } from '../../parts/dialogue/rows.ts'
import { Empty, Loaded, Problem } from '../../parts/states.tsx'
import { HostileText } from '../../parts/text.tsx'
import { keptList, neighbours } from '../cases/kept-list.ts'
import { AnswerPane } from './answer-pane.tsx'
import { BlockPart } from './block-part.tsx'
import './case.css'
import { EvidencePane } from './evidence-pane.tsx'
import { SystemTabs } from './system-tabs.tsx'

/** One case: what there was to read, gold beside prediction, and what was said of it. */
export function CasePage() {
  const [{ run, track, case: id }] = useAddress()
  const isWhole = run !== undefined && track !== undefined && id !== undefined
  const answer = useAnswer(runPath(run ?? '', 'case'), { track, case: id }, { enabled: isWhole })
  if (!isWhole)
    return (
      <Empty title="This address names no case">
        <Link to="/cases">Choose one from the list</Link>
      </Empty>
    )
  return (
    <div className="page full case-page">
      <Loaded answer={answer} height={600}>
        {(detail) => <CaseView key={`${detail.track} ${detail.id}`} detail={detail} />}
      </Loaded>
    </div>
  )
}

const panes = ['dialogue', 'answers', 'verdicts'] as const
type Pane = (typeof panes)[number]

function CaseView({ detail }: { readonly detail: CaseDetail }) {
  const [address, change] = useAddress()
  const navigate = useNavigate()
  const { run, track, id } = detail
  const list = keptList(run, track)
  const near =
    list?.includes(id) === true ? neighbours(list, id) : { previous: detail.previous, next: detail.next }
  const hidden = new Set((address['hide'] ?? '').split('|'))
  const { q = '' } = address
  const [target, setTarget] = useState<Target | null>(null)
  const search = useRef<HTMLInputElement>(null)
  const { dialogues, others } = useMemo(() => partsOf(detail), [detail])
  const evidence = useMemo(() => evidenceMarks(detail), [detail])
  const marks = useMemo(() => [...evidence, ...searchMarks(dialogues, q)], [evidence, dialogues, q])
  const { data: runDetail } = useAnswer(runPath(run, 'detail'))
  const systems = runDetail?.tracks.find((one) => one.id === track)?.systems ?? []
  const system = systems.find((one) => one.id === address['system'])?.id ?? systems[0]?.id
  const beside = systems.find((one) => one.id === address['beside'])?.id ?? null
  const to = (next: string | null): void => {
    if (next !== null) void navigate({ to: '/case', search: { ...address, case: next } })
  }
  const step = (by: number): void => {
    const at = systems.findIndex((one) => one.id === system)
    const next = systems[at + by]
    if (next !== undefined) change({ system: next.id }, { replace: true })
  }
  const goToMark = (by: number): void => {
    if (marks.length === 0) return
    const at = target === null ? -1 : marks.indexOf(target.mark)
    const next = marks[(at + by + marks.length) % marks.length]
    if (next !== undefined) setTarget({ mark: next })
  }
  const goToItem = (key: string): void => {
    const mark = marks.find(({ keys }) => keys.includes(key))
    if (mark !== undefined) setTarget({ mark })
  }
  const toggle = (pane: Pane): void => {
    const next = new Set(hidden)
    if (!next.delete(pane)) next.add(pane)
    change({ hide: panes.filter((one) => next.has(one)).join('|') }, { replace: true })
  }
  const other = systems.find((one) => one.id !== system)?.id
  useKeys({
    j: () => to(near.next),
    k: () => to(near.previous),
    '[': () => step(-1),
    ']': () => step(1),
    n: () => goToMark(1),
    p: () => goToMark(-1),
    b: () => change({ beside: beside === null ? other : undefined }),
    '/': () => search.current?.focus(),
    Escape: () => change({ q: undefined }, { replace: true }),
  })
  const shown = panes.filter((pane) => !hidden.has(pane))
  return (
    <>
      <div className="stack" style={{ gap: 6 }}>
        <div className="row">
          <Link
            to="/cases"
            search={{ run, track, ...(address['figure'] === undefined ? {} : { figure: address['figure'] }) }}
          >
            ← {track}
          </Link>
          <h1 className="clip">
            <HostileText text={id} dir="ltr" />
          </h1>
          <span className="dim">
            {detail.ordinal + 1} of {detail.of}
          </span>
          <span className="grow" />
          <button type="button" disabled={near.previous === null} onClick={() => to(near.previous)}>
            Previous <kbd>k</kbd>
          </button>
          <button type="button" disabled={near.next === null} onClick={() => to(near.next)}>
            Next <kbd>j</kbd>
          </button>
          <input
            ref={search}
            type="search"
            aria-label="Search in this dialogue"
            placeholder="Search in this dialogue   /"
            style={{ width: 220 }}
            dir="auto"
            value={q}
            onChange={(event) => change({ q: event.target.value }, { replace: true })}
            onKeyDown={(event) => {
              if (event.key === 'Enter') goToMark(1)
              if (event.key === 'Escape') search.current?.blur()
            }}
          />
          <span className="row" role="group" aria-label="Panes">
            {panes.map((pane) => (
              <button key={pane} type="button" aria-pressed={!hidden.has(pane)} onClick={() => toggle(pane)}>
                {hidden.has(pane) ? '▹' : '▾'} {pane}
              </button>
            ))}
          </span>
          <CopyLink />
        </div>
        <Tags detail={detail} />
        {detail.skip === null ? null : (
          <p className="notice">Left out by the view of the run: {detail.skip}</p>
        )}
        {detail.broken === null ? null : (
          <p className="notice bad">
            This case could not be laid out ({detail.broken}); its raw JSON is shown.
          </p>
        )}
        {detail.withheld ? <p className="notice info">The texts are not in this published copy.</p> : null}
      </div>
      <div
        className="panes"
        style={{ gridTemplateColumns: shown.map((pane) => widths[pane]).join(' ') || '1fr' }}
      >
        {hidden.has('dialogue') ? null : (
          <section className="panel pane" aria-label="Dialogue">
            <Broken>
              <div className="pane-head">
                {others.map((block) => (
                  <BlockPart key={block.name} block={block} onItem={goToItem} />
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
            </Broken>
          </section>
        )}
        {hidden.has('answers') ? null : (
          <section className="panel pane" aria-label="Gold and prediction">
            <SystemTabs systems={systems} system={system} beside={beside} />
            <Broken>
              {system === undefined ? (
                <p className="dim body">No system took part.</p>
              ) : (
                <div className="answers" style={{ gridTemplateColumns: beside === null ? '1fr' : '1fr 1fr' }}>
                  {[system, ...(beside === null ? [] : [beside])].map((one) => (
                    <AnswerPane key={one} detail={detail} system={one} onItem={goToItem} />
                  ))}
                </div>
              )}
            </Broken>
          </section>
        )}
        {hidden.has('verdicts') ? null : (
          <section className="panel pane" aria-label="Scores, verdicts and calls">
            <Broken>{system === undefined ? null : <EvidencePane detail={detail} system={system} />}</Broken>
          </section>
        )}
      </div>
    </>
  )
}

const widths: Readonly<Record<Pane, string>> = {
  dialogue: 'minmax(0, 1.15fr)',
  answers: 'minmax(0, 1.3fr)',
  verdicts: 'minmax(0, 0.8fr)',
}

/** A pane that breaks leaves the others alone. */
function Broken({ children }: { readonly children: React.ReactNode }) {
  return <Boundary fallback={(error) => <Problem error={error} />}>{children}</Boundary>
}

function Tags({ detail }: { readonly detail: CaseDetail }) {
  const { run, track } = detail
  return (
    <div className="row small" style={{ gap: 4 }}>
      <Link
        className="badge"
        to="/cases"
        search={{ run, track, cluster: detail.cluster }}
        title="cases of one cluster are not independent"
      >
        cluster <HostileText text={detail.cluster} dir="ltr" />
      </Link>
      {Object.entries(detail.tags).flatMap(([tag, values]) =>
        values.length > 4
          ? []
          : values.map((value) => (
              <Link
                key={`${tag} ${value}`}
                className="badge"
                to="/cases"
                search={{ run, track, [`tag.${tag}`]: value }}
              >
                {tag.replaceAll('_', ' ')} <HostileText text={value} />
              </Link>
            )),
      )}
      {detail.weight === 1 ? null : <span className="badge">stands for {detail.weight} lines</span>}
    </div>
  )
}

/** Dialogues, and all else of what there was to read. */
function partsOf({ input, background }: CaseDetail) {
  const all = [...input, ...background]
  return {
    dialogues: all.filter((block): block is DialogueBlock => block.kind === 'dialogue'),
    others: all.filter((block) => block.kind !== 'dialogue'),
  }
}

/** Places that the items of a case rest on. */
function evidenceMarks({ gold, input }: CaseDetail): Mark[] {
  return [...gold, ...input].flatMap((block) =>
    block.kind !== 'items'
      ? []
      : block.items.flatMap((item) =>
          item.spans.map(({ block: name, turn, start, end }): Mark => ({
            block: name,
            turn,
            start,
            end,
            kind: 'evidence',
            keys: [item.key],
          })),
        ),
  )
}

function searchMarks(blocks: readonly DialogueBlock[], q: string): Mark[] {
  return blocks.flatMap((block) =>
    block.turns.flatMap(({ text }, turn) =>
      hitsIn(text, q).map(({ start, end }): Mark => ({
        block: block.name,
        turn,
        start,
        end,
        kind: 'hit',
        keys: [],
      })),
    ),
  )
}
