import { expect } from '@playwright/test'
import { test } from 'alias-sandbox/playwright'

test.use({ accountOptions: { scenario: 'many_pages' } })

test('a list of many aliases has more than one page', async ({ account, request }) => {
  const headers = { authorization: `Bearer ${account.apiKey}` }
  const listed = await request.get(`${account.url}/v1/aliases`, { headers })
  expect(await listed.json()).toMatchObject({ has_more: true })
})
