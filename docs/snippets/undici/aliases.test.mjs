import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { request, setGlobalDispatcher } from 'undici'
import { createSandbox } from 'alias-sandbox/fetch'
import { sandboxDispatcher } from './sandbox-dispatcher.mjs'

const sandbox = createSandbox()
after(() => sandbox.close())
setGlobalDispatcher(sandboxDispatcher(sandbox, 'https://api.example.com'))

const list = async () => {
  const headers = { authorization: `Bearer ${sandbox.apiKey}` }
  const { body } = await request('https://api.example.com/v1/aliases', { headers })
  return body.json()
}

test('requests of undici reach the sandbox', async () => {
  assert.deepEqual((await list()).aliases, [])
})

test('a lost answer is a failed request', async () => {
  await sandbox.defaultAccount.fail('drop_after')
  await assert.rejects(list(), { message: 'fetch failed' })
})

test('an answer that is cut off fails while it is read', async () => {
  await sandbox.defaultAccount.fail('truncate')
  await assert.rejects(list(), { message: 'terminated' })
})
