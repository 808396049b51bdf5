import { expect, test } from '@playwright/test'
import { connectSandbox } from 'alias-sandbox/client'

test('the daily cap can be told from the burst limit', async ({ request }) => {
  const sandbox = await connectSandbox()
  const account = await sandbox.account('daily_cap_reached')
  const refused = await request.post(`${account.url}/v1/aliases`, {
    headers: { authorization: `Bearer ${account.apiKey}` },
  })
  expect(refused.status()).toBe(429)
  expect(refused.headers()).not.toHaveProperty('retry-after')
  await account.clock.advanceTo('utc_midnight')
  expect((await account.state()).next_call.create.outcome).toBe('created')
})
