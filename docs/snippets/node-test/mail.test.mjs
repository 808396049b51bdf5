import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSandbox } from 'alias-sandbox'
import { AliasClient } from './alias-client.mjs'

const sandbox = await startSandbox()
after(() => sandbox.close())

test('signs up with an alias and the code from the mail', async () => {
  const account = await sandbox.account()
  const { address } = await new AliasClient(account.url, account.apiKey).create({
    single_use: true,
  })

  await account.deliver({ to: address, subject: 'Welcome', text: 'Your code is 482913.' })
  const mail = await account.inbox.waitFor({ to: address })
  assert.deepEqual(mail.codes, ['482913'])

  // The alias was burned by its first mail.
  const second = await account.deliver({ to: address, subject: 'News' })
  assert.equal(second.outcome, 'refused')
})
