import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ActionError } from '../../../src/contract/control/action-error.ts'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { doStep, steps } from '../../support/core/random-actions.ts'
import { runs } from '../../support/runs.ts'
import { stateOf } from '../../support/core/states.ts'

// An account that is reset equals one that starts at that moment, though its aliases are not drawn again.

const DAY_MS = 86_400_000
const times = fc.constantFrom('-1d', '-2s', '2026-03-01T12:00:00Z', '2025-01-01T00:00:00Z')
const expiries = fc.constantFrom('+20s', '+40d', '2026-03-02T12:00:00Z', '2026-03-20T00:00:00Z')
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })

const seed = fc.record(
  {
    id: fc.constantFrom('a', 'b', 'c', 'd', 'once'),
    created_at: times,
    expires_at: expiries,
    status: fc.constantFrom('active', 'suspended', 'expired'),
    forward_count: fc.nat(3),
    single_use: fc.boolean(),
    label: fc.string({ maxLength: 5 }),
  },
  { requiredKeys: [] },
)

const scenarios = fc.record({
  aliases: fc.uniqueArray(seed, { maxLength: 4, selector: ({ id }) => id ?? Symbol() }),
  populate: fc.oneof(fc.nat(60), fc.record({ count: fc.nat(9), locale: fc.constant('de') })),
  clock: maybe(fc.constantFrom({ mode: 'frozen' }, { now: '2026-03-01T12:00:00Z' }, { scale: 60 })),
  usage: maybe(fc.record({ burst: fc.nat(50) })),
  faults: maybe(fc.constant([{ kind: 'delay', ms: 1 }])),
  choices: maybe(
    fc.constantFrom({ id_style: 'words' }, { list_order: 'newest_first' }, { domain: 'x.test' }),
  ),
}) as unknown as fc.Arbitrary<Scenario>

/** Everything that shows from outside, with the next draws. */
function everything(sandbox: Sandbox, machineMs: number): unknown {
  const account = sandbox.account('default')
  const state = JSON.stringify(stateOf(sandbox, machineMs))
  const { current: key } = account.state.key
  const answers = ['GET', 'POST', 'POST', 'GET'].map(
    (method) => callCore(sandbox, { method, key, machineMs }).response.body,
  )
  const { last_action: _reset, ...view } = toAccountView(account)
  return { state, view, answers }
}

function attempt(act: () => void): unknown {
  try {
    return act()
  } catch (error) {
    if (error instanceof ActionError) return [error.status, error.message, error.field]
    throw error
  }
}

describe('reset', () => {
  it('gives what a start at that moment gives, or the same refusal, whatever was done before', () => {
    fc.assert(
      fc.property(
        scenarios,
        fc.array(fc.record({ done: steps, later: fc.nat(30 * DAY_MS) }), { maxLength: 3 }),
        fc.boolean(),
        (scenario, rounds, isWhole) => {
          const open = () => coreSandbox(scenario)
          const refusal = attempt(open)
          fc.pre(!Array.isArray(refusal))
          const sandbox = open()
          let machineMs = MACHINE_MS
          for (const { done, later } of rounds) {
            for (const step of done) doStep(sandbox, step, machineMs)
            machineMs += later
            const account = sandbox.account('default')
            sandbox.syncClock(account, machineMs)
            const before = JSON.stringify(stateOf(sandbox, machineMs))
            const reset = attempt(() =>
              isWhole
                ? sandbox.reset(machineMs)
                : void sandbox.perform(account, 'reset', {}, machineMs),
            )
            const { made } = account.state.key
            const fresh = attempt(() => startedAt(scenario, machineMs, made))
            if (Array.isArray(fresh)) {
              expect(reset).toEqual(fresh)
              expect(JSON.stringify(stateOf(sandbox, machineMs))).toBe(before)
            } else {
              expect(reset).toBeUndefined()
              expect(everything(sandbox, machineMs)).toEqual(
                everything(fresh as Sandbox, machineMs),
              )
            }
          }
        },
      ),
      { numRuns: runs(300) },
    )
  })
})

/** A sandbox that starts at this time, and has drawn as many keys. */
function startedAt(scenario: Scenario, machineMs: number, keysMade: number): Sandbox {
  const sandbox = coreSandbox(scenario, { machineMs })
  sandbox.account('default').state.key.made = keysMade
  return sandbox
}
