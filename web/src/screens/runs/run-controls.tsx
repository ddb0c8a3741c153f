import { useState } from 'react'
import type { RunSummary } from '../../../../src/server/api-types.ts'
import { forget, runPath, transport } from '../../api/client.ts'
import { ApiError } from '../../api/transport.ts'
import { standingOf } from './filter.ts'

type Act = 'stop' | 'resume' | 'retry'

/** Stops a run, goes on with it, or asks again for what went wrong. Says what it did and what the server answered. */
export function RunControls({
  run,
  withRetry = false,
}: {
  readonly run: RunSummary
  readonly withRetry?: boolean
}) {
  const standing = standingOf(run)
  const [busy, setBusy] = useState<Act | null>(null)
  const [said, setSaid] = useState('')
  const act = async (name: Act, body: unknown): Promise<void> => {
    setBusy(name)
    setSaid('')
    try {
      await transport.send(runPath(run.id, name), body)
      setSaid(name === 'stop' ? 'Asked to stop; what is finished is kept.' : 'Started.')
    } catch (error) {
      setSaid(
        error instanceof ApiError ? [error.message, error.fix].filter(Boolean).join(': ') : String(error),
      )
    }
    setBusy(null)
    forget('/runs', '/jobs')
  }
  return (
    <>
      {standing === 'running' || standing === 'planning' ? (
        <button type="button" disabled={busy !== null} onClick={() => void act('stop', {})}>
          Stop
        </button>
      ) : null}
      {standing === 'interrupted' || standing === 'stopped' || standing === 'failed' ? (
        <button type="button" disabled={busy !== null} onClick={() => void act('resume', {})}>
          Resume
        </button>
      ) : null}
      {withRetry && run.failures > 0 && run.worker === null ? (
        <button type="button" disabled={busy !== null} onClick={() => void act('retry', { what: 'failed' })}>
          Ask again for failures
        </button>
      ) : null}
      <span className="small dim" role="status">
        {said}
      </span>
    </>
  )
}
