import { describe, expect, it } from 'vitest'
import type { Choices } from '../../src/contract/choices/choices.ts'
import type { FaultKind } from '../../src/contract/faults.ts'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox } from '../support/core/core-sandbox.ts'

const standard = ['key', 'plan', 'outage', 'burst', 'body', 'daily', 'draw'] as const
type Check = (typeof standard)[number]
const orders: Record<Choices['check_order'], readonly Check[]> = {
  standard,
  body_first: ['key', 'plan', 'outage', 'body', 'burst', 'daily', 'draw'],
  outage_first: ['outage', 'key', 'plan', 'burst', 'body', 'daily', 'draw'],
}

const outcomes: Record<Check, string> = {
  key: 'invalid_key',
  plan: 'plan_past_due',
  outage: 'outage',
  burst: 'burst',
  body: 'bad_request',
  daily: 'daily_cap',
  draw: 'collision',
}

const everySet = Array.from({ length: 2 ** standard.length }, (_, bits) =>
  standard.filter((_check, index) => bits & (2 ** index)),
)

/** One creation that exactly these checks would refuse. */
function createWhere(failing: readonly Check[], check_order: Choices['check_order']) {
  const has = (check: Check) => failing.includes(check)
  const faults = [
    ...(has('outage') ? [{ kind: 'outage' as const }] : []),
    ...(has('draw') ? [{ kind: 'collision' as const }] : []),
  ]
  const sandbox = coreSandbox({
    account: { billing: has('plan') ? 'past_due' : 'active' },
    clock: { mode: 'frozen' },
    usage: { burst: has('burst') ? 60 : 7, daily: has('daily') ? 50 : 3 },
    faults,
    choices: { check_order },
  } satisfies Scenario)
  const { outcome, checks } = callCore(sandbox, {
    key: has('key') ? 'sandbox_x' : 'sandbox_default',
    body: has('body') ? '{' : '{}',
  })
  const { usage, faults: left } = sandbox.account('default').state
  return {
    outcome,
    checks,
    made: sandbox.account('default').aliases.size,
    counted: (usage.burst?.used ?? 0) - (has('burst') ? 60 : 7),
    spent: usage.daily.used - (has('daily') ? 50 : 3),
    affected: left.filter(({ hits }) => hits > 0).map(({ kind }) => kind as string),
  }
}

describe.each(Object.keys(orders) as Choices['check_order'][])('checks in order %s', (name) => {
  const order = orders[name]

  it('the first failing check decides, for every set of failing checks', () => {
    for (const failing of everySet) {
      const decides = order.find((check) => failing.includes(check))
      const { outcome } = createWhere(failing, name)
      expect([failing, outcome]).toEqual([failing, decides ? outcomes[decides] : 'created'])
    }
  })

  it('no limit is counted and no fault applied after the deciding check', () => {
    for (const failing of everySet) {
      const decides = order.find((check) => failing.includes(check))
      const isPast = (check: Check) =>
        decides === undefined || order.indexOf(check) < order.indexOf(decides)
      const after = createWhere(failing, name)
      const created = decides === undefined ? 1 : 0
      const affected = decides === 'outage' ? ['outage'] : decides === 'draw' ? ['collision'] : []
      expect([failing, after]).toMatchObject([
        failing,
        { made: created, spent: created, counted: isPast('burst') ? 1 : 0, affected },
      ])
    }
  })

  it('the journal lists the passed checks and the failed one', () => {
    for (const failing of everySet) {
      const decides = order.find((check) => failing.includes(check))
      const message = createWhere(failing, name).checks
      const reached = decides === undefined ? order : order.slice(0, order.indexOf(decides) + 1)
      expect(message.map(({ passed }) => passed)).toEqual(reached.map((check) => check !== decides))
    }
  })
})

describe('a forced refusal', () => {
  const window = { burst: 60, burst_resets_in: '31s' } as const
  const real: [FaultKind, Scenario, key?: string][] = [
    ['invalid_key', {}, 'sandbox_x'],
    ['plan_required', { account: { plan: 'free' } }],
    ['plan_past_due', { account: { billing: 'past_due' } }],
    ['plan_canceled', { account: { billing: 'canceled' } }],
    ['burst', { usage: window }],
    ['daily_cap', { usage: { daily: 50 } }],
    ['collision', { aliases: [{ id: 'a' }], ids: { alphabet: 'a', length: 1 } }],
  ]

  it.each(real)('%s is the same as a real one', (kind, scenario, key) => {
    const clock = { mode: 'frozen' as const }
    const usage = kind === 'burst' ? { ...window, burst: 1 } : {}
    const genuine = callCore(coreSandbox({ ...scenario, clock }), key ? { key } : {})
    const forced = callCore(coreSandbox({ clock, usage, faults: [{ kind }] }))
    expect([genuine.outcome, forced.outcome]).toEqual([kind, kind])
    expect(forced.response).toEqual(genuine.response)
    expect([genuine.basis, forced.basis]).toEqual([
      expect.not.stringMatching('injected'),
      'injected',
    ])
    expect(forced.fault).toBe('fault_1')
  })
})
