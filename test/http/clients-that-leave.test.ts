import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { FaultSpec } from '../../src/contract/faults.ts'
import { storedBounds } from '../../src/contract/values/bounds.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { request, sendRaw } from '../support/http/raw-http.ts'

const BATCH = 100

/** Asks more often than there are places, each time for longer than the test takes, and leaves without an answer. */
async function askAndLeave(url: string, path: string, places: number): Promise<void> {
  const port = Number(new URL(url).port)
  for (let asked = 0; asked < places + BATCH; asked += BATCH) {
    const clients = Array.from({ length: BATCH }, () => connect(port, '127.0.0.1'))
    for (const client of clients) client.write(request(`GET ${path}`))
    await Promise.all(clients.map((client) => once(client, 'connect')))
    await fetch(`${url}/_sandbox/live`)
    for (const client of clients) client.destroy()
  }
}

describe('a client that leaves makes room for others', () => {
  it.each(['requests/wait?count=9', 'inbox/wait?text=none'])('at %s', async (path) => {
    const { url } = await freshSandbox()
    await askAndLeave(url, `/_sandbox/${path}&timeout=10m`, storedBounds.waiters.max)
    expect((await fetch(`${url}/_sandbox/${path}&timeout=1ms`)).status).toBe(408)
  })

  it('at the stream of events', async () => {
    const { url } = await freshSandbox()
    await askAndLeave(url, '/_sandbox/events', storedBounds.eventStreams.max)
    const leaving = new AbortController()
    onTestFinished(() => leaving.abort())
    const { status } = await fetch(`${url}/_sandbox/events`, { signal: leaving.signal })
    expect(status).toBe(200)
  })

  it.each<[name: string, fault: FaultSpec]>([
    ['delayed', { kind: 'delay', ms: 600_000, times: 1_000_000 }],
    ['withheld', { kind: 'hang', times: 1_000_000 }],
  ])('whose answer is %s, too: one that stays keeps its connection', async (_name, fault) => {
    const { url, port, sandbox, close } = await freshSandbox()
    sandbox.perform(sandbox.account('default'), 'arm_fault', fault, Date.now())
    const called = new Promise((resolve) => sandbox.listen(resolve))
    const staying = connect(port, '127.0.0.1', () => staying.write(request('GET /v1/aliases')))
    let isClosed = false
    const closed = once(staying.resume(), 'close').then(() => (isClosed = true))
    await called
    await askAndLeave(url, '/v1/aliases', storedBounds.heldAnswers.max)
    await fetch(`${url}/_sandbox/live`)
    expect(isClosed).toBe(false)
    await close(0)
    await closed
  })
})

describe('a client that only closes its side', () => {
  it('waits no longer, and is told so', async () => {
    const { port } = await freshSandbox()
    const [answer] = await sendRaw(port, request('GET /_sandbox/requests/wait?timeout=10m'))
    expect(answer).toMatchObject({ status: 503, body: expect.stringContaining('"closed"') })
  })

  it('gets its delayed answer', async () => {
    const { port, sandbox } = await freshSandbox()
    sandbox.perform(sandbox.account('default'), 'arm_fault', { kind: 'delay', ms: 30 }, Date.now())
    expect(await sendRaw(port, request('GET /v1/aliases'))).toMatchObject([{ status: 200 }])
  })
})
