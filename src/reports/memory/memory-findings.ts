import { figureLabel } from '../figure-label.ts'
import { decimalsOf, figureText, intervalText, signed } from '../format.ts'
import type { Figure } from '../measured-figure.ts'
import type { TrackReport } from '../report.ts'
import { pText } from './lift-table.ts'
import { memoryId, NONE } from './memory-id.ts'
import { counted, memoryNames, type MemoryNames, memoryName } from './memory-names.ts'
import { words } from './memory-notes.ts'
import type { MemoryLift, MemoryReport, MemorySystemReport } from './memory-report.ts'

type Facts = Omit<TrackReport, 'findings'>

/** From here on a memory is said to keep everything that it is told. */
const EVERYTHING = 0.9
/** Below this share of evidence among what is kept, keeping everything is said to be no choice. */
const LITTLE = 0.5

/** What a reader of memory systems must not overlook, in sentences. */
export function memoryFindings(track: Facts): string[] {
  const { memory } = track
  if (memory === null) return []
  const names = memoryNames(memory)
  return [
    ...unfairFindings(memory, names),
    ...liftFindings(track, memory, names),
    ...missingFloor(memory),
    ...everythingFinding(memory, names),
    ...memory.systems.flatMap((system) => [
      ...faultFindings(system, names),
      ...storageFindings(system, names),
      ...deletionFinding(system, names),
    ]),
    ...causalFinding(memory, names),
    ...chanceFinding(memory, names),
    ...memory.checks.flatMap(({ memory: name, failed }) =>
      failed.length === 0
        ? []
        : [
            `memory:${memoryName(name)} failed ${counted(failed.length, 'check')}: ${failed.map(({ check, detail }) => `${check} (${detail})`).join('; ')}.`,
          ],
    ),
    ...ownPromptFinding(memory, names),
  ]
}

function unfairFindings({ fairness }: MemoryReport, { shortOf }: MemoryNames): string[] {
  return fairness.unfair.map(({ field, waived, values }) => {
    const sides = values.map(({ value, systems }) => `${value} (${systems.map(shortOf).join(', ')})`)
    return `Memory systems differ in ${words(field)} (${waived ? 'waived' : 'NOT waived'}): ${sides.join(' against ')}.`
  })
}

/** On the leading figure: the best, the worst, and all that lose more than they gain. */
function liftFindings(track: Facts, { lifts }: MemoryReport, names: MemoryNames): string[] {
  const [first] = lifts
  if (first === undefined) return []
  const name = `${first.instrument} ${first.metric}`
  const decimals = decimalsOf(track.metrics.get(name))
  const leading = lifts.flatMap((lift) =>
    lift.instrument === first.instrument && lift.metric === first.metric && lift.net !== null
      ? [{ ...lift, net: lift.net }]
      : [],
  )
  const sorted = leading.toSorted((a, b) => b.net.value - a.net.value)
  const [ceiling] = sorted.filter(({ system, ceiling: id }) => system === id)
  // Asked otherwise, a memory leads nobody.
  const others = sorted.filter((lift) => lift !== ceiling && memoryId(lift.system)?.ownPrompt !== true)
  const told = [...byCounts(others)].filter(([, [lift]], place) => place === 0 || (lift?.net.value ?? 0) < 0)
  return [
    ...told.flatMap(([, alike]) =>
      alike
        .slice(0, 1)
        .map(
          (lift) =>
            `${gainText(lift, alike, names)} on ${figureLabel(track, name)}: ${netText(lift, decimals)}.`,
        ),
    ),
    ...(ceiling === undefined
      ? []
      : [
          `Shown the evidence itself, the same model gains ${ceiling.gained} and loses ${ceiling.lost} of ${ceiling.net.n}: that is the lift that a memory could have (${netText(ceiling, decimals)}).`,
        ]),
  ]
}

type Gain = MemoryLift & { readonly net: Figure }

/** Those with the same counts say the same. */
function byCounts(lifts: readonly Gain[]): Map<string, Gain[]> {
  const groups = new Map<string, Gain[]>()
  for (const lift of lifts) {
    const name = JSON.stringify([lift.gained, lift.lost, lift.net.n, lift.net.value])
    groups.set(name, [...(groups.get(name) ?? []), lift])
  }
  return groups
}

function gainText({ gained, lost, net }: Gain, alike: readonly Gain[], { shortOf }: MemoryNames): string {
  const who = alike.map(({ system }) => `memory:${shortOf(system)}`).join(', ')
  const verbs = alike.length === 1 ? ['gains', 'loses'] : ['gain', 'lose']
  return `${who} ${verbs[0]} ${gained} and ${verbs[1]} ${lost} of ${counted(net.n, 'case')} against none`
}

function netText({ net, p, ofPossible }: Gain, decimals: number): string {
  const chance = net.low <= 0 && net.high >= 0 ? '; as small a difference can be chance' : ''
  const share = ofPossible === null ? '' : `, ${figureText(ofPossible, 2)} of the possible lift`
  return `net ${signed(net.value, decimals)} ${intervalText(net, decimals)}, p ${p === null ? 'unknown' : p < 0.001 ? pText(p) : `= ${pText(p)}`}${share}${chance}`
}

