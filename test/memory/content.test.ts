import { expect, it } from 'vitest'
import { childSandbox } from '../support/process/child-sandbox.ts'

const CONNECTIONS = 4
const LABEL = JSON.stringify({ label: 'x'.repeat(64_000) })

/** Repeats calls, a few at a time, until one gets this status; returns the body of that answer. */
async function callUntil(status: number, call: (n: number) => Promise<Response>): Promise<string> {
  let last: string | undefined
  let made = 0
  const work = async () => {
    while (last === undefined) {
      const response = await call((made += 1))
      const body = await response.text()
      if (response.status === status) last = body
      else expect(response.status).toBe(200)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return last!
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const heap = { heapMegabytes: 256 }

it('clients that only create accounts are refused, and a process of 256 MB goes on', async () => {
  const { url } = await childSandbox(['--quiet'], heap)
  await callUntil(401, (n) =>
    fetch(`${url}/v1/aliases`, { headers: bearer(`sandbox_many_pages-${n}`) }),
  )
  const journal = await fetch(`${url}/_sandbox/requests?outcome=invalid_key&limit=1`)
  expect(await journal.text()).toContain('holds all that it may, 64 MiB')
})

it('clients that only create aliases are refused, and a process of 256 MB goes on', async () => {
  const { url } = await childSandbox(['--quiet'], heap)
  const json = { 'content-type': 'application/json' }
  const headers = { ...bearer('sandbox_unlimited'), ...json }
  const post = () => fetch(`${url}/v1/aliases`, { method: 'POST', headers, body: LABEL })
  const populate = async (count: number) => {
    const body = JSON.stringify({ count })
    const path = `${url}/_sandbox/actions/populate_aliases`
    const { status } = await fetch(path, { method: 'POST', headers: json, body })
    return status
  }
  expect(await callUntil(507, post)).toContain('holds all that it may, 64 MiB')
  expect(await populate(100_000)).toBe(409)
  const response = await fetch(`${url}/v1/aliases?limit=100`, { headers })
  expect(await response.text()).toContain('"has_more":true')
})
