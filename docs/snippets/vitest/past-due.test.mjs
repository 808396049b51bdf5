import { test } from 'alias-sandbox/vitest'
import { AliasClient } from './alias-client.mjs'

const unpaid = test.extend({ accountOptions: { scenario: 'past_due' } })

unpaid('works again once the invoice is settled', async ({ account, expect }) => {
  const client = new AliasClient(account.url, account.apiKey)
  await expect(client.create()).rejects.toThrow('plan_past_due')
  await account.do('settle_invoice')
  expect(await client.create()).toMatchObject({ status: 'active' })
})
