import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AliasClient } from './alias-client.mjs'
import { mocks, sandbox } from './mocks.mjs'

mocks.listen({ onUnhandledRequest: 'error' })
after(() => {
  mocks.close()
  return sandbox.close()
})

test('a client is told that the payment failed, and goes on when it is settled', async () => {
  const account = await sandbox.account('past_due')
  const client = new AliasClient('https://api.example.com', account.apiKey)
  await assert.rejects(client.create(), /plan_past_due/)
  await account.do('settle_invoice')
  await client.create({ label: 'shop' })
})

test('a lost answer leaves an alias behind', async () => {
  const account = await sandbox.account('lost_response')
  const client = new AliasClient('https://api.example.com', account.apiKey)
  await assert.rejects(client.create({ label: 'shop' }), TypeError)
  assert.equal((await account.aliases()).length, 1)
})
