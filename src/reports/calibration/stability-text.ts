import { figureText, plainText } from '../format.ts'
import { systemName } from '../system-name.ts'
import { layoutTable, type Column, type TableRow } from '../table.ts'
import { wrap } from '../wrap.ts'
import type { Flips } from './flips.ts'
import type { CrossFlips, JudgeStability } from './stability.ts'

const columns: readonly Column[] = [
  { title: 'metric', align: 'left', droppable: 0, keep: true },
  { title: 'system', align: 'left', droppable: 0, readable: 16 },
  { title: 'flips', align: 'left', droppable: 0, keep: true },
  { title: 'apart by', align: 'left', droppable: 2, keep: true },
  { title: 'answers', align: 'right', droppable: 0, keep: true },
  { title: 'wavering', align: 'right', droppable: 1, keep: true },
  { title: 'no verdict', align: 'right', droppable: 3, keep: true },
]

function rowOf(metric: string, system: string, flips: Flips): TableRow {
  const { share, distance, answers, wavering, unreadable } = flips
  return {
    cells: [
      metric,
      system,
      share === null ? 'none' : figureText(share, 3),
      distance === null ? '' : figureText(distance, 2),
      String(answers),
      String(wavering),
      unreadable === 0 ? '' : String(unreadable),
    ],
  }
}

/** Test and retest, then what changes with the prompt and the model. Empty where nothing of the kind is known. */
export function stabilityLines(
  judges: readonly JudgeStability[],
  cross: readonly CrossFlips[],
  width: number,
): string[] {
  const asked = judges.filter(({ fields }) => fields.length > 0)
  return [
    ...asked.flatMap(({ label, fields }) => [
      ...wrap(plainText(`${label}: the same prompt, asked again`), width, '  '),
      ...layoutTable(
        columns,
        fields.flatMap(({ metric, all, systems }, place) => [
          rowOf(metric, 'all', all),
          // Of further metrics the sum is enough for people; the JSON document has every system.
          ...(systems.length < 2 || place > 0
            ? []
            : systems.map(({ system, flips }) => rowOf('', systemName(system), flips))),
        ]),
        width,
      ),
      '',
    ]),
    ...(['prompts', 'models'] as const).flatMap((across) => {
      const pairs = cross.filter((one) => one.across === across)
      if (pairs.length === 0) return []
      return [
        `Across ${across}, from the first verdict of each`,
        ...pairs.flatMap(({ labels: [one, other], metric, flips: { share, answers } }) =>
          wrap(
            plainText(
              `${one} against ${other} on ${metric}: flips ${share === null ? 'none' : figureText(share, 3)}, ${answers} answers`,
            ),
            width,
            '  ',
          ),
        ),
        '',
      ]
    }),
    ...(asked.length + cross.length === 0
      ? []
      : wrap(
          'flips: the chance that two verdicts on the same answer differ, with a 95 % interval over cases; an answer counts once, however often it was asked. The stored verdict counts as one asking, so a judge that changed since shows here too.',
          width,
        )),
  ]
}
