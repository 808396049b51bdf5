import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import type { Account } from '../../../src/core/account/account.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { steps, doStep, type Step } from '../../support/core/random-actions.ts'
import { runs } from '../../support/runs.ts'
import { stateOf } from '../../support/core/states.ts'

const start: Scenario = {
  clock: { mode: 'frozen' },
  aliases: [
    { id: 'a' },
    { id: 'b', status: 'suspended' },
    { id: 'c', expires_at: '+20s' },
    { id: 'once', single_use: true },
  ],
  timeline: [{ at: '+90s', do: 'fail_payment' }] as never,
}

// Only a test that hangs ends by time: on a busy machine the runs take long.
describe('whatever was done to an account', () => {
  it('reading the account changes nothing', () => {
    fc.assert(
      fc.property(steps, (done) => {
        const sandbox = coreSandbox(start)
        for (const step of done) doStep(sandbox, step)
        const known = stateOf(sandbox, MACHINE_MS)
        const view = toAccountView(sandbox.account('default'))
        expect(toAccountView(sandbox.account('default'))).toEqual(view)
        expect(stateOf(sandbox, MACHINE_MS)).toEqual(known)
      }),
      { numRuns: runs(100) },
    )
  })

  it('an account whose next call is predicted all the time continues like any other', () => {
    const atCall = { at_call: 3, do: 'delete_alias', id: 'a' }
    const stepping = { ...start, timeline: [...start.timeline!, atCall] as never }
    const again: Step[] = [
      { call: {} },
      { action: 'load_scenario', input: { scenario: 'plus' } },
      { call: {} },
    ]
    fc.assert(
      fc.property(steps, (done) => {
        const [watched, other] = [coreSandbox(stepping), coreSandbox(stepping)]
        for (const step of done) {
          toAccountView(watched.account('default'))
          doStep(watched, step)
          doStep(other, step)
        }
        expect(stateOf(watched, MACHINE_MS)).toEqual(stateOf(other, MACHINE_MS))
        // Data that a prediction shares or copies must not shorten the history.
        const kept = ({ history }: Account) => {
          return [history.entries(), history.bases.all().map(({ bytes }) => bytes)]
        }
        expect(kept(watched.account('default'))).toEqual(kept(other.account('default')))
      }),
      { numRuns: runs(300), examples: [[again]] },
    )
  })

  it('the next call gets what was predicted', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom('create', 'list'), (done, operation) => {
        const sandbox = coreSandbox(start)
        for (const step of done) doStep(sandbox, step)
        const account = sandbox.account('default')
        const message = toAccountView(account).next_call[operation]
        const method = operation === 'create' ? 'POST' : 'GET'
        const { outcome, response, delivery } = callCore(sandbox, {
          method,
          key: account.state.key.current,
        })
        expect([message.outcome, message.status]).toEqual([outcome, response.status])
        expect(message.retry_after).toBe(response.retry_after_seconds)
        expect(message.delay_ms ?? 0).toBe(delivery.delay_ms)
      }),
      { numRuns: runs(200) },
    )
  })
})
