import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { callCore, type CoreCall } from '../../support/core/core-call.ts'
import { coreSandbox } from '../../support/core/core-sandbox.ts'

const list: CoreCall = { method: 'GET' }
const unauthenticated: CoreCall = { ...list, key: 'nobody' }

describe('what a refused call uses of the burst limit', () => {
  it.each<[NonNullable<Scenario['choices']>['rejected_spend_burst'], Scenario, CoreCall, number]>([
    ['admitted', { account: { plan: 'free' } }, list, 0],
    ['all', { account: { plan: 'free' } }, list, 1],
    ['all', { account: { billing: 'past_due' } }, list, 1],
    ['all', { account: { billing: 'canceled' } }, {}, 1],
    ['all', {}, unauthenticated, 0],
    ['admitted', {}, { ...list, query: 'limit=x' }, 1],
    ['admitted', {}, { ...list, path: '/v1/other' }, 0],
    ['admitted', {}, { method: 'DELETE' }, 0],
    ['only_creations', {}, { ...list, query: 'limit=x' }, 0],
    ['only_creations', {}, { body: '{' }, 1],
    ['only_creations', {}, list, 1],
  ])('%s: %j %j spends %i', (rejected_spend_burst, scenario, requested, used) => {
    const choices = rejected_spend_burst === undefined ? {} : { rejected_spend_burst }
    const sandbox = coreSandbox({ ...scenario, choices })
    const account = sandbox.account('default')
    // Predicting the next call uses nothing.
    expect(toAccountView(account).usage.burst.used).toBe(0)
    expect(toAccountView(account).usage.burst.used).toBe(0)
    callCore(sandbox, requested)
    expect(toAccountView(account).usage.burst.used).toBe(used)
  })
})
