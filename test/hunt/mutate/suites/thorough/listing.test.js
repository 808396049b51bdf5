import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAccount } from '../client/account.js'

const idsOf = (aliases) => aliases.map(({ id }) => id).toSorted()

test('an empty account has one empty page', async () => {
  const { client } = await openAccount('empty')
  assert.deepEqual(await client.page(), { aliases: [], next_cursor: null, has_more: false })
})

test('the list is exactly what exists', async () => {
  const { account, client } = await openAccount('many_pages')
  const listed = await client.list()
  assert.equal(listed.length, 250)
  assert.deepEqual(idsOf(listed), idsOf(await account.aliases()))
  assert.deepEqual(listed.toSorted(byId), (await account.aliases()).toSorted(byId))
})

const byId = (a, b) => (a.id < b.id ? -1 : 1)

test('every page but the last has a cursor and says that there is more', async () => {
  const { client } = await openAccount('many_pages')
  const cursors = []
  for (let cursor; cursor !== null && cursors.length < 20;) {
    const page = await client.page(cursor)
    cursor = page.next_cursor
    assert.equal(page.has_more, cursor !== null)
    assert.ok(cursor === null || typeof cursor === 'string')
    assert.equal(page.aliases.length, cursor === null ? 10 : 20)
    cursors.push(cursor)
  }
  assert.equal(cursors.length, 13)
  assert.equal(new Set(cursors).size, 13)
})

test('a new alias is listed and a deleted one is not', async () => {
  const { account, client } = await openAccount()
  const [kept, deleted] = [await client.create({ label: 'a' }), await client.create({ label: 'b' })]
  assert.deepEqual(idsOf(await client.list()), idsOf([kept, deleted]))
  await account.do('delete_alias', { id: deleted.id })
  assert.deepEqual(idsOf(await client.list()), [kept.id])
})

test('a suspended alias says so, and is active again once it is resumed', async () => {
  const { account, client } = await openAccount()
  const { id } = await client.create({ label: 'forum' })
  await account.do('suspend_alias', { id })
  const [suspended] = await client.list()
  assert.equal(suspended.status, 'suspended')
  assert.ok('suspended_reason' in suspended)
  await account.do('resume_alias', { id })
  const [resumed] = await client.list()
  assert.equal(resumed.status, 'active')
  assert.ok(!('suspended_reason' in resumed))
})

test('forwarded messages are counted', async () => {
  const { account, client } = await openAccount()
  const { id } = await client.create({ label: 'shop' })
  for (let count = 0; count < 3; count += 1) await account.do('forward_message', { id })
  assert.equal((await client.list())[0].forward_count, 3)
})
