const { connectSandbox } = require('alias-sandbox/client')
const { AliasClient } = require('./alias-client.cjs')

let sandbox
beforeAll(async () => {
  sandbox = await connectSandbox() // the one that alias-sandbox/jest has started
})

test('works again after an outage', async () => {
  const account = await sandbox.account()
  const client = new AliasClient(account.url, account.apiKey)
  const outage = await account.fail('outage')
  await expect(client.create()).rejects.toThrow('503')
  expect(await outage.hits()).toBe(1)
  expect(await client.create({ label: 'shop' })).toMatchObject({ label: 'shop' })
})

test('is refused when the trial is over', async () => {
  const account = await sandbox.account('trial_ending')
  const client = new AliasClient(account.url, account.apiKey)
  await client.create()
  await account.clock.advance('1h')
  await expect(client.create()).rejects.toThrow('plan_past_due')
})
