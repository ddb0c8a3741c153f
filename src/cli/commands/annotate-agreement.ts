import { plainText } from '../../reports/format.ts'
import { findProject, withProjects } from '../annotate-projects.ts'
import type { CliContext } from '../context.ts'

const number = (value: number): string => value.toFixed(3)

/** `rapport annotate agreement <project>`. */
export async function annotateAgreementCommand(
  word: string,
  json: boolean,
  context: CliContext,
): Promise<void> {
  await withProjects(context, async (annotate, source) => {
    const { id } = await findProject(source, word)
    const found = await annotate.agreement(id)
    if (json) {
      context.stdout.write(`${JSON.stringify(found, null, 2)}\n`)
      return
    }
    const rows = found.rows.map(({ field, measure, value, low, high, n, clusters, observed, note }) => {
      const figure =
        value === null || low === null || high === null
          ? 'not measured'
          : `${number(value)} [${number(low)}, ${number(high)}]`
      const same = observed === null ? '' : `, same in ${(100 * observed).toFixed(1)} % of pairs`
      return `${field}: ${figure} (${measure}; n ${n} in ${clusters} clusters${same})${note === null ? '' : `; ${note}`}`
    })
    const pairs = found.pairs.map(
      ({ a, b, field, n, same, kappa }) =>
        `${a} and ${b}, ${field}: same ${same} of ${n}, Cohen’s kappa ${kappa === null ? 'not measured' : number(kappa)}`,
    )
    context.stdout.write(`${[...rows, ...pairs].map(plainText).join('\n')}\n`)
  })
}
