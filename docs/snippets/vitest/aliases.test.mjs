import { test } from 'alias-sandbox/vitest'
import { AliasClient } from './alias-client.mjs'

test.concurrent('creates an alias', async ({ account, expect }) => {
  const client = new AliasClient(account.url, account.apiKey)
  expect(await client.create({ label: 'shop' })).toMatchObject({ label: 'shop', status: 'active' })
})

const unpaid = test.extend({ accountOptions: { scenario: 'past_due' } })

unpaid.concurrent('works again once the invoice is settled', async ({ account, expect }) => {
  const client = new AliasClient(account.url, account.apiKey)
  await expect(client.create()).rejects.toThrow('plan_past_due')
  await account.do('settle_invoice')
  await client.create()
})

const lastOfToday = test.extend({ accountOptions: { scenario: 'daily_cap_minus_one' } })

lastOfToday.concurrent('can create aliases again tomorrow', async ({ account, expect }) => {
  const client = new AliasClient(account.url, account.apiKey)
  await client.create()
  await expect(client.create()).rejects.toThrow('429')
  await account.clock.advanceTo('utc_midnight')
  await client.create()
})
