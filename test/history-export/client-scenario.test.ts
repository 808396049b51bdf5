import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import type { CallEntry } from '../../src/core/record/history-entry.ts'
import { toClientScenario } from '../../src/history/export/client-scenario.ts'
import { lineOf } from '../../src/history/export/line.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { livedSandbox, stories } from '../support/core/random-stories.ts'
import { historyOf } from '../support/history/exported.ts'
import { runs } from '../support/runs.ts'

type Lived = ReturnType<typeof coreSandbox>

function told(sandbox: Lived) {
  const file = historyOf(sandbox, sandbox.account('default'))
  return toClientScenario(file, file.accounts[0]!)
}

const plus: Scenario = { account: { plan: 'plus', billing: 'active' } }
const act = (sandbox: Lived, action: string, args: object = {}) =>
  sandbox.perform(sandbox.account('default'), action, args, MACHINE_MS)

describe('a history as a scenario for a client', () => {
  it('says what somebody did, right before the call that came next', () => {
    const sandbox = coreSandbox({ ...plus, title: 'Plus', expect: [] })
    act(sandbox, 'arm_fault', { kind: 'collision' })
    callCore(sandbox)
    callCore(sandbox, { method: 'GET' })
    act(sandbox, 'fail_payment')
    act(sandbox, 'advance_clock', { by: '1h' })
    callCore(sandbox)
    expect(told(sandbox)).toEqual({
      scenario: {
        ...plus,
        clock: { now: '2026-03-01T12:00:00.000Z' },
        timeline: [
          { at_call: 1, do: 'arm_fault', kind: 'collision' },
          { at_call: 3, do: 'fail_payment' },
          { at_call: 3, do: 'advance_clock', by: '1h' },
        ],
      },
      notes: [],
      calls: 3,
    })
  })

  it('leaves out what was refused, and what was undone', () => {
    const sandbox = coreSandbox(plus)
    expect(() => act(sandbox, 'settle_invoice')).toThrow()
    act(sandbox, 'revoke_key')
    sandbox.rewind(sandbox.account('default'), 'act_2', MACHINE_MS)
    callCore(sandbox)
    expect(told(sandbox).scenario.timeline).toBe(undefined)
  })

  it('lets the clock run that stood still, and says so', () => {
    const sandbox = coreSandbox({ ...plus, clock: { mode: 'frozen' } })
    callCore(sandbox)
    const { scenario, notes } = told(sandbox)
    expect(scenario.clock).toEqual({ now: expect.any(String) })
    expect(notes).toEqual([expect.stringContaining('Its clock runs')])
  })

  it('begins where the account was reset last', () => {
    const sandbox = coreSandbox(plus)
    act(sandbox, 'fail_payment')
    callCore(sandbox)
    act(sandbox, 'reset')
    callCore(sandbox)
    act(sandbox, 'rotate_key')
    callCore(sandbox)
    const { scenario, notes } = told(sandbox)
    expect(scenario).toMatchObject({ ...plus, timeline: [{ at_call: 2, do: 'rotate_key' }] })
    expect(notes).toEqual([expect.stringContaining('last reset')])
  })

  it('draws the same ids where a step means an alias that the client makes', () => {
    const sandbox = coreSandbox(plus, { seed: 5 })
    const { effect } = callCore(sandbox)
    const { alias: id } = effect as { alias: string }
    act(sandbox, 'delete_alias', { id })
    callCore(sandbox, { method: 'GET' })
    const again = coreSandbox(told(sandbox).scenario, { seed: 9 })
    callCore(again)
    expect(JSON.parse(callCore(again, { method: 'GET' }).response.body)).toMatchObject({
      aliases: [],
    })
  })

  it('delivers a mail to the alias that the client makes, under any seed', () => {
    const sandbox = coreSandbox(plus, { seed: 5 })
    const { effect } = callCore(sandbox)
    const { alias: id } = effect as { alias: string }
    act(sandbox, 'deliver_mail', { to: `${id}@alias-sandbox.example`, subject: 'Welcome' })
    callCore(sandbox, { method: 'GET' })
    const again = coreSandbox(told(sandbox).scenario, { seed: 9 })
    callCore(again)
    expect(JSON.parse(callCore(again, { method: 'GET' }).response.body)).toMatchObject({
      aliases: [{ id, forward_count: 1 }],
    })
  })

  it('leaves out a mail that reached nobody', () => {
    const sandbox = coreSandbox(plus)
    act(sandbox, 'deliver_mail', { to: 'nobody@elsewhere.example' })
    callCore(sandbox)
    expect(told(sandbox).scenario).toEqual({ ...plus, clock: { now: expect.any(String) } })
  })

  it('counts the calls that the scenario tells of, without those before a reset', () => {
    const sandbox = coreSandbox(plus)
    callCore(sandbox)
    act(sandbox, 'reset')
    callCore(sandbox)
    expect(told(sandbox).calls).toBe(1)
  })

  it('arms a fault for creations before the creation that met it, whatever was listed before', () => {
    const sandbox = coreSandbox(plus)
    callCore(sandbox, { method: 'GET' })
    act(sandbox, 'arm_fault', { kind: 'burst', operation: 'create' })
    callCore(sandbox)
    const again = coreSandbox(told(sandbox).scenario)
    callCore(again, { method: 'GET' })
    expect(callCore(again).outcome).toBe('burst')
  })

  const first = 'sandbox_default'

  it('gives the same calls the same outcomes, whatever somebody did in one moment', () => {
    const others = ['freeze_clock', 'resume_clock', 'reset', 'load_scenario', 'rotate_key']
    fc.assert(
      fc.property(stories, (story) => {
        const beats = story.filter(
          (beat) => beat.do === 'call' || (beat.do === 'act' && !others.includes(beat.action)),
        )
        const sandbox = livedSandbox(beats)
        const account = sandbox.account('default')
        const file = historyOf(sandbox, account)
        const again = coreSandbox(toClientScenario(file, file.accounts[0]!).scenario)
        const { beats: lived } = lineOf(file.accounts[0]!)
        const calls = account.history
          .entries()
          .filter((entry): entry is CallEntry => entry.type === 'call')
        const outcomes = calls.map(({ request, key }) => {
          const { method, path, query, body, contentType } = request
          const type = contentType === undefined ? {} : { contentType }
          const sent = { method, path, query, ...type, ...(body !== null && { body }) }
          return callCore(again, { ...sent, key: key.bearer ?? 'foreign' }).outcome
        })
        // Nobody has a key before it is drawn.
        fc.pre(calls.every(({ key }) => (key.bearer ?? first) === first))
        expect(lived.filter(({ type }) => type === 'call')).toHaveLength(calls.length)
        expect(outcomes).toEqual(calls.map(({ outcome }) => outcome))
      }),
      { numRuns: runs(300) },
    )
  })
})
