import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import type { NewProject } from '../../../../src/server/api-types.ts'
import { annotateApi } from '../../api/annotate.ts'
import { forget, runPath, useAnswer } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Problem } from '../../parts/states.tsx'

const kinds = [
  ['memories', 'Verify memories: read a dialogue, accept, edit, reject or add memories with their evidence'],
  ['judge', 'Judge the judge: check the verdicts of a judge field by field, blind or open'],
  ['causes', 'Causes of error: say why a system got cases wrong'],
] as const
type Kind = NewProject['kind']

/** Makes a queue out of a data set or a run. */
export function NewProjectDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const { data: settings } = useAnswer('/settings')
  const { data: runs } = useAnswer('/runs')
  const [kind, setKind] = useState<Kind>('memories')
  const [name, setName] = useState('')
  const [people, setPeople] = useState('')
  const [overlap, setOverlap] = useState('1')
  const [blind, setBlind] = useState(true)
  const [data, setData] = useState('sample')
  const [run, setRun] = useState('')
  const [track, setTrack] = useState('')
  const [system, setSystem] = useState('')
  const [instrument, setInstrument] = useState('')
  const [limit, setLimit] = useState('')
  const [suggestions, setSuggestions] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const chosenRun = run === '' ? (runs?.runs[0]?.id ?? '') : run
  const { data: detail } = useAnswer(runPath(chosenRun, 'detail'), {}, { enabled: chosenRun !== '' })
  const tracks = detail?.tracks ?? []
  const chosenTrack = tracks.find(({ id }) => id === track) ?? tracks[0]
  const instruments = (chosenTrack?.instruments ?? []).filter(({ judged }) => kind !== 'judge' || judged)
  const chosenInstrument = instruments.find(({ key }) => key === instrument) ?? instruments[0]
  const { data: table } = useAnswer(
    runPath(chosenRun, 'cases'),
    { track: chosenTrack?.id },
    { enabled: kind === 'causes' && chosenTrack !== undefined },
  )
  const figure = table?.figures.find((one) => one.instrument === chosenInstrument?.key) ?? table?.figures[0]
  const names = people
    .split(/[\n,]+/)
    .map((one) => one.trim())
    .filter(Boolean)
  const source = (): NewProject['source'] => {
    const most = limit === '' ? null : Number(limit)
    const of = { run: chosenRun, track: chosenTrack?.id ?? '' }
    if (kind === 'memories') {
      const words = suggestions.split(/[\s,]+/).filter(Boolean)
      return {
        from: 'data',
        data: data.trim(),
        split: null,
        track: 'alpsbench/extraction',
        suggestions: words,
        suggestionRun: words.some((word) => !word.startsWith('recorded:')) ? chosenRun : null,
        limit: most,
      }
    }
    if (kind === 'judge')
      return { from: 'verdicts', ...of, instrument: chosenInstrument?.key ?? '', count: most ?? 50 }
    return {
      from: 'wrong',
      ...of,
      system: system === '' ? (chosenTrack?.systems[0]?.id ?? '') : system,
      instrument: figure?.instrument ?? '',
      metric: figure?.metric ?? '',
      below: 0.5,
      limit: most ?? 100,
    }
  }
  const make = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    try {
      const made = await annotateApi.create({
        name: name.trim(),
        kind,
        source: source(),
        annotators: names,
        overlap: Math.min(names.length, Number(overlap)),
        blind,
        seed: 1,
      })
      forget('/projects', '/workbench')
      onClose()
      void navigate({ to: '/annotate/$project', params: { project: made.id } })
    } catch (problem) {
      setError(problem)
      setBusy(false)
    }
  }
  return (
    <Dialog title="New project" onClose={onClose}>
      <form className="stack" onSubmit={(event) => void make(event)}>
        <fieldset className="stack plain-set" style={{ gap: 4 }}>
          <legend className="visually-hidden">What is to be done</legend>
          {kinds.map(([value, label]) => (
            <label key={value} className="row" style={{ flexWrap: 'nowrap', alignItems: 'start' }}>
              <input type="radio" name="kind" checked={kind === value} onChange={() => setKind(value)} />
              {label}
            </label>
          ))}
        </fieldset>
        <label className="field">
          <span>Name</span>
          <input value={name} required maxLength={120} onChange={(event) => setName(event.target.value)} />
        </label>
        {kind === 'memories' ? (
          <div className="row" style={{ alignItems: 'end' }}>
            <label className="field grow">
              <span>Data set</span>
              <input
                list="project-data"
                value={data}
                required
                onChange={(event) => setData(event.target.value)}
              />
            </label>
            <datalist id="project-data">
              {[...new Set((settings?.datasets ?? []).map((one) => one.name))].map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
            <label className="field grow">
              <span>Suggestions of models, if any: recorded:model, or a system of the newest run</span>
              <input value={suggestions} onChange={(event) => setSuggestions(event.target.value)} />
            </label>
          </div>
        ) : (
          <div className="row" style={{ alignItems: 'end' }}>
            <label className="field">
              <span>Run</span>
              <select value={chosenRun} onChange={(event) => setRun(event.target.value)}>
                {(runs?.runs ?? []).map(({ id, dataset }) => (
                  <option key={id} value={id}>
                    {id} · {dataset.word}
                  </option>
                ))}
              </select>
            </label>
            <label className="field">
              <span>Track</span>
              <select value={chosenTrack?.id ?? ''} onChange={(event) => setTrack(event.target.value)}>
                {tracks.map(({ id }) => (
                  <option key={id}>{id}</option>
                ))}
              </select>
            </label>
            {kind === 'judge' ? null : (
              <label className="field">
                <span>System</span>
                <select value={system} onChange={(event) => setSystem(event.target.value)}>
                  {(chosenTrack?.systems ?? []).map(({ id }) => (
                    <option key={id}>{id}</option>
                  ))}
                </select>
              </label>
            )}
            <label className="field">
              <span>{kind === 'judge' ? 'Judge' : 'Wrong by'}</span>
              <select
                value={chosenInstrument?.key ?? ''}
                onChange={(event) => setInstrument(event.target.value)}
              >
                {instruments.length === 0 ? <option value="">this track has none</option> : null}
                {instruments.map(({ key, label }) => (
                  <option key={key} value={key}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          </div>
        )}
        <div className="row" style={{ alignItems: 'end' }}>
          <label className="field grow">
            <span>People, by commas: pseudonyms</span>
            <input
              value={people}
              required
              placeholder="ann, ben"
              onChange={(event) => setPeople(event.target.value)}
            />
          </label>
          <label className="field">
            <span>People for each item</span>
            <input
              type="number"
              min={1}
              max={Math.max(1, names.length)}
              value={overlap}
              onChange={(event) => setOverlap(event.target.value)}
            />
          </label>
          <label className="field">
            <span>Items at most</span>
            <input type="number" min={1} value={limit} onChange={(event) => setLimit(event.target.value)} />
          </label>
        </div>
        {kind === 'judge' ? (
          <label className="row">
            <input type="checkbox" checked={blind} onChange={(event) => setBlind(event.target.checked)} />
            Blind: the verdict of the judge is hidden until the item is done
          </label>
        ) : null}
        {error === null ? null : <Problem error={error} />}
        <div className="row" style={{ justifyContent: 'end' }}>
          <button type="submit" className="primary" disabled={busy}>
            {busy ? 'Reading the data …' : 'Make it'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
