const { connectSandbox } = require('alias-sandbox/client')
const { AliasClient } = require('./alias-client.cjs')

test('waits as a 503 tells it', async () => {
  const sandbox = await connectSandbox()
  const account = await sandbox.account()
  const client = new AliasClient(account.url, account.apiKey, { tries: 2 })
  await account.fail({ kind: 'outage', for: '20s' })
  const alias = await account.clock.skipWaits(() => client.create({ label: 'shop' }))
  expect(alias).toMatchObject({ label: 'shop' }) // 30 s later
  const { etiquette } = await account.report()
  expect(etiquette.filter(({ verdict }) => verdict === 'fail')).toEqual([])
})
