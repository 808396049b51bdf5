import { inProcess } from '../../../src/core/calls/arrival.ts'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// Errors, 429 burst: what the refusal says about a full window, and which calls fill it.

const list = { method: 'GET' }
const badList = { method: 'GET', query: 'limit=x' }
const frozen = { mode: 'frozen' as const }
const full = { burst: 60, burst_resets_in: '30s' } as const

describe('a full window', () => {
  it.each<[what: string, Scenario, basis: string, retryAfter: string]>([
    ['of the document', { usage: full, clock: frozen }, 'documented', '30'],
    [
      'of a limit that the scenario sets',
      { usage: { ...full, burst: 7 }, limits: { burst: 7 }, clock: frozen },
      'injected',
      '30',
    ],
    [
      'on a clock that runs faster',
      { usage: full, clock: { mode: 'running', scale: 10 } },
      'injected',
      '3',
    ],
    [
      'on a clock that stands, and would run faster',
      { usage: full, clock: { mode: 'frozen', scale: 10 } },
      'documented',
      '30',
    ],
    [
      'of which there never was one: the limit is 0',
      { limits: { burst: 0 }, clock: frozen },
      'injected',
      '60',
    ],
  ])('%s', (_what, scenario, basis, retryAfter) => {
    const { outcome, response, why, ...entry } = callCore(coreSandbox(scenario), list)
    expect([outcome, entry.basis, response.headers]).toEqual([
      'burst',
      basis,
      { 'Retry-After': retryAfter },
    ])
    expect(why.includes('real time')).toBe(retryAfter === '3')
  })

  it.each([
    ['a refused one', badList, 'assumed'],
    ['none that was refused', list, 'documented'],
  ])('with %s among the calls that filled it is %s', (_what, last, basis) => {
    const sandbox = coreSandbox({ clock: frozen, usage: { burst: 59 } })
    callCore(sandbox, last)
    const entry = callCore(sandbox, list)
    expect([entry.outcome, entry.basis]).toEqual(['burst', basis])
    expect(entry.choices.includes('rejected_spend_burst')).toBe(basis === 'assumed')
  })

  it('does not count a refused list when it slides (choice rejected_spend_burst)', () => {
    const sandbox = coreSandbox({
      clock: frozen,
      choices: { rejected_spend_burst: 'only_creations', burst_window: 'sliding' },
    })
    callCore(sandbox, list)
    callCore(sandbox, badList)
    expect(toAccountView(sandbox.account('default')).usage.burst.used).toBe(1)
  })

  it('an internal error is not reported as a bad request', () => {
    const sandbox = coreSandbox({ usage: full })
    const request = {
      method: 'POST',
      path: '/v1/aliases',
      query: '',
      get headers(): never {
        throw new TypeError('cannot be read')
      },
      content_type: 'application/json',
      body: '{}',
    }
    const call = () => sandbox.call(request, 'Bearer sandbox_default', inProcess(MACHINE_MS))
    expect(call).toThrow(new TypeError('cannot be read'))
    sandbox.perform(sandbox.account('default'), 'set_usage', { burst: 0 }, MACHINE_MS)
    expect(call).toThrow(new TypeError('cannot be read'))
  })
})
