import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSandbox } from 'alias-sandbox'
import { AliasClient } from './alias-client.mjs'

const sandbox = await startSandbox()
after(() => sandbox.close())

test('waits as a 503 tells it', async () => {
  const account = await sandbox.account()
  const client = new AliasClient(account.url, account.apiKey, { tries: 2 })
  await account.fail('outage', { for: '20s' })
  const alias = await account.clock.skipWaits(() => client.create({ label: 'shop' }))
  assert.equal(alias.label, 'shop') // 30 s later
  const { etiquette } = await account.report()
  assert.ok(etiquette.every(({ verdict }) => verdict !== 'fail'))
})
