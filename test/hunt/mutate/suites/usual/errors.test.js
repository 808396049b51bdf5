import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAccount } from '../client/account.js'
import { DailyCapError, KeyError, PlanError } from '../client/errors.js'

test('says that the key was refused', async () => {
  const { client } = await openAccount('key_revoked')
  await assert.rejects(client.list(), KeyError)
})

test('says that the plan was refused', async () => {
  const { client } = await openAccount('past_due')
  await assert.rejects(client.create({ label: 'shop' }), PlanError)
})

test('says that no more aliases can be created today', async () => {
  const { client } = await openAccount('daily_cap_reached')
  await assert.rejects(client.create({ label: 'shop' }), DailyCapError)
})

test('tries again after a burst', async () => {
  const { client } = await openAccount('burst_exceeded')
  assert.deepEqual(await client.list(), [])
})

test('tries again when the service is unavailable', async () => {
  const { client } = await openAccount('outage_blip')
  assert.deepEqual(await client.list(), [])
})
