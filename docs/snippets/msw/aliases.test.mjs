import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { http, HttpResponse, passthrough } from 'msw'
import { setupServer } from 'msw/node'
import { startSandbox } from 'alias-sandbox'
import { AliasClient } from './alias-client.mjs'

const sandbox = await startSandbox()
const mocks = setupServer(
  http.all(`${sandbox.url}/*`, () => passthrough()), // the sandbox answers for itself
  http.get('https://shop.example/prices', () => HttpResponse.json({ monthly: 3 })),
)
mocks.listen({ onUnhandledRequest: 'error' })
after(() => {
  mocks.close()
  return sandbox.close()
})

test('mocks of other services work beside the sandbox', async () => {
  const account = await sandbox.account('burst_exceeded')
  await assert.rejects(new AliasClient(account.url, account.apiKey).create(), /429/)
  const prices = await fetch('https://shop.example/prices')
  assert.deepEqual(await prices.json(), { monthly: 3 })
})
