import { expect, test as base } from '@playwright/test'
import { connectSandbox } from 'alias-sandbox/client'

/** An account for each test; the report of a test that fails shows what happened in it. */
const test = base.extend({
  account: async ({}, use, testInfo) => {
    const account = await (await connectSandbox()).account()
    await use(account)
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('story', { body: await account.page(), contentType: 'text/html' })
    }
    await account.dispose()
  },
})

test('a new account has no aliases', async ({ account, request }) => {
  const headers = { authorization: `Bearer ${account.apiKey}` }
  const listed = await request.get(`${account.url}/v1/aliases`, { headers })
  expect((await listed.json()).aliases).toEqual([])
})
