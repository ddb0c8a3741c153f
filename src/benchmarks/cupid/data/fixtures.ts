import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Case } from '../../../core/case.ts'
import type { CaseOptions, Dataset } from '../../../core/dataset.ts'
import { bucketOf } from '../../../core/hash.ts'
import { instanceTypes, type InstanceType } from '../shapes.ts'
import { instanceId, type Instance } from './instance-shape.ts'

// Invented instances in the published form, for tests.

type Session = Instance['prior_interactions'][number]

export interface FixtureOptions {
  readonly seed?: number
  /** Personas, the first ones, whose changing instance keeps the preference of its sibling; 0 by default. */
  readonly equalPairs?: number
  /** Characters of a message; about 40 by default. The published ones have about 1,000. */
  readonly messageLength?: number
}

const manners = ['short', 'formal', 'playful', 'thorough', 'practical', 'cautious', 'vivid', 'plain'] as const
const forms = ['a list', 'a table', 'one paragraph', 'numbered steps', 'a dialogue', 'a letter'] as const

/** A preference of 12 words that no other topic has. */
function preferenceOf(topic: string, draw: (what: string, count: number) => number): string {
  const manner = manners[draw(`${topic} manner`, manners.length)] ?? 'short'
  const form = forms[draw(`${topic} form`, forms.length)] ?? 'a list'
  return `Answers about ${topic} should be ${manner} and come as ${form} without any jokes.`
}

function checklistOf(preference: string, size: number): string[] {
  const about = preference.slice(0, -1)
  return Array.from({ length: size }, (_, index) => `Part ${index + 1}: is it true that "${about}"?`)
}

/**
 * One persona as synthesis makes it (spec 3.9): two sessions of the main factor, two of it with the changed preference,
 * two of a contrastive factor, six others, from which every instance takes eight.
 */
function personaInstances(number: number, options: FixtureOptions): Instance[] {
  const { seed = 0, equalPairs = 0, messageLength = 40 } = options
  const draw = (what: string, count: number) => bucketOf(`${seed}/${number}/${what}`, count)
  const persona = `${number}+invented_worker_${number}`
  const factor = `Main factor ${number}`
  const old = preferenceOf(`topic ${number} as before`, draw)
  const next = number < equalPairs ? old : preferenceOf(`topic ${number} as of now`, draw)
  const other = preferenceOf(`rival topic ${number}`, draw)
  const session = (name: string, context: string, preference: string): Session => ({
    context_factor: context,
    contextual_preference: preference,
    // Four to eight messages, so that a history has 32 to 64.
    dialogue: Array.from({ length: 4 + draw(`${name} messages`, 5) }, (_, turn) => ({
      role: turn % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `Turn ${turn} of ${name} of persona ${number}, seed ${seed}.`.padEnd(messageLength, ' word'),
    })),
  })
  const pair = (name: string, context: string, preference: string) =>
    [1, 2].map((index) => session(`${name} ${index}`, context, preference))
  const main = pair('main', factor, old)
  const changed = pair('changed', factor, next)
  const rival = pair('rival', `Rival factor ${number}`, other)
  const free = Array.from({ length: 6 }, (_, index) =>
    session(
      `free ${index}`,
      `Free factor ${number}.${index}`,
      preferenceOf(`free topic ${number}.${index}`, draw),
    ),
  )
  // Old before changed, all else anywhere: every session but those four gets a drawn place.
  const timeline = [...main, ...changed]
  for (const [index, one] of [...rival, ...free].entries()) {
    timeline.splice(draw(`place ${index}`, timeline.length + 1), 0, one)
  }
  const first = draw('first dropped', free.length)
  const dropped = [free[first], free[(first + 1 + draw('second dropped', free.length - 1)) % free.length]]
  const shown: Readonly<Record<InstanceType, readonly (Session | undefined)[]>> = {
    consistent: [...main, ...free],
    contrastive: [...main, ...rival, ...free.filter((one) => !dropped.includes(one))],
    changing: [...main, ...changed, ...free.filter((one) => !dropped.includes(one))],
  }
  const size = 2 + draw('checklist', 3)
  return instanceTypes.map((type) => {
    const preference = type === 'changing' ? next : old
    return {
      persona_id: persona,
      instance_type: type,
      current_request: `Please help persona ${number} with a new task about ${factor}.`,
      current_context_factor: factor,
      current_contextual_preference: preference,
      current_checklist: checklistOf(preference, size),
      prior_interactions: timeline.filter((one) => shown[type].includes(one)),
    }
  })
}

/**
 * Instances of `personas` personas, three each, that keep every structural fact of the published data (spec 1.5):
 * drawn from the seed, so that the same options always give the same instances.
 */
export function cupidInstances(personas: number, options: FixtureOptions = {}): Instance[] {
  return Array.from({ length: personas }, (_, number) => personaInstances(number, options)).flat()
}

/** 756 instances of 252 personas; one pair has equal preferences, as in the published data. */
export function publishedLike(options: FixtureOptions = {}): Instance[] {
  return cupidInstances(252, { equalPairs: 1, ...options })
}

/** Writes texts into a new temporary folder. */
export async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-cupid-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

/** A file for each instance, under the names of the reference (spec 1.8). */
export function instanceFiles(instances: readonly Instance[]): Record<string, string> {
  return Object.fromEntries(
    instances.map((instance) => [`${instanceId(instance)}.json`, JSON.stringify(instance, null, 2)]),
  )
}

export const options: CaseOptions = {
  split: null,
  view: 'as-published',
  pools: 'original',
  rekey: false,
  rowBase: 'unique',
  seed: 0,
}

export async function casesOf(
  dataset: Dataset,
  more: Partial<CaseOptions> = {},
  track = 'cupid/inference',
): Promise<Case[]> {
  const cases: Case[] = []
  for await (const one of dataset.cases(track, { ...options, ...more })) cases.push(one)
  return cases
}
