import type { GateResult } from './verdict.ts'

/**
 * The results as JUnit XML, a suite per track. A miss is a `failure`; what is undecided is an `error`: a build must not
 * take it for a pass.
 */
export function junitXml(results: readonly GateResult[]): string {
  const tracks = [...new Set(results.map(({ track }) => track))]
  const suites = tracks.map((track) =>
    suite(
      track,
      results.filter((result) => result.track === track),
    ),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="rapport gate" ${totals(results)}>\n${suites.join('')}</testsuites>\n`
}

function suite(track: string, results: readonly GateResult[]): string {
  return `  <testsuite name="${escaped(track)}" ${totals(results)}>\n${results.map(testcase).join('')}  </testsuite>\n`
}

function totals(results: readonly GateResult[]): string {
  const count = (verdict: GateResult['verdict']): number =>
    results.filter((result) => result.verdict === verdict).length
  return `tests="${results.length}" failures="${count('missed')}" errors="${count('undecided')}" skipped="0"`
}

function testcase({ track, system, asked, verdict, why }: GateResult): string {
  const start = `    <testcase classname="${escaped(track)}" name="${escaped(`${asked}: ${system}`)}"`
  if (verdict === 'passed')
    return `${start}>\n      <system-out>${escaped(why)}</system-out>\n    </testcase>\n`
  const element = verdict === 'missed' ? 'failure' : 'error'
  return `${start}>\n      <${element} type="${verdict}" message="${escaped(why)}"/>\n    </testcase>\n`
}

/** Ids and reasons may hold anything; XML 1.0 has no way to write most control characters. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
