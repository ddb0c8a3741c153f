// What tests may be skipped for, and RAPPORT_REQUIRE: the things that must not be missing on this machine.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether a program is on the PATH, under any of its names. */
function onPath(names, env) {
  const folders = (env.PATH ?? '').split(delimiter)
  return names.some((name) => folders.some((folder) => existsSync(join(folder, name))))
}

/** What a machine may lack: how that is seen, and how the reason of a skipped test names it. */
const optional = {
  shared: {
    present: ({ root }) => existsSync(join(root, '..', 'shared', 'data')),
    says: /\bshared\/|\bshared (reference )?data\b/i,
  },
  chromium: {
    present: ({ env }) => onPath(['chromium', 'chromium-browser', 'google-chrome'], env),
    says: /\bchromium\b/i,
  },
  adapters: {
    present: ({ root }) => existsSync(join(root, 'adapters-test', 'node_modules', '.package-lock.json')),
    says: /\badapters-test\b/,
  },
  postgres: {
    present: ({ env }) => onPath(['psql', 'postgres'], env),
    says: /\bpostgres/i,
  },
}

/** The names in RAPPORT_REQUIRE. */
export function required(env) {
  return (env.RAPPORT_REQUIRE ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/**
 * What RAPPORT_REQUIRE asks for and this machine lacks, one sentence each.
 * @param {{ root: string, env: NodeJS.ProcessEnv }} machine
 */
export function missingRequirements(machine) {
  return required(machine.env).flatMap((name) => {
    const known = optional[name]
    if (known === undefined) {
      return [`RAPPORT_REQUIRE names "${name}", which is none of ${Object.keys(optional).join(', ')}`]
    }
    return known.present(machine) ? [] : [`RAPPORT_REQUIRE names "${name}", which is missing here`]
  })
}

/** Skipped tests whose reason is something that RAPPORT_REQUIRE forbids to be missing. */
export function forbiddenSkips(skipped, env) {
  const names = required(env).filter((name) => optional[name] !== undefined)
  return skipped.filter(({ reason }) => names.some((name) => optional[name].says.test(reason)))
}