function missingFloor({ floorsMissing }: MemoryReport): string[] {
  return floorsMissing.length === 0
    ? []
    : [
        `To see what a memory gains and loses against none with the same model, add --system ${floorsMissing.join(',')}.`,
      ]
}

function faultFindings({ system, faults }: MemorySystemReport, { shortOf }: MemoryNames): string[] {
  return faults.flatMap(({ stage, reason, by, cases }) => {
    const name = `memory:${shortOf(system)}`
    const worst = by === 'system' ? ': the worst value' : ': left out'
    if (stage === 'ready' && reason === 'timeout')
      return [`${name} was never ready in ${counted(cases, 'case')}${worst}.`]
    // The answer model's part is in the notes of the leaderboard.
    if (stage === 'respond') return []
    return [`${name} failed to ${VERBS[stage] ?? stage} in ${counted(cases, 'case')} (${reason})${worst}.`]
  })
}

const VERBS: Readonly<Record<string, string>> = {
  ingest: 'take in what it was told',
  ready: 'become ready',
  retrieve: 'search',
}

function storageFindings({ system, storage, retrieval }: MemorySystemReport, names: MemoryNames): string[] {
  if (storage === null) return []
  const name = `memory:${names.shortOf(system)}`
  const { items, thrownOn, neverFound, sessions, language } = storage
  const isNone = items === 0
  const sentences: string[] = []
  if (isNone && storage.sessions > 0 && memoryId(system)?.name !== NONE) {
    sentences.push(`${name} stored nothing of ${counted(sessions, 'session')}.`)
  }
  if (thrownOn + neverFound > 0) {
    sentences.push(
      `${name} lost ${thrownOn + neverFound} of ${counted(sessions, 'session')} (threw on ${thrownOn}, never found ${neverFound}).`,
    )
  }
  if (language.other > 0) {
    const known = language.same + language.other
    sentences.push(
      `${name} stores ${language.other} of ${known} items in another language than the user’s; of ${language.unknown} it can't be told.`,
    )
  }
  if (retrieval !== null && (retrieval.unlisted ?? 0) > 0) {
    sentences.push(`${name} returned ${counted(retrieval.unlisted ?? 0, 'id')} that it does not list.`)
  }
  if (retrieval !== null && retrieval.tooMany > 0) {
    sentences.push(
      `${name} returned more than k in ${retrieval.tooMany} of ${retrieval.searches} searches; the first k were kept.`,
    )
  }
  return sentences
}

/** Who keeps all that it is told although little of it is evidence. */
function everythingFinding({ systems }: MemoryReport, { shortOf }: MemoryNames): string[] {
  const those = systems.flatMap(({ system, storage, rates: { evidenceShare } }) => {
    const kept = storage?.keptShare ?? null
    if (kept === null || evidenceShare === null) return []
    if (kept.value < EVERYTHING || evidenceShare.value >= LITTLE) return []
    return [`memory:${shortOf(system)} ${kept.value.toFixed(2)} and ${evidenceShare.value.toFixed(2)}`]
  })
  return those.length === 0
    ? []
    : [
        `Stored everything, word for word or more, and chose nothing (tokens kept of those told, and share of items that tell evidence): ${those.join(', ')}.`,
      ]
}

function deletionFinding({ system, retrieval }: MemorySystemReport, { shortOf }: MemoryNames): string[] {
  const deletion = retrieval?.deletion ?? null
  if (deletion === null || deletion.proven === deletion.of) return []
  const left = deletion.of - deletion.proven
  return [
    `memory:${shortOf(system)} still had something after deletion in ${left} of ${deletion.of} scopes: what it was told may stay there.`,
  ]
}

/** Nobody must read the chain as a cause. */
function causalFinding({ systems }: MemoryReport, { shortOf }: MemoryNames): string[] {
  const without = systems.flatMap(({ system, flow }) =>
    flow === null || flow.rightUnshown === null || flow.rightUnshown === 0
      ? []
      : [`${shortOf(system)} ${flow.rightUnshown} of ${flow.unshown}`],
  )
  return without.length === 0
    ? []
    : [
        `Right although the evidence was not recognised in what was shown (the model did not need it, another item told it, or it stood there in other words): ${without.join(', ')}.`,
      ]
}

/** Single cases can't tell a use from an answer that changes by itself; the mean can. */
function chanceFinding({ systems }: MemoryReport, { shortOf }: MemoryNames): string[] {
  const restless = systems.flatMap(({ system, rates: { used, changedAgain } }) =>
    used === null || changedAgain === null || changedAgain.value === 0
      ? []
      : [
          `${shortOf(system)} in ${changedAgain.value.toFixed(2)} of ${changedAgain.n} cases, mean use ${figureText(used, 2)}`,
        ],
  )
  return restless.length === 0
    ? []
    : [
        `Asked again unchanged, answers change by themselves, so that the mean tells what is used and no single case does: ${restless.join('; ')}.`,
      ]
}

function ownPromptFinding({ systems }: MemoryReport, { shortOf }: MemoryNames): string[] {
  const own = systems.filter(({ ownPrompt }) => ownPrompt).map(({ system }) => shortOf(system))
  return own.length === 0
    ? []
    : [`Asked under prompts of their own, and so beside the ranking: ${own.join(', ')}.`]
}
