import { test } from 'alias-sandbox/vitest'
import { AliasClient } from './alias-client.mjs'

const travelling = test.extend({ travelling: true })

travelling('waits as a 503 tells it', async ({ account, expect }) => {
  const client = new AliasClient(account.url, account.apiKey, { tries: 2 })
  await account.fail('outage', { for: '20s' })
  expect(await client.create({ label: 'shop' })).toMatchObject({ label: 'shop' }) // 30 s later
  const { etiquette } = await account.report()
  expect(etiquette.filter(({ verdict }) => verdict === 'fail')).toEqual([])
})
