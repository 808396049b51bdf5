import { expect, it } from 'vitest'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { WatchedAccount } from '../support/http/watched-account.ts'

const LONG = 'x'.repeat(90_000)
const create = (url: string) =>
  fetch(`${url}/v1/aliases`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox_default', 'content-type': 'application/json' },
    body: JSON.stringify({ unknown: LONG }),
  })

it('GET requests says how many calls were dropped for the size of all histories', async () => {
  const { url } = await freshSandbox({ scenario: 'unlimited' })
  for (let call = 0; call < 450; call += 1) await create(url)
  const account = new WatchedAccount(url)
  const read = async () =>
    (await account.control('GET', 'requests', 'requests')) as {
      requests: { id: string }[]
      dropped: object
    }
  const { requests, dropped } = await read()
  expect(requests.length).toBeGreaterThan(300)
  expect(requests.at(-1)?.id).toBe('req_450')
  expect(dropped).toEqual({
    entries: 0,
    bytes: 450 - requests.length,
  })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${url}/_sandbox/requests`, { method: 'DELETE', headers })
  expect(await read()).toEqual({
    requests: [],
    dropped: { entries: 0, bytes: 0 },
  })
  expect(account.objections).toEqual([])
})
