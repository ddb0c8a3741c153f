import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ProjectSummary } from '../../../../src/server/api-types.ts'
import { useProjects } from '../../api/annotate.ts'
import { useAnswer } from '../../api/client.ts'
import { countText, timeText } from '../../parts/format.ts'
import { Empty, Loaded } from '../../parts/states.tsx'
import { HostileText } from '../../parts/text.tsx'
import './annotate.css'
import { NewProjectDialog } from './new-project.tsx'

export const kindNames = {
  memories: 'Verify memories',
  judge: 'Judge the judge',
  causes: 'Causes of error',
} as const

/** Annotation projects, with how far everybody is. */
export function Projects() {
  const [isNew, setNew] = useState(false)
  const { data: workbench } = useAnswer('/workbench')
  const canWrite = workbench?.readOnly === false
  return (
    <div className="page">
      <div className="row">
        <h1 className="grow">Annotation</h1>
        {canWrite ? (
          <button type="button" className="primary" onClick={() => setNew(true)}>
            New project
          </button>
        ) : null}
      </div>
      <Loaded answer={useProjects()} height={300}>
        {({ projects }) =>
          projects.length === 0 ? (
            <Empty title="There is no annotation project yet">
              <p>
                A project is a queue of items that people go through: memories to verify against their
                dialogue, verdicts of a judge to check, or wrong cases to name the cause of. Everything is
                saved as you go, and nothing is lost on a reload.
              </p>
              <pre>rapport annotate new --data sample --annotators ann,ben --overlap 2</pre>
              {canWrite ? (
                <button type="button" className="primary" onClick={() => setNew(true)}>
                  Make a project
                </button>
              ) : null}
            </Empty>
          ) : (
            <ProjectTable projects={projects} />
          )
        }
      </Loaded>
      {isNew ? <NewProjectDialog onClose={() => setNew(false)} /> : null}
    </div>
  )
}

function ProjectTable({ projects }: { readonly projects: readonly ProjectSummary[] }) {
  return (
    <div className="table-wrap">
      <table className="grid">
        <thead>
          <tr>
            <th scope="col">Project</th>
            <th scope="col">Kind</th>
            <th scope="col">Data</th>
            <th scope="col" className="num">
              Items
            </th>
            <th scope="col">People</th>
            <th scope="col" className="num">
              Complete
            </th>
            <th scope="col" className="num">
              Disagree
            </th>
            <th scope="col">Made</th>
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <tr key={project.id}>
              <th scope="row" className="name">
                <Link to="/annotate/$project" params={{ project: project.id }}>
                  <HostileText text={project.name} />
                </Link>
                <div className="dim small">{project.id}</div>
              </th>
              <td>{kindNames[project.kind]}</td>
              <td>
                <HostileText text={project.dataset.title} />
              </td>
              <td className="num">
                {countText(project.items)}
                {project.flagged === 0 ? null : (
                  <div className="dim small" title="kept out of calibration">
                    {countText(project.flagged)} flagged
                  </div>
                )}
              </td>
              <td style={{ minWidth: 220 }}>
                {project.people.map(({ annotator, assigned, done, skipped }) => (
                  <div key={annotator} className="row small" style={{ flexWrap: 'nowrap' }}>
                    <span className="clip" style={{ width: 90 }}>
                      <HostileText text={annotator} />
                    </span>
                    <span
                      className="bar grow"
                      role="progressbar"
                      aria-label={annotator}
                      aria-valuenow={done}
                      aria-valuemin={0}
                      aria-valuemax={assigned}
                    >
                      <span style={{ width: `${(100 * (done + skipped)) / Math.max(1, assigned)}%` }} />
                    </span>
                    <span className="dim nowrap">
                      {done} / {assigned}
                    </span>
                  </div>
                ))}
              </td>
              <td className="num">{countText(project.complete)}</td>
              <td className="num">
                {project.disagreed === 0 ? (
                  <span className="dim">0</span>
                ) : (
                  <Link
                    to="/annotate/$project"
                    params={{ project: project.id }}
                    search={{ view: 'disagreements' }}
                  >
                    {countText(project.disagreed)}
                  </Link>
                )}
                {project.adjudicated === 0 ? null : (
                  <div className="dim small">{project.adjudicated} adjudicated</div>
                )}
              </td>
              <td className="nowrap">{timeText(project.createdAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
