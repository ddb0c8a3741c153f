import type { RunRecord } from '../../core/run.ts'
import { instrumentKey } from '../../core/scorer.ts'
import type { Store } from '../../core/store.ts'
import { readCalibration, type CalibrationRecords } from '../../judges/calibration/label-store.ts'
import { orderEffect, twoWayDifference, verbosity } from '../../reports/calibration/biases.ts'
import { calibrationOf } from '../../reports/calibration/calibration.ts'
import { placeOf } from '../../reports/calibration/draw-items.ts'
import { familyOverlap, type OverlapInput } from '../../reports/calibration/family-overlap.ts'
import { groupBy } from '../../reports/calibration/group-by.ts'
import {
  matcherAgreement,
  type InstrumentCalibration,
  type JudgeBiases,
  type TrackCalibration,
} from '../../reports/calibration/instrument-calibration.ts'
import { panelOverlap, type PanelVotes } from '../../reports/calibration/panel-overlap.ts'
import { poolSamples, type JudgedValues } from '../../reports/calibration/labelled-answers.ts'
import { crossFlips, stabilityOf, type AskedInstrument } from '../../reports/calibration/stability.ts'
import { judgesText } from '../../reports/judged-board.ts'
import { judgedSetups, type JudgedSetup } from '../../reports/judged-setups.ts'
import type { InstrumentFacts } from '../../reports/track-context.ts'
import type { CliContext } from '../context.ts'
import { trackFactsOf } from '../track-facts.ts'
import { askedInstruments } from './asked-instruments.ts'
import { goldAuthors, type GoldAuthors } from './gold-authors.ts'
import { panelVotes } from './panel-votes.ts'
import { judgedAnswers, type JudgedAnswer, type JudgedRubric } from './judged-answers.ts'

/** What is known of the judges of a run, from its verdicts, labels and askings again. Asks nobody. */
export async function calibrationsOf(
  store: Store,
  run: RunRecord,
  rubrics: readonly JudgedRubric[],
  named: readonly string[],
  context: Pick<CliContext, 'env' | 'cwd'>,
): Promise<TrackCalibration[]> {
  const records = await readCalibration(store, run.id)
  const authors = goldAuthors(run.spec, named)
  const { tracks } = await trackFactsOf(store, run, context)
  const found: TrackCalibration[] = []
  for (const [track, own] of groupBy(rubrics, (rubric) => rubric.track.id)) {
    const [first] = own
    if (first === undefined) continue
    const answers: JudgedAnswer[] = []
    for await (const answer of judgedAnswers(store, run, first)) answers.push(answer)
    const facts = own.flatMap(({ instruments }) => instruments)
    const shown = ofRankedOrAll(answers)
    const asked = askedInstruments(facts, shown, records.retests, track)
    const reading: TrackReading = {
      track,
      answers,
      shown,
      asked,
      setups: judgedSetups(facts),
      authors,
      records,
      scorers:
        tracks.find(({ id }) => id === track)?.scorers.filter(({ judges }) => judges === undefined) ?? [],
    }
    const instruments: InstrumentCalibration[] = []
    for (const rubric of own) {
      const places = await placesOfRight(store, run, rubric)
      for (const instrument of rubric.instruments) {
        const key = instrumentKey(instrument)
        const votes = await panelVotes(store, run, rubric, instrument, key, shown)
        const one = instrumentCalibration(reading, rubric, instrument, places, votes)
        if (one !== null) instruments.push(one)
      }
    }
    found.push({ track, instruments, across: crossFlips(asked) })
  }
  return found
}

interface TrackReading {
  readonly track: string
  readonly answers: readonly JudgedAnswer[]
  /** Of ranked systems, or of all where none is. */
  readonly shown: readonly JudgedAnswer[]
  readonly asked: readonly AskedInstrument[]
  readonly setups: readonly JudgedSetup[]
  readonly authors: GoldAuthors
  readonly records: CalibrationRecords
  readonly scorers: readonly InstrumentFacts[]
}

function ofRankedOrAll(answers: readonly JudgedAnswer[]): readonly JudgedAnswer[] {
  const ranked = answers.filter(({ kind }) => kind === 'ranked')
  return ranked.length === 0 ? answers : ranked
}

