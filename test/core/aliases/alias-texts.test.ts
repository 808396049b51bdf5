import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { runs } from '../../support/runs.ts'
import { stateOf } from '../../support/core/states.ts'

const start: Scenario = {
  aliases: [
    { id: 'a', replies_enabled: true },
    { id: 'b', status: 'suspended', suspended_reason: 'spam' },
    { id: 'c', label: 'x' },
  ],
  populate: 3,
}

const choices = fc.record(
  {
    domain: fc.constantFrom('one.test', 'two.test'),
    replies_value: fc.constantFrom(true, 'text'),
    suspended_reason: fc.constantFrom('absent', 'object'),
    extra_fields: fc.constantFrom('none', 'one'),
  },
  { requiredKeys: [] },
) as unknown as fc.Arbitrary<NonNullable<Scenario['choices']>>

function listed(sandbox: Sandbox): string {
  return callCore(sandbox, { method: 'GET' }).response.body
}

/** A sandbox with the same aliases as another one, which are written for other choices. */
function copyOf(sandbox: Sandbox, other: NonNullable<Scenario['choices']>): Sandbox {
  const { state, ...rest } = sandbox.account('default').snapshot()
  const copy = coreSandbox({})
  const account = copy.account('default')
  copy.keys.unregister(account)
  account.putBack({ ...rest, state: { ...state, choices: other } })
  copy.keys.register(account)
  return copy
}

it('accounts that share aliases each write them as their own choices say, in any order', () => {
  fc.assert(
    fc.property(
      fc.array(choices, { minLength: 2, maxLength: 4 }),
      fc.array(fc.nat(3)),
      (all, order) => {
        const sandbox = coreSandbox(start)
        listed(sandbox)
        const copies = all.map((one) => copyOf(sandbox, one))
        const expected = all.map((one) => listed(coreSandbox({ ...start, choices: one })))
        for (const at of [...order, 0, 1]) {
          const copy = copies[at % copies.length]!
          expect(listed(copy)).toBe(expected[at % copies.length])
          JSON.stringify(stateOf(copy, MACHINE_MS))
        }
        expect(listed(sandbox)).toBe(listed(coreSandbox(start)))
      },
    ),
    { numRuns: runs(100) },
  )
})

it('aliases of a start show its time, also those that were listed before a reset', () => {
  const sandbox = coreSandbox(start)
  listed(sandbox)
  JSON.stringify(stateOf(sandbox, MACHINE_MS))
  const before = sandbox.account('default').snapshot()
  const later = MACHINE_MS + 5_000
  sandbox.reset(later)
  const times = (text: string) => new Set(text.match(/"created_at":\d+/g))
  const expected = (ms: number) => new Set([`"created_at":${ms / 1_000}`])
  const page = callCore(sandbox, { method: 'GET', machineMs: later }).response.body
  expect(times(page)).toEqual(expected(later))
  expect(times(JSON.stringify(stateOf(sandbox, later)))).toEqual(expected(later))
  sandbox.account('default').putBack(before)
  expect(times(listed(sandbox))).toEqual(expected(MACHINE_MS))
})
