import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { forget, transport, useAnswer } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Problem } from '../../parts/states.tsx'

/** Words of a field: parted by blanks or commas. */
function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

function runIn(job: unknown): string | null {
  const run: unknown = typeof job === 'object' && job !== null ? Reflect.get(job, 'run') : null
  return typeof run === 'string' ? run : null
}

/** Starts `rapport run` on the machine of the workbench. */
export function NewRun({ onClose }: { readonly onClose: () => void }) {
  const { data } = useAnswer('/settings')
  const navigate = useNavigate()
  const [tracks, setTracks] = useState('alpsbench')
  const [systems, setSystems] = useState('*')
  const [dataset, setDataset] = useState('sample')
  const [judge, setJudge] = useState('')
  const [limit, setLimit] = useState('')
  const [maxCost, setMaxCost] = useState('')
  const [egress, setEgress] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const named = [...wordsOf(systems), ...wordsOf(judge)].map((word) =>
    word.slice(0, Math.max(0, word.indexOf('/'))),
  )
  const missing = (data?.providers ?? []).filter(
    ({ provider, variable, present }) => variable !== null && !present && named.includes(provider),
  )
  const start = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    try {
      const job = await transport.send('/runs', {
        tracks: wordsOf(tracks),
        systems: wordsOf(systems),
        data: dataset.trim(),
        ...(judge.trim() === '' ? {} : { judge: wordsOf(judge) }),
        ...(limit === '' ? {} : { limit: Number(limit) }),
        ...(maxCost === '' ? {} : { maxCost: Number(maxCost) }),
        ...(egress ? { allowEgress: true } : {}),
      })
      forget('/runs', '/jobs', '/workbench')
      const run = runIn(job)
      if (run !== null) void navigate({ to: '/', search: { open: run } })
      onClose()
    } catch (problem) {
      setError(problem)
      setBusy(false)
    }
  }
  return (
    <Dialog title="New run" onClose={onClose}>
      <form className="stack" onSubmit={(event) => void start(event)}>
        <label className="field">
          <span>Tracks: a benchmark, or the beginning of a track</span>
          <input
            list="new-run-tracks"
            value={tracks}
            required
            onChange={(event) => setTracks(event.target.value)}
          />
        </label>
        <datalist id="new-run-tracks">
          {(data?.benchmarks ?? []).flatMap(({ id, tracks: own }) =>
            [id, ...own.map((track) => track.id)].map((word) => <option key={word} value={word} />),
          )}
        </datalist>
        <label className="field">
          <span>
            Systems: <code>*</code>, <code>oracle</code>, <code>baseline:constant</code>,{' '}
            <code>provider/model</code>, <code>memory:bm25+provider/model</code>
          </span>
          <input value={systems} required onChange={(event) => setSystems(event.target.value)} />
        </label>
        <label className="field">
          <span>Data</span>
          <input
            list="new-run-data"
            value={dataset}
            required
            onChange={(event) => setDataset(event.target.value)}
          />
        </label>
        <datalist id="new-run-data">
          {[...new Set((data?.datasets ?? []).map(({ name }) => name))].map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div className="row" style={{ alignItems: 'end' }}>
          <label className="field grow">
            <span>Judge, if any: provider/model</span>
            <input value={judge} onChange={(event) => setJudge(event.target.value)} />
          </label>
          <label className="field">
            <span>At most so many cases of each track</span>
            <input
              type="number"
              min={1}
              step={1}
              value={limit}
              onChange={(event) => setLimit(event.target.value)}
            />
          </label>
          <label className="field">
            <span>At most US dollars</span>
            <input
              type="number"
              min={0}
              step="0.01"
              value={maxCost}
              onChange={(event) => setMaxCost(event.target.value)}
            />
          </label>
        </div>
        <label className="row">
          <input type="checkbox" checked={egress} onChange={(event) => setEgress(event.target.checked)} />
          Texts of real people may be sent to the providers (--allow-egress)
        </label>
        {missing.map(({ provider, variable }) => (
          <p key={provider} className="notice">
            {provider} needs a key: set <code>{variable}</code> and start the workbench again. Without a key,
            the demo server answers: <code>rapport demo-server</code>
          </p>
        ))}
        <p className="dim small">
          Programs and modules of your own are started in the terminal only: a page must not be able to start
          them.
        </p>
        {error === null ? null : <Problem error={error} />}
        <div className="row" style={{ justifyContent: 'end' }}>
          <button type="submit" className="primary" disabled={busy}>
            {busy ? 'Starting …' : 'Start'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
