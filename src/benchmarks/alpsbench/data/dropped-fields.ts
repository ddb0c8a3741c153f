/** A field of a source that no case carries, and why. `*` stands for any key, `[]` for any element. */
export interface DroppedField {
  readonly layout: 'packets' | 'public' | 'examples'
  readonly field: string
  readonly reason: string
}

const PACKET_WORK = 'book-keeping of the packet, says nothing of the row'
const COPY = 'a copy of a field that is kept'

/** Every source field that is not kept in `input`, `gold`, `row`, `recordings` or `tags` of a case. */
export const droppedFields: readonly DroppedField[] = [
  ...['task1', 'task2', 'task3', 'task4'].map((task): DroppedField => ({
    layout: 'packets',
    field: `available_tasks.${task}`,
    reason: PACKET_WORK,
  })),
  { layout: 'packets', field: 'dialogue_source', reason: PACKET_WORK },
  ...['task1', 'task2', 'task3'].map((task): DroppedField => ({
    layout: 'packets',
    field: `${task}.stratum_source`,
    reason: PACKET_WORK,
  })),
  { layout: 'packets', field: 'task1.record_id', reason: 'equal to canonical_id in every packet' },
  {
    layout: 'packets',
    field: 'task1.llm_outputs.*.memory_items',
    reason: 'what the authors parsed out of raw_output; parsing it again gives the same items (spec 3.1)',
  },
  {
    layout: 'packets',
    field: 'task1.llm_outputs.*.source_result_file',
    reason: 'a path on the machine of the authors; that it is there is kept as tag `batch`',
  },
  { layout: 'packets', field: 'task2.session_dir', reason: 'a folder name made of the session id' },
  { layout: 'packets', field: 'task2.task2_selected_memory', reason: COPY },
  { layout: 'packets', field: 'task3.session_dir', reason: 'a folder name made of the session id' },
  { layout: 'packets', field: 'task3.dialogue_from_task3_source', reason: 'always empty' },
  { layout: 'public', field: 'gold.conversation', reason: COPY },
  {
    layout: 'public',
    field: 'gold.memory_stage1_candidates',
    reason: 'raw candidates of the extraction pipeline; no scorer reads them',
  },
  {
    layout: 'examples',
    field: 'intents_ranked',
    reason: 'intents of the pipeline; the release has no place for them',
  },
  { layout: 'examples', field: 'memory_stage1_candidates', reason: 'raw candidates; no scorer reads them' },
  {
    layout: 'examples',
    field: 'memory_reasoning',
    reason: 'a note of the pipeline; the release has no place for it',
  },
  {
    layout: 'examples',
    field: 'seed_id',
    reason: 'a number of the generator; the release has no place for it',
  },
]
