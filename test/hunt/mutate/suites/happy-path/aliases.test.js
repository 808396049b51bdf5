import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAccount } from '../client/account.js'

test('creates an alias', async () => {
  const { client } = await openAccount()
  const alias = await client.create({ label: 'shop' })
  assert.match(alias.address, /@/)
})

test('lists aliases', async () => {
  const { client } = await openAccount()
  await client.create({ label: 'shop' })
  const aliases = await client.list()
  assert.equal(aliases.length, 1)
})
