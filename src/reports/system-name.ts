/**
 * A system's id for a table that may cut it: of a memory that is a module, the file without its folders, which are the
 * same for many. Everywhere else the whole id stands.
 */
export function systemName(id: string): string {
  const module = /^(memory:)(?!https?:|program:)(?:[^+]*\/)([^/+]+\.[cm]?[jt]s)(.*)$/.exec(id)
  return module === null ? id : `${module[1]}…/${module[2]}${module[3]}`
}
