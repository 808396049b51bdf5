import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { describeTable } from './support/describe-table.ts'
import { bodies } from './tables/bodies.ts'
import { framing } from './tables/framing.ts'

const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

// With --db an answer waits for the disk, so the server reads the following bytes before it answers.
describeTable('framing and bodies, with --db', [...framing, ...bodies], {
  db: join(folder, 'db.json'),
})
