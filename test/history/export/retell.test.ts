import { expect, it } from 'vitest'
import type { ExpectStep } from '../../../src/contract/scenario/expect.ts'
import { coreTarget } from '../../../src/scenario/core-target.ts'
import { runExpect } from '../../../src/scenario/expect.ts'
import { coreSandbox } from '../../support/core/core-sandbox.ts'

it('an export that leaves something out stops at the first call that ends in another way', async () => {
  const sandbox = coreSandbox({})
  const account = sandbox.account('default')
  const list: ExpectStep = { call: 'GET /v1/aliases', status: 200 }
  const wrong: ExpectStep = { call: 'GET /v1/aliases', status: 403, code: 'plan_past_due' }
  const target = coreTarget(sandbox, account)
  const [problem] = await runExpect(target, [list, wrong, list, list], 1)
  expect(problem!.message).toMatch(
    /^expect\[1\] GET \/v1\/aliases: answered 200, expected 403 plan_past_due/,
  )
  expect(account.requests.entries()).toHaveLength(2)
})
