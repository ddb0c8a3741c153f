import { useState } from 'react'
import { forget, transport, useAnswer } from '../../api/client.ts'
import { Empty, Problem } from '../../parts/states.tsx'

/** Nothing was ever run here: the two commands that change it, and a button that does it at once. */
export function NoRuns() {
  const { data } = useAnswer('/workbench')
  const [state, setState] = useState<'idle' | 'busy' | 'started'>('idle')
  const [error, setError] = useState<unknown>(null)
  const start = async (): Promise<void> => {
    setState('busy')
    setError(null)
    try {
      await transport.send('/runs', { tracks: ['alpsbench'], systems: ['*'], data: 'sample' })
      setState('started')
      forget('/runs', '/jobs', '/workbench')
    } catch (problem) {
      setError(problem)
      setState('idle')
    }
  }
  return (
    <Empty title="There is no run here yet">
      <p>A run asks systems the cases of a data set and scores what they say. In a terminal:</p>
      <pre>
        rapport run alpsbench --data sample --system "*"{'\n'}rapport run alpsbench/extraction --data sample
        --system openai/gpt-5-mini
      </pre>
      <p>The first one needs no key and takes a few seconds. It shows up here by itself while it runs.</p>
      {data?.readOnly === true ? null : (
        <button type="button" className="primary" disabled={state !== 'idle'} onClick={() => void start()}>
          {state === 'idle' ? 'Run the sample now' : 'The sample run starts …'}
        </button>
      )}
      {error === null ? null : <Problem error={error} />}
    </Empty>
  )
}
