import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { ControlClient } from '../../../src/client/client.ts'
import { possibleActions } from '../../../src/history/replay/possible-actions.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { ActionError } from '../../../src/contract/control/action-error.ts'
import { MACHINE_MS, coreSandbox } from '../../support/core/core-sandbox.ts'
import { livedSandbox, histories } from '../../support/core/random-lives.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { runs } from '../../support/runs.ts'
import { becomes, stateOf } from '../../support/core/states.ts'

// A tester sees which buttons work now, and why the others do not.

/** Reads the buttons of an account, over HTTP. */
async function buttonsOf(scenario: Scenario, account = 'default') {
  const sandbox = await freshSandbox({ with: scenario })
  const client = new ControlClient({ url: sandbox.url, fetch })
  const { actions } = await client.ask('GET accounts/:account/actions', { account })
  return (action: string, args: object = {}) =>
    actions.find((one) => one.action === action && isSame(one.arguments, args))?.refused
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

describe('the actions of an account', () => {
  it('that pays: its payment can fail, and there is no invoice to settle', async () => {
    const refusalOf = await buttonsOf({})
    expect(refusalOf('fail_payment')).toBeNull()
    expect(refusalOf('settle_invoice')).toEqual({
      status: 409,
      message: 'there is no open invoice: billing is active',
      reason: 'no_open_invoice',
    })
    expect(refusalOf('change_plan', { plan: 'pro' })).toBeNull()
    expect(refusalOf('change_plan', { plan: 'plus' })).toMatchObject({
      message: 'this account is already on plus',
    })
    expect(refusalOf('subscribe', { plan: 'pro', cycle: 'monthly' })).toMatchObject({
      message: 'this account is already on plus; use change_plan',
    })
  })

  it('whose payment failed: its invoice can be settled, and no payment fails again', async () => {
    const refusalOf = await buttonsOf({ account: { billing: 'past_due' } })
    expect(refusalOf('settle_invoice')).toBeNull()
    expect(refusalOf('fail_payment')).toMatchObject({ status: 409 })
  })

  it('on Free: a trial and a plan, and no new key', async () => {
    const refusalOf = await buttonsOf({ account: { plan: 'free' } })
    expect(refusalOf('start_trial', { plan: 'pro', cycle: 'monthly' })).toBeNull()
    expect(refusalOf('subscribe', { plan: 'plus', cycle: 'monthly' })).toBeNull()
    expect(refusalOf('rotate_key')).toMatchObject({
      message: 'a Free account cannot create API keys',
    })
  })

  it('that could not start again at this time: no reset', async () => {
    const sandbox = await freshSandbox({
      with: {
        clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' },
        aliases: [{ expires_at: '2026-03-01T13:00:00Z' }],
        timeline: [],
      },
    })
    const client = new ControlClient({ url: sandbox.url, fetch })
    const asked = { account: 'default' }
    const { actions } = await client.ask('GET accounts/:account/actions', asked)
    expect(actions.find(({ action }) => action === 'reset')).toMatchObject({ refused: null })
    const core = coreSandbox({ aliases: [{ expires_at: '2026-03-01T13:00:00Z' }], populate: 3 })
    const later = MACHINE_MS + 7_200_000
    const account = core.syncClock(core.account('default'), later)
    expect(
      possibleActions(account, core, later).find(({ action }) => action === 'reset')?.refused,
    ).toMatchObject({ status: 400, message: 'aliases[0].expires_at must be in the future' })
  })

  it('are asked of an account that exists', async () => {
    const sandbox = await freshSandbox()
    const answer = await controlClient(sandbox).send('GET', 'accounts/nobody/actions')
    expect(answer).toMatchObject({
      status: 404,
      body: { message: 'account "nobody" does not exist' },
    })
  })
})

describe('to ask which actions are possible', () => {
  it('tells what each of them then does, and changes nothing, whatever happened before', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const sandbox = livedSandbox(history)
        for (const account of sandbox.accounts()) {
          const machineMs = account.state.clock.machine_ms
          sandbox.syncClock(account, machineMs)
          const look = () => ({
            state: stateOf(sandbox, machineMs),
            view: toAccountView(account),
            entries: account.history.entries().length,
            bytes: account.bytes,
            keys: sandbox.keys.find(account.state.key.current) === account,
          })
          const before = look()
          const possible = possibleActions(account, sandbox, machineMs)
          expect(look()).toEqual(before)
          for (const { action, arguments: args, refused } of possible) {
            const other = coreSandbox({})
            becomes(other, stateOf(sandbox, machineMs), { machineMs: machineMs })
            const perform = () =>
              other.perform(other.account(account.name), action, args, machineMs)
            expect([action, refusalOf(perform)]).toEqual([action, refused?.message ?? null])
          }
        }
      }),
      { numRuns: runs(60) },
    )
  })
})

function refusalOf(act: () => void): string | null {
  try {
    act()
    return null
  } catch (error) {
    if (error instanceof ActionError) return error.message
    throw error
  }
}
