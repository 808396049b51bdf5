import { describe, expect, it } from 'vitest'
import { childSandbox } from '../../support/process/child-sandbox.ts'
import { getText, silentClient } from '../../support/http/raw-reader.ts'
import { canReadMemory, peakMegabytes } from '../../support/process/resident.ts'

const headers = {
  authorization: 'Bearer sandbox_unlimited',
  'content-type': 'application/json',
}

/** Creates aliases for a page of 9 MB. */
async function fillPage(url: string): Promise<void> {
  const body = JSON.stringify({ note: 'x'.repeat(95_000) })
  for (let count = 0; count < 100; count += 1) {
    const { status } = await fetch(`${url}/v1/aliases`, { method: 'POST', headers, body })
    expect(status).toBe(200)
  }
}

/** A call by a well-behaved client. */
async function goodCall(url: string): Promise<void> {
  const response = await fetch(`${url}/v1/aliases?limit=1`, { headers })
  expect(response.status).toBe(200)
  await response.arrayBuffer()
}

describe.skipIf(!canReadMemory)('clients that never read their answers', () => {
  it.each([
    ['pages of /v1', '/v1/aliases?limit=100', 150],
    ['the aliases', '/_sandbox/accounts/unlimited/aliases', 60],
    ['the state', '/_sandbox/session', 60],
    ['the journal', '/_sandbox/accounts/unlimited/requests', 100],
    ['waiting for calls', '/_sandbox/accounts/unlimited/requests/wait?count=10', 100],
  ])('cost little memory, and do not affect others: %s', async (_what, path, clients) => {
    const { url, pid } = await childSandbox(['--quiet'])
    await fillPage(url)
    const before = peakMegabytes(pid)
    const silent = Array.from({ length: clients }, () =>
      silentClient(url, getText(path, 'sandbox_unlimited')),
    )
    await Promise.all(silent)
    for (let count = 0; count < 10; count += 1) await goodCall(url)
    const page = await fetch(`${url}/v1/aliases?limit=100`, { headers })
    expect((await page.arrayBuffer()).byteLength).toBeGreaterThan(9_000_000)
    expect(peakMegabytes(pid) - before).toBeLessThan(300)
  })
})
