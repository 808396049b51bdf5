const { setupServer } = require('msw/node')
const { createSandbox } = require('alias-sandbox/fetch')
const { aliasHandlers } = require('alias-sandbox/msw')
const { AliasClient } = require('./alias-client.cjs')

const sandbox = createSandbox()
const mocks = setupServer(...aliasHandlers(sandbox, 'https://api.example.com'))
beforeAll(() => mocks.listen({ onUnhandledRequest: 'error' }))
afterAll(async () => {
  mocks.close()
  await sandbox.close()
})

test('can create aliases again tomorrow', async () => {
  const account = await sandbox.account('daily_cap_minus_one')
  const client = new AliasClient('https://api.example.com', account.apiKey)
  await client.create()
  await expect(client.create()).rejects.toThrow('429')
  await account.clock.advanceTo('utc_midnight')
  await client.create()
})

test('starts with a long list', async () => {
  const account = await sandbox.account('many_pages')
  expect(await account.aliases()).toHaveLength(250)
})
