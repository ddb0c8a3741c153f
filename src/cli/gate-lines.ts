import { overall, type GateResult } from '../reports/gate/verdict.ts'
import { plainText } from '../reports/format.ts'
import { wrap } from '../reports/wrap.ts'

const marks = { passed: 'PASSED   ', missed: 'MISSED   ', undecided: 'UNDECIDED' }

/** One paragraph for each question, and the verdict at the end. */
export function gateLines(run: string, results: readonly GateResult[], width: number): string[] {
  return [
    ...results.flatMap(({ asked, system, verdict, than, why }) => {
      const other = than === null || than.system === system ? '' : ` against ${than.system}`
      return [
        `${marks[verdict]}  ${plainText(`${asked}  ${system}${other}`)}`,
        ...wrap(plainText(why), Math.max(20, width - 11), '').map((line) => `${' '.repeat(11)}${line}`),
      ]
    }),
    '',
    `run ${run}: ${overall(results)}`,
  ]
}
