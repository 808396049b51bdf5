import assert from 'node:assert/strict'
import http from 'node:http'
import { test } from 'node:test'
import { setupServer } from 'msw/node'
import { createSandbox } from 'alias-sandbox/fetch'
import { aliasHandlers } from 'alias-sandbox/msw'
import { bothWays } from './both-ways.js'
import { makeClient } from './client.js'

const url = 'https://api.example.com/mail'

const intercept = (sandbox) => {
  const mocks = setupServer(...aliasHandlers(sandbox, url))
  mocks.listen({ onUnhandledRequest: 'error' })
  const { apiKey } = sandbox
  return { ...makeClient({ url, apiKey }), end: () => mocks.close() }
}

for (const fault of JSON.parse(process.env.FAULTS)) {
  test(`${fault[0]}: a client of fetch gets what the sandbox answers`, async () => {
    const [through, directly] = await bothWays({ createSandbox, intercept, fault })
    assert.deepEqual(through, directly)
  })
}

/** How an answer to node:http ends. */
const ask = (headers) =>
  new Promise((resolve) => {
    const request = http.get(`${url}/v1/aliases`.replace('https', 'http'), { headers })
    request.on('error', () => resolve('no answer'))
    request.on('response', (response) => {
      response.on('close', () => resolve(response.complete ? 'whole' : 'cut off'))
      response.on('error', () => resolve('cut off'))
      response.resume()
    })
  })

test('a client of node:http sees a connection that breaks', async () => {
  const sandbox = createSandbox()
  const mocks = setupServer(...aliasHandlers(sandbox, url.replace('https', 'http')))
  mocks.listen({ onUnhandledRequest: 'error' })
  const headers = { authorization: `Bearer ${sandbox.apiKey}` }
  for (const kind of ['drop_before', 'drop_after', 'connection_reset']) {
    await sandbox.defaultAccount.fail(kind)
    assert.equal(await ask(headers), 'no answer', kind)
  }
  await sandbox.defaultAccount.fail('truncate')
  assert.equal(await ask(headers), 'cut off')
  assert.equal(await ask(headers), 'whole')
  mocks.close()
  await sandbox.close()
})