function instrumentCalibration(
  reading: TrackReading,
  rubric: JudgedRubric,
  facts: InstrumentFacts,
  places: ReadonlyMap<string, 'first' | 'second' | null>,
  votes: readonly PanelVotes[],
): InstrumentCalibration | null {
  const { track, answers, shown, asked, setups, records, scorers } = reading
  const key = instrumentKey(facts)
  const setup = setups.find(({ instrument }) => instrument === key)
  const own = asked.find(({ instrument }) => instrument === key)
  if (setup === undefined || own === undefined) return null
  const judged = valuesUnder(answers, key)
  const shownValues = valuesUnder(shown, key)
  const pool = poolSamples(
    records.samples.filter((sample) => sample.track === track && sample.rubric === rubric.name),
  )
  const { judging } = rubric
  const meanOf = judging.kind === 'rubric' ? (judging.rubric.meanOf ?? {}) : {}
  const calibrated =
    pool === null
      ? { fields: [], stale: 0 }
      : calibrationOf({ metrics: facts.metrics, meanOf, pool, labels: records.labels, judged })
  const byPlace = new Map(answers.map((answer) => [placeIn(answer), answer] as const))
  return {
    track,
    instrument: key,
    label: setup.label,
    rubric: rubric.name,
    by: judgesText(setup),
    judged: judged.length,
    drawn: pool?.items.length ?? 0,
    leftOut: pool?.leftOut ?? 0,
    missing: missingText(pool?.items.length ?? null, calibrated.fields.length),
    ...calibrated,
    stability: stabilityOf(own),
    biases: biasesOf(reading, facts, key, places, votes),
    matchers: scorers.flatMap((scorer) =>
      matcherAgreement(
        { metrics: facts.metrics, answers: shownValues },
        {
          name: instrumentKey(scorer),
          metrics: scorer.metrics,
          valuesOf: (place) => byPlace.get(place)?.values.get(instrumentKey(scorer)) ?? {},
        },
      ),
    ),
  }
}

function missingText(drawn: number | null, fields: number): string | null {
  if (fields > 0) return null
  if (drawn === null) return 'no answers were drawn for labels (rapport calibrate sample)'
  return `none of the ${drawn} drawn answers is labelled yet (rapport calibrate labels)`
}

function biasesOf(
  { answers, shown, authors, setups }: TrackReading,
  facts: InstrumentFacts,
  key: string,
  places: ReadonlyMap<string, 'first' | 'second' | null>,
  votes: readonly PanelVotes[],
): JudgeBiases {
  const metric = facts.metrics[0]
  if (metric === undefined) throw new Error(`the instrument ${key} has no metric`)
  const rows = shown.flatMap((answer) => {
    const value = answer.values.get(key)?.[metric.name]
    const { subject, system, length } = answer
    const { id, cluster } = subject
    return value === undefined
      ? []
      : [{ case: id, system, cluster, length, placeOfRight: places.get(id) ?? null, value }]
  })
  const all = twoWayDifference(facts.metrics, valuesUnder(shown, key))
  const gold = twoWayDifference(
    facts.metrics,
    valuesUnder(
      answers.filter(({ kind }) => kind === 'privileged'),
      key,
    ),
  )
  const inputOf = (setup: JudgedSetup): OverlapInput => ({
    label: setup.label,
    judges: setup.judges,
    answers: valuesUnder(shown, setup.instrument),
  })
  const [own, others] = [
    setups.filter(({ instrument }) => instrument === key),
    setups.filter(
      ({ instrument, rubric }) => instrument !== key && rubric === `${facts.name}@${facts.version}`,
    ),
  ]
  const [self] = own
  if (self === undefined) throw new Error(`the instrument ${key} is not among those of its track`)
  return {
    metric: metric.name,
    verbosity: verbosity(rows),
    order: orderEffect(rows),
    twoWay: all === null || gold === null ? null : { all, gold },
    overlap: familyOverlap(inputOf(self), metric, authors.families, others.map(inputOf)),
    panel: panelOverlap(votes),
    authors: authors.source,
  }
}

function placeIn({ system, subject, repeat }: JudgedAnswer): string {
  return placeOf({ system, case: subject.id, repeat })
}

/** Answers that an instrument gave a value to. */
function valuesUnder(answers: readonly JudgedAnswer[], key: string): JudgedValues[] {
  return answers.flatMap((answer): JudgedValues[] => {
    const values = answer.values.get(key)
    if (values === undefined) return []
    const { system, subject, answer: hash, length, language } = answer
    return [
      { place: placeIn(answer), system, cluster: subject.cluster, language, answer: hash, length, values },
    ]
  })
}

/** By case, of a rubric that shows two candidates. */
async function placesOfRight(
  store: Store,
  run: RunRecord,
  { judging, track }: JudgedRubric,
): Promise<ReadonlyMap<string, 'first' | 'second' | null>> {
  const places = new Map<string, 'first' | 'second' | null>()
  if (judging.kind === 'chain' || judging.rubric.placeOfRight === undefined) return places
  for await (const { id, input, gold } of store.cases(run.id, track.id)) {
    if (gold !== null) places.set(id, judging.rubric.placeOfRight({ input, gold, prediction: null }))
  }
  return places
}
