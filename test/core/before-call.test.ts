import { expect, it } from 'vitest'
import type { PendingCall } from '../../src/core/before-call.ts'
import { toHistoryId } from '../../src/core/record/history-entry.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox } from '../support/core/core-sandbox.ts'

const watched = (beforeCall: (call: PendingCall) => void) => coreSandbox({}, { beforeCall })

it('is called with each call, counted over all accounts', () => {
  const seen: string[] = []
  const sandbox = watched(({ number, account, request }) => {
    seen.push(`${number} ${account.name} ${request.method}`)
  })
  callCore(sandbox)
  callCore(sandbox, { key: 'sandbox_pro-1', method: 'GET' })
  callCore(sandbox, { key: 'sandbox_unknown' })
  expect(seen).toEqual(['1 default POST', '2 pro-1 GET', '3 default POST'])
})

it('holds for the call itself, and stands in the history before it', () => {
  const sandbox = watched(({ number, perform }) => {
    if (number === 2) perform('fail_payment', {})
  })
  expect([callCore(sandbox).outcome, callCore(sandbox).outcome]).toEqual([
    'created',
    'plan_past_due',
  ])
  const ids = sandbox.account('default').history.entries().map(toHistoryId)
  expect(ids).toEqual(['start_1', 'req_1', 'act_1', 'req_2'])
})

it.each(['rotate_key', 'revoke_key'])('refuses the call that %s came before', (action) => {
  const sandbox = watched(({ perform }) => perform(action, {}))
  expect(callCore(sandbox).outcome).toBe('invalid_key')
})

it('lets the key be that of the account again after a reset', () => {
  const sandbox = watched(({ number, perform }) => {
    if (number === 1) perform('rotate_key', {})
    if (number === 2) perform('reset', {})
  })
  expect([callCore(sandbox).outcome, callCore(sandbox).outcome]).toEqual(['invalid_key', 'created'])
})
