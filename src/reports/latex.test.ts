import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { madeReport } from './fixtures/made-run.ts'
import { literature, realistic } from './fixtures/realistic.ts'
import { hostileRun } from './html/fixtures/hostile.ts'
import { latexText } from './latex/escape.ts'
import { renderLatex } from './latex.ts'

const folder = mkdtempSync(join(tmpdir(), 'rapport-latex-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const engine = ['pdflatex'].find((name) => spawnSync(name, ['--version']).status === 0)

describe('text for LaTeX', () => {
  it.each([
    ['50 % of $5 & #1', '50 \\% of \\$5 \\& \\#1'],
    ['a_b^c~d', 'a\\_b\\textasciicircum{}c\\textasciitilde{}d'],
    ['\\input{x}', '\\textbackslash{}input\\{x\\}'],
    ['[0.1, 0.2]', '{[}0.1, 0.2{]}'],
    ['a--b', 'a{-}{-}b'],
    ['*', '{*}'],
    ['a\nb', 'a b'],
  ])('writes %j as %j', (text, written) => {
    expect(latexText(text)).toBe(written)
  })
})

describe('tables for LaTeX', () => {
  it('keep their form', async () => {
    const text = renderLatex(await madeReport({ ...realistic, published: literature }))
    await expect(text).toMatchFileSnapshot('__snapshots__/realistic.tex')
  })

  it.skipIf(engine === undefined)(
    'compile, hostile names too (skipped where there is no pdflatex)',
    async () => {
      // Letters outside Latin need another engine and a font; the signs of LaTeX are what matters.
      const text = renderLatex(await madeReport(hostileRun)).replaceAll(/[^\n -~]/g, '?')
      writeFileSync(join(folder, 'tables.tex'), text)
      writeFileSync(
        join(folder, 'paper.tex'),
        String.raw`\documentclass{article}\usepackage[T1]{fontenc}\usepackage{booktabs,graphicx,textcomp}
\begin{document}\input{tables.tex}\end{document}`,
      )
      const { status, stdout } = spawnSync(
        'pdflatex',
        ['-interaction=nonstopmode', '-halt-on-error', '-no-shell-escape', 'paper.tex'],
        { cwd: folder, encoding: 'utf8' },
      )
      expect(status, stdout.slice(-2000)).toBe(0)
    },
    60_000,
  )
})
