import { basename, resolve } from 'node:path'
import type { Difference } from '../../bundle/difference.ts'
import { openBundle } from '../../bundle/read-bundle.ts'
import { RapportError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { plainText } from '../../reports/format.ts'
import { wrap } from '../../reports/wrap.ts'
import { verifyBundle, type Verification } from '../bundle/verify-bundle.ts'
import { widthOf, type CliContext } from '../context.ts'

export interface VerifyChoices {
  readonly complete: boolean
  readonly json: boolean
  readonly quiet: boolean
}

/** Progress is told at most this often, in milliseconds. */
const EVERY = 2_000

/**
 * `rapport verify <bundle>`: computes a bundle's figures again, from raw answers on.
 * @throws RapportError (exit code 1) when something comes out otherwise, and with `complete` when something could not
 * be computed; UsageError or InputError (exit code 2) for what is no bundle
 */
export async function verifyCommand(
  word: string,
  { complete, json, quiet }: VerifyChoices,
  context: CliContext,
): Promise<void> {
  const name = plainText(basename(word))
  const bundle = await openBundle(resolve(context.cwd, word), name)
  const result = await verifyBundle(bundle, context, progress(quiet, context))
  const { run, redacted } = bundle.manifest
  if (json) {
    const document = {
      run: run.id,
      redacted,
      agrees: result.total === 0,
      complete: result.gaps.length === 0,
      differences: result.total,
      first: documentOf(result.differences[0]),
      shown: result.differences.map((difference) => documentOf(difference)),
      recomputed: result.counts,
      notRecomputed: result.gaps,
    }
    context.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
  } else {
    context.stdout.write(
      linesOf(run.id, result, widthOf(context))
        .map((line) => `${line}\n`)
        .join(''),
    )
  }
  if (result.total > 0)
    throw new RapportError(`${name} does not agree with itself: ${count(result.total, 'difference')}`, {
      fix: 'its figures are not those of its answers; get it again from whoever wrote it',
    })
  if (complete && result.gaps.length > 0)
    throw new RapportError(`${name} could not be verified completely`, {
      fix: 'see "not recomputed"; the version of Rapport in its manifest may do it',
    })
}

function progress(quiet: boolean, { stderr, clock }: CliContext): (what: string, done?: number) => void {
  let told = Number.NEGATIVE_INFINITY
  return (what, done) => {
    const now = clock.monotonic()
    if (quiet || (done !== undefined && now - told < EVERY)) return
    told = now
    stderr.write(`verifying ${what}${done === undefined ? '' : `: ${done}`}\n`)
  }
}

function documentOf(difference: Difference | undefined): { readonly [key: string]: Json } | null {
  if (difference === undefined) return null
  const { stored, recomputed, ...place } = difference
  return {
    ...place,
    ...(stored === undefined ? {} : { stored }),
    ...(recomputed === undefined ? {} : { recomputed }),
  }
}

function linesOf(run: string, { differences, total, gaps, counts }: Verification, width: number): string[] {
  const [first] = differences
  const sum = Object.entries(counts)
    .map(([what, n]) => `${n} ${what}`)
    .join(', ')
  const verdict =
    total > 0
      ? `Run ${run}: ${count(total, 'difference')}.`
      : gaps.length > 0
        ? `Run ${run}: what was recomputed agrees; ${count(gaps.length, 'part')} not recomputed.`
        : `Run ${run}: everything agrees.`
  return [
    plainText(verdict),
    ...wrap(`Recomputed: ${sum}.`, width),
    ...(first === undefined
      ? []
      : [
          '',
          'First difference:',
          `  ${plainText(first.file)}${first.line === null ? '' : `, line ${first.line}`}`,
          `  ${plainText(first.id)}`,
          `  field       ${first.field === '' ? '(the row)' : plainText(first.field)}`,
          `  stored      ${shown(first.stored)}`,
          `  recomputed  ${shown(first.recomputed)}`,
        ]),
    ...(gaps.length === 0
      ? []
      : [
          '',
          'Not recomputed:',
          ...gaps.flatMap(({ what, why }) =>
            wrap(plainText(`${what}: ${why}`), width - 2, '  ').map((line) =>
              line.startsWith('  ') ? line : `  ${line}`,
            ),
          ),
        ]),
  ]
}

/** Values of a row can be whole answers. */
const SHOWN = 200

function shown(value: Json | undefined): string {
  if (value === undefined) return '(not there)'
  const text = plainText(JSON.stringify(value))
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`
}
