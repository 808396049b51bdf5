import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAccount } from '../client/account.js'
import { DailyCapError, UnavailableError } from '../client/errors.js'

const act = {
  create: (client) => client.create({ label: 'shop' }),
  list: (client) => client.list(),
}

for (const [name, call] of Object.entries(act)) {
  test(`${name}: waits the 30 s of a 503`, async () => {
    const { account, client, waits } = await openAccount()
    await account.fail('outage')
    await call(client)
    assert.deepEqual(waits, [30_000])
    assert.deepEqual(await statusesOf(account), [503, 200])
  })

  test(`${name}: waits until the burst window is over`, async () => {
    const { account, client, waits } = await openAccount('burst_exceeded')
    await call(client)
    assert.equal(waits.length, 1)
    assert.ok(waits[0] >= 1_000 && waits[0] <= 5_000, `waited ${waits[0]} ms`)
    assert.deepEqual(await statusesOf(account), [429, 200])
  })

  test(`${name}: says that an incident does not end`, async () => {
    const { account, client } = await openAccount()
    await account.fail('outage', { times: 'always' })
    await assert.rejects(call(client), UnavailableError)
    assert.deepEqual(await statusesOf(account), [503, 503, 503, 503])
  })
}

test('the daily cap ends creations, not the list, until midnight UTC', async () => {
  const { account, client, waits } = await openAccount('daily_cap_reached')
  await assert.rejects(client.create({ label: 'shop' }), (error) => {
    assert.ok(error instanceof DailyCapError)
    assert.match(error.message, /\w/)
    return true
  })
  assert.deepEqual(waits, [])
  assert.deepEqual(await client.list(), [])
  assert.deepEqual(await statusesOf(account), [429, 200])
  await account.clock.advanceTo('utc_midnight')
  assert.equal((await client.create({ label: 'shop' })).label, 'shop')
})

test('a collision is tried again at once', async () => {
  const { account, client, waits } = await openAccount('collision')
  await client.create({ label: 'shop' })
  assert.deepEqual(waits, [100])
  assert.deepEqual(await statusesOf(account), [409, 200])
})

const lost = ['drop_after', 'truncate', 'drop_before', 'server_error', 'garbage']
for (const kind of lost) {
  test(`after ${kind}, there is one alias and the client has it`, async () => {
    const { account, client } = await openAccount()
    await account.fail(kind, { operation: 'create' })
    const { id } = await client.create({ label: 'shop' })
    const there = await account.aliases()
    assert.deepEqual(
      there.map((alias) => alias.id),
      [id],
    )
  })
}

/** The statuses of the calls that the account received, first to last. */
async function statusesOf(account) {
  return (await account.requests()).map(({ response }) => response.status)
}
