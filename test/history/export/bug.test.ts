import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { faultKinds } from '../../../src/contract/faults.ts'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { toBugFile } from '../../../src/history/export/bug/bug-file.ts'
import { toBugReport } from '../../../src/history/export/bug/bug-report.ts'
import { sampleTexts } from '../../../src/node/files/sample-texts.ts'
import { argumentsOf } from '../../support/core/fault-arguments.ts'
import { callCore, type CoreCall } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { historyOf } from '../../support/history/exported.ts'
import { BIN } from '../../support/process/built-cli.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { undoIn } from '../../../src/history/replay/undo.ts'

const act = (sandbox: Sandbox, action: string, args: object = {}) =>
  sandbox.perform(sandbox.account('default'), action, args, MACHINE_MS)

/** Makes a last call, and returns the report on it. */
async function reportOn(sandbox: Sandbox, last: CoreCall = {}) {
  const call = callCore(sandbox, last)
  const file = historyOf(sandbox, sandbox.account('default'))
  const bug = await toBugFile(file, call.id, sampleTexts)
  return { call, bug, report: toBugReport(call, bug, '1.0.0') }
}

/** Pastes the block of a report into a shell in an empty folder. */
function paste(report: string): string {
  const block = /^(`{3,})sh\n(cat [\s\S]*?)\n\1$/m.exec(report)?.[2]
  expect(block).toBeDefined()
  const folder = freshFolder()
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const npx = join(bin, 'npx')
  writeFileSync(npx, `#!/bin/sh\nshift\nexec '${process.execPath}' '${BIN}' "$@"\n`)
  chmodSync(npx, 0o755)
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` }
  return execFileSync('sh', ['-c', block!], { cwd: folder, env, encoding: 'utf8' })
}

const awkward = '{"label":"a\'b\\"c`${x}$(id)\\u2028 🎉 END","note":"\\nEND\\n"}'

describe('the block of a bug report gives the same answer', () => {
  it.each<[what: string, scenario: Scenario, live: (sandbox: Sandbox) => void, last?: CoreCall]>([
    ['to a creation', {}, () => {}],
    ['to a creation with awkward texts', {}, () => {}, { body: awkward }],
    ['to a list', { populate: 3 }, () => {}, { method: 'GET', query: "limit=2&x='`$(id)" }],
    ['401 without a key', {}, () => {}, { key: null }],
    ['401 for an unknown key', {}, () => {}, { key: 'foreign' }],
    ['401 for a revoked key', {}, (sandbox) => act(sandbox, 'revoke_key')],
    ['401 for a rotated key', {}, (sandbox) => act(sandbox, 'rotate_key')],
    ['400', {}, () => {}, { body: '{"label":7}' }],
    ['413', {}, () => {}, { unreadable: 'too_large' }],
    ['404', {}, () => {}, { method: 'GET', path: '/v1/other' }],
    ['405', {}, () => {}, { method: 'DELETE' }],
    ['429 for the burst', { usage: { burst: 59 } }, (sandbox) => callCore(sandbox)],
    ['429 for the day', { usage: { daily: 49 } }, (sandbox) => callCore(sandbox)],
    [
      'on a scaled clock',
      { clock: { scale: 60 }, faults: [{ kind: 'outage' }] },
      () => {},
      { machineMs: MACHINE_MS + 700 },
    ],
    [
      'after actions',
      { account: { billing: 'past_due' } },
      (sandbox) => act(sandbox, 'settle_invoice'),
    ],
    [
      'after an undo',
      {},
      (sandbox) => {
        act(sandbox, 'cancel_subscription')
        callCore(sandbox)
        undoIn(sandbox, sandbox.account('default'), 'act_1', MACHINE_MS)
      },
    ],
    ...faultKinds.map((kind): [string, Scenario, (sandbox: Sandbox) => void] => [
      `under the fault ${kind}`,
      {},
      (sandbox) =>
        act(sandbox, 'arm_fault', {
          kind,
          ...argumentsOf(kind),
        }),
    ]),
  ])('%s', async (_what, scenario, live, last) => {
    const sandbox = coreSandbox(scenario)
    callCore(sandbox, { method: 'GET' })
    live(sandbox)
    const { report } = await reportOn(sandbox, last)
    expect(paste(report)).toMatch(/^(\d+) of \1 answers? equal\n$/)
  })
})

it('leaves out what the answer does not depend on', async () => {
  const sandbox = coreSandbox({})
  for (let made = 0; made < 1_000; made += 1) {
    callCore(sandbox, { method: 'GET', machineMs: MACHINE_MS + made * 2_000 })
  }
  act(sandbox, 'revoke_key')
  const { bug } = await reportOn(sandbox, { method: 'GET', machineMs: MACHINE_MS + 2_000_000 })
  const [{ history } = { history: [] }] = bug.file.accounts
  expect(history.map(({ id }) => id)).toEqual(['act_1', 'req_1001'])
  expect(bug.isCutShort).toBe(false)
})

it('says so where not everything was tried that could be left out', async () => {
  const sandbox = coreSandbox({ account: { plan: 'plus' }, clock: { mode: 'frozen' } })
  for (let made = 0; made < 100; made += 1) {
    act(sandbox, 'advance_clock', { by: '30m' })
    callCore(sandbox)
  }
  // Each creation and each step of the clock can be seen in the answer.
  const { bug, report } = await reportOn(sandbox, { method: 'GET', query: 'limit=100' })
  expect(bug.isCutShort).toBe(true)
  expect(report).toContain('More could be left out of this history')
})

it('says how to attach a history that is too large to paste', async () => {
  const aliases = Array.from({ length: 1_000 }, (_, at) => ({
    id: `a${at}`,
    label: 'x'.repeat(50),
  }))
  const { report } = await reportOn(coreSandbox({ aliases }))
  expect(report).toContain('save bug.json --account default`')
  expect(report.length).toBeLessThan(10_000)
})

it('contains no key of another service, not even in the answer', async () => {
  const secret = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'
  const { report } = await reportOn(coreSandbox({}), {
    body: JSON.stringify({ label: secret }),
    query: `api_key=${secret}`,
  })
  expect(report).not.toContain(secret)
})
