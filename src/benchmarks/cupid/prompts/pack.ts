import { InputError } from '../../../core/errors.ts'
import { hashJson, sha256 } from '../../../core/hash.ts'
import { packParts, publishedFingerprints, type Fingerprint, type PackPart } from './fingerprints.ts'
import { matcherExamples as ownExamples } from './matcher.ts'
import { readPackFiles, type PackFile, type PackFileName } from './pack-files.ts'
import { FormatProblem, fromPythonFormat } from './python-format.ts'
import { fill, literal, type Template } from './template.ts'

/** A text that is not the authors'. */
export interface PackDifference {
  /** File and key, such as `response_judger system_prompt`. */
  readonly part: PackPart
  /** What the pack has; null where it has no such text. */
  readonly found: Fingerprint | null
  readonly published: Fingerprint
}

/** Prompts from a folder, ready for `fill`: `{log} {request} {preference} {checklist} {answer} {examples}`. */
export interface CupidPack {
  /** SHA-256 over everything that is sent; for identities. */
  readonly hash: string
  /** All texts have the authors' fingerprints: what is sent is what the authors send, byte for byte. */
  readonly isPublished: boolean
  readonly differences: readonly PackDifference[]
  readonly inferrer: Template
  readonly generator: Template
  readonly matcher: Template
  /** What goes where the matcher has `{examples}`; our own where the pack has none. */
  readonly matcherExamples: string
  readonly prefMatcher: Template
  readonly judge: Template
  /** null: the folder has none, and our own wording stays. */
  readonly decomposer: Template | null
}

interface Call {
  /** The system message goes through substitution too (spec 2.13). */
  readonly formatsSystem: boolean
  /** Our name by theirs. */
  readonly names: ReadonlyMap<string, string>
  /** Of theirs, those that may be absent. */
  readonly optional?: readonly string[]
}

const toTheModel: Call = {
  formatsSystem: false,
  names: new Map([
    ['interaction_log', 'log'],
    ['curr_request', 'request'],
  ]),
}
const compared: ReadonlyMap<string, string> = new Map([
  ['preference', 'preference'],
  ['checklist', 'checklist'],
])

const calls: Readonly<Record<PackFileName, Call>> = {
  preference_inferrer: toTheModel,
  response_generator: toTheModel,
  preference_matcher: {
    formatsSystem: true,
    names: new Map([...compared, ['examples', 'examples']]),
    optional: ['examples'],
  },
  preference_matcher_model: { formatsSystem: true, names: compared },
  response_judger: {
    formatsSystem: true,
    names: new Map([...compared, ['user_request', 'request'], ['ai_response', 'answer']]),
  },
  preference_decomposer: { formatsSystem: true, names: new Map([['preferences', 'preference']]) },
}

/**
 * Reads the prompts of a CUPID checkout, or of a folder in that form (`--prompts <dir>`).
 * @param dir the checkout's root, its `prompts` folder, or the folder that holds the YAML files
 * @returns null when none of the files is there
 * @throws InputError with file and key: `missing-file`, `missing-key`, `missing-placeholder`, `unknown-placeholder`,
 * `stray-brace`, `shape`; `broken-yaml` with line and column
 */
export async function loadCupidPack(dir: string): Promise<CupidPack | null> {
  const pack = await readPackFiles(dir)
  if (pack === null) return null
  const template = (name: PackFileName): Template => {
    const file = pack.files.get(name)
    if (file === undefined) throw new Error(`${name} was not read`)
    return templateOf(file, calls[name])
  }
  const matcher = template('preference_matcher')
  const matcherExamples = pack.examples ?? ownExamples
  const templates = {
    inferrer: template('preference_inferrer'),
    generator: template('response_generator'),
    matcher,
    prefMatcher: template('preference_matcher_model'),
    judge: template('response_judger'),
    decomposer: pack.files.has('preference_decomposer') ? template('preference_decomposer') : null,
  }
  const filled = pack.examples === null ? null : fill(matcher.system, { examples: pack.examples })
  const differences = differencesOf(pack.files, filled)
  return {
    hash: hashJson({ ...hashed(templates), matcherExamples }),
    isPublished: differences.length === 0,
    differences,
    ...templates,
    matcherExamples,
  }
}

function hashed(
  templates: Readonly<Record<string, Template | null>>,
): Record<string, { system: string; user: string } | null> {
  return Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [name, template === null ? null : { ...template }]),
  )
}

function templateOf(
  { path, system, user }: PackFile,
  { formatsSystem, names, optional = [] }: Call,
): Template {
  const convert = (text: string, key: string) => {
    try {
      return fromPythonFormat(text, names)
    } catch (error) {
      if (!(error instanceof FormatProblem)) throw error
      throw new InputError(
        error.rule,
        error.message,
        { file: path, field: key },
        'a brace that is meant as text is doubled: {{ or }}',
      )
    }
  }
  const first = formatsSystem
    ? convert(system, 'system_prompt')
    : { text: literal(system), used: new Set<string>() }
  const second = convert(user, 'user_prompt')
  for (const [theirs, ours] of names) {
    if (first.used.has(ours) || second.used.has(ours) || optional.includes(theirs)) continue
    throw new InputError(
      'missing-placeholder',
      `{${theirs}} stands nowhere in the prompt, so the model would not see it`,
      { file: path, field: 'user_prompt' },
    )
  }
  return { system: first.text, user: second.text }
}

function fingerprintOf(text: string): Fingerprint {
  return { characters: Array.from(text).length, sha256: sha256(text) }
}

function differencesOf(
  files: ReadonlyMap<PackFileName, PackFile>,
  filledMatcher: string | null,
): PackDifference[] {
  const found = new Map<string, Fingerprint>()
  for (const [name, { system, user }] of files) {
    found.set(`${name} system_prompt`, fingerprintOf(system))
    found.set(`${name} user_prompt`, fingerprintOf(user))
  }
  if (filledMatcher !== null) {
    found.set('preference_matcher system_prompt with examples', fingerprintOf(filledMatcher))
  }
  return packParts.flatMap((part) => {
    const published = publishedFingerprints[part]
    const ours = found.get(part) ?? null
    return ours?.sha256 === published.sha256 ? [] : [{ part, found: ours, published }]
  })
}
