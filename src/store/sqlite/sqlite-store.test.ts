import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { storeConformance } from '../../testing/store-conformance.ts'
import { openStore } from '../index.ts'

const folder = mkdtempSync(join(tmpdir(), 'rapport-store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

storeConformance('sqlite', () => openStore(join(folder, 'new folder', `${(files += 1)}.db`)), {
  describe,
  it,
  expect,
})
