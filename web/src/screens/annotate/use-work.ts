import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { AnnotationItem, AnswerBody, Save } from '../../../../src/server/api-types.ts'
import { annotateApi, newId, projectPath } from '../../api/annotate.ts'
import { forget } from '../../api/client.ts'
import { firstBody, sameBody, type TurnText } from './card-state.ts'
import { SaveQueue, type SaveState } from './save-queue.ts'
import { saveOptions } from './save-options.ts'

/** One person's work on one item. */
export interface WorkOnItem {
  readonly body: AnswerBody
  readonly state: AnnotationItem['history'][number]['state']
  readonly saving: SaveState
  readonly message: string
  /** Shows a change at once and saves it; `now` without waiting for the next key. */
  readonly set: (body: AnswerBody, now?: boolean) => void
  /** Done or skipped; resolves when the server has it. */
  readonly finish: (state: 'done' | 'skipped') => Promise<void>
  readonly undo: () => Promise<void>
  readonly canUndo: boolean
  /** After a conflict: keep what is here on top of what was saved elsewhere, or take that. */
  readonly keepMine: () => void
  readonly takeTheirs: () => void
}

/** Puts item, editor and autosave together; one component for one item of one person. `kind` is the project's. */
export function useWork(
  project: string,
  kind: AnswerBody['kind'],
  who: string,
  item: AnnotationItem,
  textOf: TurnText,
): WorkOnItem {
  const first = useMemo(() => firstBody(item, kind, textOf), [item, kind, textOf])
  const [body, setBody] = useState<AnswerBody>(() => item.mine?.body ?? first)
  const [state, setState] = useState(item.mine?.state ?? 'open')
  const [saving, setSaving] = useState<SaveState>('saved')
  const [message, setMessage] = useState('')
  const [canUndo, setCanUndo] = useState(item.undoable)
  const latest = useRef<{ body: AnswerBody; state: Save['state'] }>({
    body,
    state: state === 'open' ? 'draft' : state,
  })
  const [queue] = useState(
    () =>
      new SaveQueue({ project, item: item.item, annotator: who }, item.mine?.seq ?? null, {
        ...saveOptions(project),
        onState: (next, { message: said }) => {
          setSaving(next)
          setMessage(said)
          if (next === 'saved') setCanUndo(true)
          // What was saved elsewhere is loaded, so that there is something to choose.
          if (next === 'conflict') forget(projectPath(project))
        },
      }),
  )
  useEffect(() => {
    const left = queue.unsaved()
    if (left !== null) {
      setBody(left.body)
      setState(left.state)
      latest.current = { body: left.body, state: left.state }
      queue.sendUnsaved()
    }
    // Whoever goes on to the next item has not to wait: the rest is sent meanwhile.
    return () => void queue.flush()
  }, [queue])
  const set = useCallback(
    (next: AnswerBody, now = false) => {
      setBody(next)
      setState('draft')
      latest.current = { body: next, state: 'draft' }
      queue.save({ state: 'draft', body: next }, now)
    },
    [queue],
  )
  const refresh = useCallback(() => forget(projectPath(project), '/projects'), [project])
  const finish = useCallback(
    async (next: 'done' | 'skipped') => {
      setState(next)
      latest.current = { ...latest.current, state: next }
      queue.save({ state: next, body: latest.current.body }, true)
      await queue.flush()
      refresh()
    },
    [queue, refresh],
  )
  const undo = useCallback(async () => {
    await queue.flush()
    const saved = await annotateApi.undo(project, { id: newId(), item: item.item, annotator: who })
    const next = saved.body ?? first
    setBody(next)
    setState(saved.state)
    setCanUndo(saved.body !== null)
    latest.current = { body: next, state: saved.state === 'open' ? 'draft' : saved.state }
    queue.rebase(saved.seq)
    setSaving('saved')
    refresh()
  }, [first, item.item, project, queue, refresh, who])
  const keepMine = useCallback(() => {
    queue.rebase(item.mine?.seq ?? null)
    queue.save({ state: latest.current.state, body: latest.current.body }, true)
  }, [item.mine?.seq, queue])
  const takeTheirs = useCallback(() => {
    const next = item.mine?.body ?? first
    queue.rebase(item.mine?.seq ?? null)
    setBody(next)
    setState(item.mine?.state ?? 'open')
    latest.current = { body: next, state: 'draft' }
    setSaving('saved')
  }, [first, item.mine, queue])
  // Somebody else, or another tab of the same person, saved: the item was loaded again, and nothing is unsaved here.
  const seen = useRef(item.mine?.seq ?? null)
  useEffect(() => {
    const seq = item.mine?.seq ?? null
    if (seq === seen.current) return
    seen.current = seq
    setCanUndo(item.undoable)
    if (saving === 'saved' && item.mine !== null && !sameBody(item.mine.body ?? first, latest.current.body))
      takeTheirs()
  }, [first, item, saving, takeTheirs])
  return { body, state, saving, message, set, finish, undo, canUndo, keepMine, takeTheirs }
}
