import { expect, it } from 'vitest'
import { childSandbox } from '../support/process/child-sandbox.ts'
import { canReadMemory, peakMegabytes } from '../support/process/resident.ts'

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

it.skipIf(!canReadMemory)('clients that only create cost at most 300 MB', async () => {
  const { url, pid } = await childSandbox(['--quiet'])
  const idle = peakMegabytes(pid)
  const headers = { ...bearer('sandbox_unlimited'), 'content-type': 'application/json' }
  const post = () => fetch(`${url}/v1/aliases`, { method: 'POST', headers, body: LABEL })
  expect(await callUntil(507, post)).toContain('calls of /v1 may add 96 MiB')
  expect(peakMegabytes(pid) - idle).toBeLessThan(300)
})

it.skipIf(!canReadMemory)('clients that only create accounts cost at most 300 MB', async () => {
  const { url, pid } = await childSandbox(['--quiet'])
  const idle = peakMegabytes(pid)
  await callUntil(401, (n) =>
    fetch(`${url}/v1/aliases`, { headers: bearer(`sandbox_many_pages-${n}`) }),
  )
  const journal = await fetch(`${url}/_sandbox/requests?outcome=invalid_key&limit=1`)
  expect(await journal.text()).toContain('calls of /v1 may add 96 MiB')
  expect(peakMegabytes(pid) - idle).toBeLessThan(300)
})

it('a sandbox with a small heap refuses what does not fit in memory, and continues', async () => {
  const { url } = await childSandbox(['--quiet'], { heapMegabytes: 128 })
  const json = { 'content-type': 'application/json' }
  const headers = { ...bearer('sandbox_unlimited'), ...json }
  const post = () => fetch(`${url}/v1/aliases`, { method: 'POST', headers, body: LABEL })
  const populate = async (count: number) => {
    const body = JSON.stringify({ count })
    const path = `${url}/_sandbox/actions/populate_aliases`
    const { status } = await fetch(path, { method: 'POST', headers: json, body })
    return status
  }
  expect(await callUntil(507, post)).toContain('calls of /v1 may add')
  const statuses = [await populate(1_000_000), await populate(100_000)]
  for (let size = 100_000; size >= 1_000; size /= 10) {
    while ((await populate(size)) === 200);
  }
  expect(statuses).toEqual([409, 200])
  expect(await callUntil(507, post)).toContain('holds all that it may')
  for (let page = 0; page < 10; page += 1) {
    const response = await fetch(`${url}/v1/aliases`, { headers })
    expect(await response.text()).toContain('"has_more":true')
  }
})
