import { writeNestedParquet } from '../../../io/parquet-nested.ts'
import { instanceFields, type Instance } from './instance-shape.ts'

/**
 * Writes instances with the columns of the published file, whole or not at all.
 * @throws RapportError when the file can't be written
 */
export async function writeCupidParquet(
  path: string,
  instances: AsyncIterable<Instance> | Iterable<Instance>,
): Promise<void> {
  await writeNestedParquet(path, instanceFields, instances)
}
