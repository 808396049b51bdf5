import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createSandbox } from 'alias-sandbox/fetch'
import { aliasHandlers } from 'alias-sandbox/msw'
import { AliasClient } from './alias-client.mjs'

const sandbox = createSandbox()
const mocks = setupServer(
  ...aliasHandlers(sandbox, 'https://api.example.com'),
  http.get('https://shop.example/prices', () => HttpResponse.json({ monthly: 3 })),
)
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
