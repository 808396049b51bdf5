import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAccount } from '../client/account.js'

test('creates an alias with its texts', async () => {
  const { client } = await openAccount()
  const alias = await client.create({ label: 'shop', note: 'for invoices' })
  assert.equal(alias.label, 'shop')
  assert.equal(alias.note, 'for invoices')
  assert.match(alias.address, /^[^@]+@[^@]+$/)
})

test('lists what it created', async () => {
  const { client } = await openAccount()
  const { id } = await client.create({ label: 'shop' })
  const aliases = await client.list()
  assert.deepEqual(
    aliases.map((alias) => alias.id),
    [id],
  )
})

test('reads all pages of a long list', async () => {
  const { client } = await openAccount('many_pages')
  assert.equal((await client.list()).length, 250)
})
