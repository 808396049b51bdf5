import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAccount } from '../client/account.js'
import { KeyError, PlanError } from '../client/errors.js'

const act = {
  create: (client) => client.create({ label: 'shop' }),
  list: (client) => client.list(),
}

const plans = [
  ['free', 'plan_required'],
  ['past_due', 'plan_past_due'],
  ['canceled', 'plan_canceled'],
]

for (const [name, call] of Object.entries(act)) {
  for (const [scenario, code] of plans) {
    test(`${name}: under ${scenario} it says ${code} after one call`, async () => {
      const { account, client, waits } = await openAccount(scenario)
      await assert.rejects(call(client), (error) => {
        assert.ok(error instanceof PlanError)
        assert.equal(error.code, code)
        assert.match(error.message, /\w/)
        return true
      })
      assert.equal((await account.requests()).length, 1)
      assert.deepEqual(waits, [])
    })
  }

  for (const scenario of ['key_revoked', 'key_rotated']) {
    test(`${name}: under ${scenario} it asks for another key after one call`, async () => {
      const { account, client } = await openAccount(scenario)
      await assert.rejects(call(client), (error) => {
        assert.ok(error instanceof KeyError)
        assert.match(error.message, /\w/)
        return true
      })
      assert.equal((await account.requests()).length, 1)
    })
  }
}

test('after the invoice is settled it works again', async () => {
  const { account, client } = await openAccount('past_due')
  await assert.rejects(client.list(), PlanError)
  await account.do('settle_invoice')
  assert.deepEqual(await client.list(), [])
})
