import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ProjectSummary } from '../../../../src/server/api-types.ts'
import { useAddress } from '../../address.ts'
import { projectPath, useProject } from '../../api/annotate.ts'
import { transport } from '../../api/client.ts'
import { countText } from '../../parts/format.ts'
import { Loaded } from '../../parts/states.tsx'
import { HostileText } from '../../parts/text.tsx'
import { Agreement } from './agreement.tsx'
import './annotate.css'
import { Disagreements } from './disagreements.tsx'
import { kindNames } from './projects.tsx'
import { Work } from './work.tsx'

const WHO = 'rapport-annotator'

const exportForms = [
  ['data', 'Verified data, in the public layout'],
  ['labels-csv', 'Labels, CSV'],
  ['labels-jsonl', 'Labels, JSONL'],
  ['log-jsonl', 'The whole log, JSONL'],
] as const

/** One project: work, disagreements, agreement. */
export function ProjectPage() {
  const { project } = useParams({ from: '/annotate/$project' })
  return (
    <div className="page full annotate-page">
      <Loaded answer={useProject(project)} height={600}>
        {(summary) => <ProjectView project={summary} />}
      </Loaded>
    </div>
  )
}

function ProjectView({ project }: { readonly project: ProjectSummary }) {
  const [address, change] = useAddress()
  const { view = 'work' } = address
  const who = project.annotators.find((one) => one === address['annotator']) ?? keptWho(project.annotators)
  useEffect(() => {
    if (who !== null) keepWho(who)
  }, [who])
  const forms = exportForms.filter(([form]) =>
    project.kind === 'memories' ? !form.startsWith('labels') : form !== 'data',
  )
  return (
    <>
      <div className="row">
        <Link to="/annotate">← Annotation</Link>
        <h1 className="clip">
          <HostileText text={project.name} />
        </h1>
        <span className="badge">{kindNames[project.kind]}</span>
        <span className="tabs" role="tablist" aria-label="Views" style={{ border: 0, padding: 0 }}>
          {(
            [
              ['work', 'Work'],
              ['disagreements', `Disagreements ${countText(project.disagreed)}`],
              ['agreement', 'Agreement'],
            ] as const
          ).map(([key, label]) => (
            <button
              key={key}
              type="button"
              role="tab"
              aria-selected={view === key}
              onClick={() => change({ view: key === 'work' ? undefined : key })}
            >
              {label}
            </button>
          ))}
        </span>
        <span className="grow" />
        <label>
          <span className="dim">I am </span>
          <select
            value={who ?? ''}
            onChange={(event) => change({ annotator: event.target.value, item: undefined })}
          >
            {who === null ? <option value="">choose …</option> : null}
            {project.annotators.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <details className="menu">
          <summary className="button">Export</summary>
          <ul>
            {forms.map(([form, label]) => (
              <li key={form}>
                <a href={transport.file(`${projectPath(project.id)}/export`, { form }) ?? '#'} download>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </details>
      </div>
      {view === 'disagreements' ? (
        <Disagreements project={project} who={who} />
      ) : view === 'agreement' ? (
        <Agreement project={project} />
      ) : who === null ? (
        <p className="dim">Say who you are, at the top right: your work is kept under that name.</p>
      ) : (
        <Work key={who} project={project} who={who} />
      )}
    </>
  )
}

/** Who sat here last, if that person is in this project; with one person alone there is no choice. */
function keptWho(annotators: readonly string[]): string | null {
  const [only] = annotators
  if (annotators.length === 1 && only !== undefined) return only
  try {
    return annotators.find((one) => one === localStorage.getItem(WHO)) ?? null
  } catch {
    return null
  }
}

function keepWho(who: string): void {
  try {
    localStorage.setItem(WHO, who)
  } catch {
    // The address has it.
  }
}
