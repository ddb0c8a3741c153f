import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { auditReportSchema, type AuditReport } from '../src/core/audit.ts'
import { inProcess, makeFolder } from '../src/cli/testing/cli.ts'
import { sharedData, skipReason } from './shared.ts'

const packets = sharedData('alpsbench-packets')
const counted = sharedData('alpsbench-expected', 'defect-counts.json')
const { path: folder, remove } = makeFolder()
afterAll(remove)

describe.skipIf(packets === undefined || counted === undefined)(
  `the audit of the packets (${skipReason})`,
  () => {
    let report: AuditReport | undefined
    beforeAll(async () => {
      const { code, out } = await inProcess(folder, ['audit', packets ?? '', '--json', '--quiet'])
      expect(code).toBe(0)
      report = z.object({ audits: z.array(auditReportSchema) }).parse(JSON.parse(out)).audits[0]
    }, 400_000)

    const countOf = (rule: string, track: string) =>
      report?.findings.find((finding) => finding.rule === rule && finding.track === track)?.count

    it('has every count of the independent script', () => {
      const expected = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(counted ?? '', 'utf8')))
      expect(Object.keys(expected)).toHaveLength(25)
      expect(report?.counts).toMatchObject(expected)
    })

    it('finds the same by its own rules', () => {
      const expected = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(counted ?? '', 'utf8')))
      expect(countOf('rejected-gold', 'alpsbench/extraction')).toBe(expected['rejected_gold_items'])
      expect(countOf('rejected-gold', 'alpsbench/retrieval/d100')).toBe(
        expected['retrieval_targets_rejected'],
      )
      expect(countOf('off-taxonomy', 'alpsbench/extraction')).toBe(expected['off_taxonomy_gold_items'])
      expect(countOf('duplicate-candidates', 'alpsbench/retrieval/d100')).toBe(
        expected['surplus_duplicate_candidates'],
      )
      expect(countOf('shared-first-turn', 'alpsbench/extraction')).toBe(
        expected['sessions_sharing_first_user_turn'],
      )
      // The script compares text and label, the audit the text alone.
      expect(countOf('distractor-of-same-user', 'alpsbench/retrieval/d100')).toBeGreaterThanOrEqual(
        expected['same_session_distractors'] ?? Infinity,
      )
    })

    it('names the constant, doing nothing, and the rule of ids as shortcuts', () => {
      const shortcuts = report?.findings.filter(({ rule }) => rule === 'shortcut') ?? []
      const of = (track: string) =>
        shortcuts.filter((finding) => finding.track === track).map(({ message }) => message)
      expect(of('alpsbench/extraction')[0]).toContain('baseline:constant reads nothing and gets 53.078')
      expect(of('alpsbench/update')[0]).toContain('baseline:do-nothing reads nothing and gets 84.168')
      expect(of('alpsbench/retrieval/d100')[0]).toContain(
        'baseline:id-multiplicity reads nothing and gets 1.000',
      )
      // Our own headlines stand; on original ids retrieval has none.
      expect(
        shortcuts.filter(({ effect }) => effect.startsWith('the headline')).map(({ track }) => track),
      ).toEqual(['alpsbench/retrieval/d100'])
    })
  },
)
