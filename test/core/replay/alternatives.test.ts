import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import type { Entry } from '../../../src/core/record/entry.ts'
import { alternativesOf, outcomesOf } from '../../../src/core/replay/alternatives.ts'
import { callCore, type CoreCall } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

type Acts = readonly (readonly [action: string, args: object])[]

/** The alternatives of the last of these calls, as `choice=value: outcome`. */
function alternativesAfter(scenario: Scenario, calls: readonly CoreCall[], acts: Acts = []) {
  const sandbox = coreSandbox(scenario)
  const account = sandbox.account('default')
  for (const [action, args] of acts) sandbox.perform(account, action, args, MACHINE_MS)
  let last: Entry | undefined
  for (const call of calls) last = callCore(sandbox, call)
  const before = sandbox.toState(MACHINE_MS)
  const found = alternativesOf(account, last!, sandbox)
  expect(sandbox.toState(MACHINE_MS)).toEqual(before)
  return found.map(({ choice, value, answer }) => `${choice}=${value}: ${answer.outcome}`)
}

const list: CoreCall = { method: 'GET' }
type Page = { aliases: unknown[] }

describe('the alternatives of a call', () => {
  it('are the choices that would have changed its answer, with the answer', () => {
    expect(alternativesAfter({}, [{ key: null }])).toEqual([
      'extra_fields=one: invalid_key',
      'missing_key=400: bad_request',
      'key_error_shape=code: invalid_key',
      'message_text=varied: invalid_key',
    ])
  })

  it('are none where the document leaves no choice', () => {
    expect(alternativesAfter({ account: { billing: 'past_due' } }, [list])).toEqual([
      'extra_fields=one: plan_past_due',
      'message_text=varied: plan_past_due',
    ])
  })

  it('count earlier calls as the choice would have counted them', () => {
    const wrong = Array.from({ length: 60 }, () => ({ ...list, query: 'limit=x' }))
    expect(alternativesAfter({}, [...wrong, list])).toContain(
      'rejected_spend_burst=only_creations: listed',
    )
  })

  it('repeat earlier actions as the choice would have done them', () => {
    const acts: Acts = [['forward_message', { id: 'once' }]]
    const scenario: Scenario = { aliases: [{ id: 'once', single_use: true }] }
    expect(alternativesAfter(scenario, [list], acts)).toContain('burn=burned: listed')
  })

  it('show pages under another order and size', () => {
    const found = alternativesAfter({ populate: 40 }, [list])
    expect(found).toEqual(
      expect.arrayContaining(['list_order=newest_first: listed', 'page_size=50: listed']),
    )
  })

  it('are those of the choices that the account had when it was called', () => {
    const sandbox = coreSandbox({ populate: 40 })
    const account = sandbox.account('default')
    const choose = (choices: object) => sandbox.perform(account, 'set_choices', choices, MACHINE_MS)
    choose({ page_size: 50 })
    const call = callCore(sandbox, list)
    choose({ page_size: 10 })
    const sizes = alternativesOf(account, call, sandbox)
      .filter(({ choice }) => choice === 'page_size')
      .map(({ value, answer }) => [
        value,
        (JSON.parse(answer.response.body) as Page).aliases.length,
      ])
    expect(sizes).toEqual([
      [20, 20],
      [10, 10],
      [25, 25],
    ])
  })

  it('count what came before the last change of choices as it was counted', () => {
    const wrong = Array.from({ length: 59 }, () => ({ ...list, query: 'limit=x' }))
    const sandbox = coreSandbox({ choices: { rejected_spend_burst: 'only_creations' } })
    const account = sandbox.account('default')
    for (const call of wrong) callCore(sandbox, call)
    const choices = { rejected_spend_burst: 'admitted' }
    sandbox.perform(account, 'set_choices', choices, MACHINE_MS)
    for (const call of wrong) callCore(sandbox, call)
    callCore(sandbox, list)
    const found = alternativesOf(account, callCore(sandbox, list), sandbox)
    expect(
      found.map(({ choice, value, answer }) => `${choice}=${value}: ${answer.outcome}`),
    ).toContain('rejected_spend_burst=only_creations: listed')
  })

  it('leave out another form of the cursor that the call brings back', () => {
    const sandbox = coreSandbox({ populate: 3 })
    const first = callCore(sandbox, { ...list, query: 'limit=2' })
    const { next_cursor: cursor } = JSON.parse(first.response.body) as { next_cursor: string }
    const query = `limit=2&last_key=${encodeURIComponent(cursor)}`
    const found = alternativesOf(
      sandbox.account('default'),
      callCore(sandbox, { ...list, query }),
      sandbox,
    )
    expect(found.filter(({ choice }) => choice === 'cursor')).toEqual([])
  })
})

describe('the outcomes of a call', () => {
  it('are those of every documented error that can be forced', () => {
    const sandbox = coreSandbox({})
    const account = sandbox.account('default')
    const outcomes = outcomesOf(account, callCore(sandbox), sandbox)
    expect(outcomes.map(({ outcome, answer }) => [outcome, answer.response.status])).toEqual([
      ['invalid_key', 401],
      ['plan_required', 403],
      ['plan_past_due', 403],
      ['plan_canceled', 403],
      ['outage', 503],
      ['burst', 429],
      ['daily_cap', 429],
      ['collision', 409],
    ])
    expect(account.state.faults).toEqual([])
  })
})
