import type { Agreement } from '../../stats/agreement.ts'
import type { Estimate } from '../../stats/estimate.ts'
import { plainText } from '../format.ts'
import { systemName } from '../system-name.ts'
import { layoutTable, type Column } from '../table.ts'
import { wrap } from '../wrap.ts'
import { ruleText } from './adjudicate.ts'
import type { FieldCalibration } from './calibration.ts'

const left = (title: string, droppable = 0): Column => ({ title, align: 'left', droppable, keep: true })
const right = (title: string, droppable = 0): Column => ({ title, align: 'right', droppable, keep: true })

/** A judge against people, metric by metric: agreement with the people's own as its ceiling, then rates, then languages. */
export function agreementLines(fields: readonly FieldCalibration[], width: number): string[] {
  return [
    'Against people',
    ...layoutTable(
      [
        left('metric'),
        left('alpha, judge'),
        left('alpha, people'),
        left('kappa', 2),
        left('scale', 3),
        right('labelled'),
        right('people', 1),
        right('split', 4),
      ],
      fields.map(({ metric, agreement, scale, labelled, annotators, unresolved }) => ({
        cells: [
          metric,
          shown(agreement.judge),
          annotators.length < 2 ? 'one person' : shown(agreement.people),
          shown(agreement.kappa, scale === 'interval' ? '' : 'none'),
          scale === 'binary' ? 'nominal' : scale,
          String(labelled),
          String(annotators.length),
          unresolved === 0 ? '' : String(unresolved),
        ],
      })),
      width,
    ),
    ...rateLines(fields, width),
    ...languageLines(fields, width),
    ...ruleLines(fields).flatMap((line) => wrap(plainText(line), width, '  ')),
  ]
}

/** The two rates with the confusion matrix that they come from. */
function rateLines(fields: readonly FieldCalibration[], width: number): string[] {
  return fields.flatMap(({ metric, accuracy }) => {
    if (accuracy === null) return []
    const { counts, sensitivity, specificity } = accuracy
    const { tp, fn, fp, tn } = counts
    return [
      '',
      ...layoutTable(
        [left(metric), right('judge accepts'), right('judge rejects'), left('rate')],
        [
          {
            cells: [
              'people accept',
              String(tp),
              String(fn),
              `sensitivity ${shown(sensitivity, 'not measured')}`,
            ],
          },
          {
            cells: [
              'people reject',
              String(fp),
              String(tn),
              `specificity ${shown(specificity, 'not measured')}`,
            ],
          },
        ],
        width,
      ),
    ]
  })
}

function languageLines(fields: readonly FieldCalibration[], width: number): string[] {
  const rows = fields.flatMap(({ metric, languages }) => languages.map((one) => ({ metric, ...one })))
  if (rows.length === 0) return []
  return [
    '',
    ...layoutTable(
      [left('metric'), left('language'), left('alpha, judge'), left('alpha, people', 1), right('labelled')],
      rows.map(({ metric, language, agreement, answers }) => ({
        cells: [metric, language, shown(agreement.judge), shown(agreement.people), String(answers)],
      })),
      width,
    ),
  ]
}

function ruleLines(fields: readonly FieldCalibration[]): string[] {
  const rules = [...new Set(fields.map(({ rule }) => rule))]
  return fields.some(({ annotators }) => annotators.length > 1)
    ? rules.map((rule) => `One label out of several people's (${rule}): ${ruleText(rule)}.`)
    : []
}

/** Each system's figure as judged and as people's labels correct it. */
export function correctionLines(fields: readonly FieldCalibration[], width: number): string[] {
  return fields.flatMap(({ metric, corrections, uncorrectable, range }) => {
    if (uncorrectable !== null) return wrap(`${metric} is not corrected: ${uncorrectable}.`, width, '  ')
    const decimals = range[1] > 10 ? 2 : 3
    return [
      '',
      `${metric}, corrected by the labels of each system`,
      ...layoutTable(
        [
          { title: 'system', align: 'left', droppable: 0, readable: 20 },
          left('as judged'),
          left('corrected'),
          right('labelled', 1),
          left('by', 2),
        ],
        corrections.map(({ system, uncorrected, corrected, labelled }) => ({
          cells: [
            systemName(system),
            shown(uncorrected, 'none', decimals),
            shown(corrected, 'none', decimals),
            String(labelled),
            corrected === null
              ? ''
              : corrected.method === 'rogan-gladen' && corrected.clipped
                ? 'rogan-gladen, cut to the scale'
                : corrected.method,
          ],
        })),
        width,
      ),
      ...corrections.flatMap(({ system, missing }) =>
        missing === null ? [] : wrap(plainText(`${system}: ${missing}.`), width, '  '),
      ),
    ]
  })
}

/** `0.81 [0.70, 0.92]`, or why there is none. */
export function shown(
  figure: Estimate | Agreement | Pick<Estimate, 'value' | 'low' | 'high'> | null,
  none = 'none',
  decimals = 2,
): string {
  return figure === null
    ? none
    : `${figure.value.toFixed(decimals)} [${figure.low.toFixed(decimals)}, ${figure.high.toFixed(decimals)}]`
}
