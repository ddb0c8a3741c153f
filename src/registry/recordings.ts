import { recordingNames as alpsbenchNames } from '../benchmarks/alpsbench/models.ts'

/** All names under which recordings of a model may stand in the data of any benchmark, the given one first. */
export function recordingNames(model: string): readonly string[] {
  return alpsbenchNames(model)
}
