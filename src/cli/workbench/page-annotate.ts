import type { NewProject, ProjectSummary } from '../../server/schemas/annotate.ts'
import { Annotate } from './annotate.ts'
import type { StoreSource, WorkbenchContext } from './store-source.ts'
import { refuseOutsideQueue } from './web-words.ts'

/** Annotation as pages may have it: what the command line may read is not for them. */
export class PageAnnotate extends Annotate {
  readonly #runs: Pick<StoreSource, 'runs'>

  constructor(source: StoreSource, context: WorkbenchContext) {
    super(source, context)
    this.#runs = source
  }

  override async create(wanted: NewProject): Promise<ProjectSummary> {
    const used = (await this.#runs.runs()).map(({ spec }) => spec.data.dataset)
    refuseOutsideQueue(wanted.source, used)
    return super.create(wanted)
  }
}
