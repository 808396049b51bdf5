import { test } from 'alias-sandbox/vitest'
import { AliasClient } from './alias-client.mjs'

test('keeps the alias that got the last place of the day', async ({ account, expect }) => {
  const client = new AliasClient(account.url, account.apiKey)
  await account.do('set_usage', { daily: 49 })
  await account.fail('hold') // the first answer comes after the second
  const ends = await Promise.allSettled([client.create(), client.create()])
  const made = ends.filter(({ status }) => status === 'fulfilled')
  expect(made.map(({ value }) => value.id)).toEqual((await account.aliases()).map(({ id }) => id))
  const [first] = await account.requests()
  expect(first.held_for).toBe('req_2')
})
