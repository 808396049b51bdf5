import { expect, it } from 'vitest'
import '../support/process/fresh-build.js'
import { toSession } from '../../src/history/session/to-session.ts'
import { readPageFile } from '../../src/contract/session/page-file.ts'
import type { Session } from '../../src/contract/session/session.ts'
import type { Case } from '../../src/results/result.ts'
import { writePage } from '../../src/node/work/write-page.ts'
import { contentOfPage } from '../support/content-of-page.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'

/** A history of about 10 MB. */
function largeHistory(): Session {
  const sandbox = coreSandbox({ limits: { burst: 'off', daily: 'off' } })
  const body = JSON.stringify({ label: 'x'.repeat(90_000) })
  for (let at = 0; at < 110; at += 1) callCore(sandbox, { body, machineMs: MACHINE_MS + at })
  return toSession(sandbox, sandbox.accounts(), { version: '0.0.0' })
}

it('keeps the sessions of cases that failed, where all of them are too large for a page', () => {
  const cases = (['pass', 'pass', 'pass', 'fail'] as const).map((status): Case => ({
    name: status,
    status,
    history: largeHistory(),
  }))
  const html = writePage({
    result: { name: 'exec --each scenario', headline: 'one failed', cases, notes: [] },
  })
  const page = readPageFile(contentOfPage(html))
  expect(page.sessions.length).toBe(1)
  expect(page.result!.cases.map(({ session }) => session)).toEqual([
    undefined,
    undefined,
    undefined,
    0,
  ])
  expect(page.result!.notes).toEqual([expect.stringContaining('too large')])
})
