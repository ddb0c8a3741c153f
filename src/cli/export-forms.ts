/** What `rapport export` can write. */
export const exportForms = [
  'predictions',
  'official',
  'cupid-results',
  'outcomes-csv',
  'outcomes-parquet',
  'bundle',
] as const
export type ExportForm = (typeof exportForms)[number]
