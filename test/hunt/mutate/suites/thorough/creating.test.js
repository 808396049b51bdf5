import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAccount } from '../client/account.js'
import { RequestError } from '../client/errors.js'

const DAY = 86_400

/** Everything that the document says about a fresh alias, except for its id and its times. */
const fresh = {
  status: 'active',
  forward_count: 0,
  note: '',
  source: '',
  label: '',
  category: '',
  single_use: false,
  expires_at: null,
}

/** Checks an alias field by field. */
function assertAlias(alias, fields, nowSeconds) {
  const { id, address, created_at: createdAt, ...others } = alias
  assert.deepEqual(others, { ...fresh, ...fields })
  assert.equal(typeof id, 'string')
  assert.match(address, /^[^@]+@[^@]+\.[^@]+$/)
  assert.ok(address.startsWith(`${id}@`))
  assert.ok(Number.isInteger(createdAt))
  assert.ok(Math.abs(createdAt - nowSeconds) < 120, `created_at ${createdAt}, now ${nowSeconds}`)
}

const nowOf = async (account) => Math.floor(Date.parse((await account.state()).clock.now) / 1_000)

test('an alias without a wish has every field', async () => {
  const { account, client } = await openAccount()
  assertAlias(await client.create({}), {}, await nowOf(account))
})

test('an alias has the texts that it was created with', async () => {
  const { account, client } = await openAccount()
  const texts = { label: 'shop', note: 'for invoices', source: 'checkout', category: 'money' }
  assertAlias(await client.create(texts), texts, await nowOf(account))
  const [listed, ...others] = await client.list()
  assertAlias(listed, texts, await nowOf(account))
  assert.equal(others.length, 0)
})

test('one call creates one alias', async () => {
  const { account, client } = await openAccount()
  const { id } = await client.create({ label: 'shop' })
  const calls = await account.requests()
  assert.deepEqual(
    calls.map(({ request, response }) => `${request.method} ${response.status}`),
    ['POST 200'],
  )
  const there = await account.aliases()
  assert.deepEqual(
    there.map((alias) => alias.id),
    [id],
  )
})

test('an alias is gone once it has expired', async () => {
  const { account, client } = await openAccount()
  const expiresAt = (await nowOf(account)) + 2 * DAY
  const made = await client.create({ label: 'guest', expires_at: expiresAt })
  assert.equal(made.expires_at, expiresAt)
  await account.clock.advance('1d')
  assert.equal((await client.list())[0].expires_at, expiresAt)
  await account.clock.advance('25h')
  assert.deepEqual(await client.list(), [])
})

test('a single-use alias is gone after one message', async () => {
  const { account, client } = await openAccount()
  const { id, single_use: isSingle } = await client.create({ label: 'voucher', single_use: true })
  assert.equal(isSingle, true)
  assert.equal((await client.list())[0].single_use, true)
  await account.do('forward_message', { id })
  assert.deepEqual(await client.list(), [])
})

test('a creation that was refused as malformed says why and makes nothing', async () => {
  const { account, client } = await openAccount()
  await assert.rejects(client.create({ label: 'shop', single_use: 'yes' }), (error) => {
    assert.ok(error instanceof RequestError)
    assert.match(error.message, /single_use/)
    return true
  })
  await assert.rejects(client.create({ label: 'shop', expires_at: 1 }), /expires_at/)
  assert.deepEqual(await account.aliases(), [])
})
