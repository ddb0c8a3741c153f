import { NotFoundError } from '../../server/problems.ts'
import type { AnnotatePort } from '../../server/workbench.ts'

const absent = async (): Promise<never> => {
  throw new NotFoundError('annotation is not here yet')
}

/** Stands in until projects are kept. */
export const noAnnotation: AnnotatePort & { changed(): Promise<string>; close?(): Promise<void> } = {
  projects: async () => ({ projects: [] }),
  create: absent,
  project: absent,
  queue: absent,
  item: absent,
  save: absent,
  undo: absent,
  disagreements: absent,
  adjudicate: absent,
  agreement: absent,
  export: absent,
  changed: async () => '',
}
