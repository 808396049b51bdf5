import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSandbox } from 'alias-sandbox'
import { AliasClient } from './alias-client.mjs'

const sandbox = await startSandbox({ seed: 42 })
after(() => sandbox.close())

test('a lost response leaves an alias behind', async () => {
  const account = await sandbox.account('lost_response')
  const client = new AliasClient(account.url, account.apiKey)
  await assert.rejects(client.create({ label: 'shop' }))
  assert.equal((await account.aliases()).length, 1)
})

test('says why each request got its answer', async () => {
  const account = await sandbox.account('key_revoked')
  await assert.rejects(new AliasClient(account.url, account.apiKey).create(), /401/)
  const { why } = await account.waitForRequest({ outcome: 'invalid_key' })
  assert.match(why, /revoked/)
})
