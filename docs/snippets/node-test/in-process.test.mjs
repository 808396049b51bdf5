import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSandbox } from 'alias-sandbox/fetch'

/** The client under test, which is given a function to send by; yours stands here. */
async function createAlias({ baseUrl, apiKey, fetch }) {
  const headers = { authorization: `Bearer ${apiKey}` }
  const response = await fetch(`${baseUrl}/v1/aliases`, { method: 'POST', headers })
  if (!response.ok) throw new Error(`${response.status}`)
  return (await response.json()).alias
}

const sandbox = createSandbox()
after(() => sandbox.close())

test('can create aliases again tomorrow', async () => {
  const account = await sandbox.account('daily_cap_reached')
  const { fetch } = sandbox
  const create = () => createAlias({ baseUrl: account.url, apiKey: account.apiKey, fetch })
  await assert.rejects(create(), /429/)
  await account.clock.advanceTo('utc_midnight')
  assert.equal((await create()).status, 'active')
})
