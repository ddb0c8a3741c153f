import { useQuery } from '@tanstack/react-query'
import type {
  Adjudicate,
  AgreementView,
  AnnotationItem,
  Disagreements,
  NewProject,
  ProjectSummary,
  Queue,
  Save,
  Saved,
} from '../../../src/server/api-types.ts'
import { forget, transport } from './client.ts'
import { requestKey, type Params } from './transport.ts'

/** Answers of the annotation's part of the API, by what they are. */
interface Parts {
  readonly queue: Queue
  readonly item: AnnotationItem
  readonly disagreements: Disagreements
  readonly agreement: AgreementView
}

function useOne<T>(path: string, params: Params, enabled = true) {
  return useQuery<T>({
    queryKey: [requestKey(path, params)],
    // eslint-disable-next-line no-unsafe-type-assertion -- the server's tests parse every answer with its schema
    queryFn: async ({ signal }) => (await transport.get(path, params, signal)) as T,
    enabled,
    staleTime: 0,
  })
}

export function useProjects() {
  return useOne<{ projects: ProjectSummary[] }>('/projects', {})
}

export function useProject(project: string) {
  return useOne<ProjectSummary>(projectPath(project), {})
}

/** A part of a project, asked again by `forget(projectPath(project))`. */
export function useProjectPart<P extends keyof Parts>(
  project: string,
  part: P,
  params: Params = {},
  enabled = true,
) {
  return useOne<Parts[P]>(`${projectPath(project)}/${part}`, params, enabled)
}

export function projectPath(project: string): string {
  return `/projects/${encodeURIComponent(project)}`
}

// eslint-disable-next-line no-unsafe-type-assertion -- as above
const sendFor = async <T>(path: string, body: unknown): Promise<T> => (await transport.send(path, body)) as T

export const annotateApi = {
  create: (project: NewProject) => sendFor<ProjectSummary>('/projects', project),
  save: (project: string, save: Save) => sendFor<Saved>(`${projectPath(project)}/save`, save),
  undo: (project: string, undo: { id: string; item: string; annotator: string }) =>
    sendFor<Saved>(`${projectPath(project)}/undo`, undo),
  adjudicate: async (project: string, adjudicate: Adjudicate) => {
    const saved = await sendFor<Saved>(`${projectPath(project)}/adjudicate`, adjudicate)
    forget(projectPath(project))
    return saved
  },
}

/** An id that no other save has. */
export function newId(): string {
  return crypto.randomUUID()
}
