/** The types of the HTTP API: all that the workbench in the browser imports of the product. */
export type * from './schemas/annotate.ts'
export type * from './schemas/board.ts'
export type * from './schemas/cases.ts'
export type * from './schemas/common.ts'
export type * from './schemas/lab.ts'
export type * from './schemas/runs.ts'
