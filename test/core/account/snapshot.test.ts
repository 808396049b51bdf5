import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { Account } from '../../../src/core/account/account.ts'
import type { Snapshot } from '../../../src/core/account/snapshot.ts'
import { History } from '../../../src/core/record/history.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { snapshotPieces } from '../../../src/core/account/state-text.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { doStep, steps } from '../../support/core/random-actions.ts'
import { runs } from '../../support/runs.ts'

const start: Scenario = {
  aliases: [
    { id: 'a', forward_count: 3 },
    { id: 'b', status: 'suspended' },
    { id: 'c', expires_at: '+20s' },
    { id: 'once', single_use: true },
  ],
  populate: 40,
  faults: [{ kind: 'delay', ms: 1, times: 3 }],
  timeline: [{ at: '+90s', do: 'fail_payment' }] as never,
  choices: { burst_window: 'sliding', message_text: 'varied' },
}

/** The whole value of an account as text. */
function textOf(account: Account): string {
  return [...snapshotPieces(account.pinned(MACHINE_MS))].join('')
}

/** A sandbox whose account `default` has the value of a snapshot. */
function sandboxOf(snapshot: Snapshot): Sandbox {
  const sandbox = coreSandbox({})
  const account = sandbox.account('default')
  sandbox.keys.unregister(account)
  account.putBack(snapshot)
  sandbox.keys.register(account)
  return sandbox
}

describe('a snapshot', () => {
  it('stays as it is, whatever happens to the account and to others made of it', () => {
    fc.assert(
      fc.property(steps, steps, steps, (before, after, elsewhere) => {
        const sandbox = coreSandbox(start)
        for (const step of before) doStep(sandbox, step)
        const account = sandbox.account('default')
        const snapshot = account.snapshot()
        const text = textOf(account)
        const other = sandboxOf(snapshot)
        for (const step of elsewhere) doStep(other, step)
        for (const step of after) doStep(sandbox, step)
        expect(
          textOf(Account.from(sandbox, new History('default', { maxCalls: 9 }), snapshot)),
        ).toBe(text)
        expect(textOf(sandboxOf(snapshot).account('default'))).toBe(text)
      }),
      { numRuns: runs(150) },
    )
  })

  it('gives accounts that continue as the original does', () => {
    fc.assert(
      fc.property(steps, steps, (before, after) => {
        const sandbox = coreSandbox(start)
        for (const step of before) doStep(sandbox, step)
        const copies = [1, 2].map(() => sandboxOf(sandbox.account('default').snapshot()))
        for (const step of after) {
          const refusal = doStep(sandbox, step)?.message
          for (const copy of copies) expect(doStep(copy, step)?.message).toBe(refusal)
        }
        const text = textOf(sandbox.account('default'))
        expect(copies.map((copy) => textOf(copy.account('default')))).toEqual([text, text])
      }),
      { numRuns: runs(100) },
    )
  })

  it('put back undoes everything that was done since', () => {
    fc.assert(
      fc.property(steps, steps, (before, after) => {
        const sandbox = coreSandbox(start)
        for (const step of before) doStep(sandbox, step)
        const account = sandbox.account('default')
        const snapshot = account.snapshot()
        const known = [textOf(account), account.bytes]
        for (const step of after) doStep(sandbox, step)
        account.putBack(snapshot)
        expect([textOf(account), account.bytes]).toEqual(known)
      }),
      { numRuns: runs(100) },
    )
  })
})
