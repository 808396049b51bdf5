import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { limits } from '../../../src/contract/limits.ts'
import { callCore } from '../../support/core/core-call.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { request, sendRaw } from '../../support/http/raw-http.ts'

const BATCH = 100

it('clients that leave make room for others at the stream of events', async () => {
  const { url } = await freshSandbox()
  const port = Number(new URL(url).port)
  for (let asked = 0; asked < limits.streams.value + BATCH; asked += BATCH) {
    const clients = Array.from({ length: BATCH }, () => connect(port, '127.0.0.1'))
    for (const client of clients) client.write(request('GET /_sandbox/events'))
    await Promise.all(clients.map((client) => once(client, 'connect')))
    await fetch(`${url}/_sandbox/live`)
    for (const client of clients) client.destroy()
  }
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const { status } = await fetch(`${url}/_sandbox/events`, { signal: leaving.signal })
  expect(status).toBe(200)
})

it('a client that leaves a queue of large answers makes way for the next', async () => {
  const { url, port, sandbox } = await freshSandbox({ scenario: 'unlimited' })
  const note = 'x'.repeat(90_000)
  for (let call = 0; call < 80; call += 1) callCore(sandbox, { body: JSON.stringify({ note }) })
  const silent = connect(port, '127.0.0.1', () => silent.write(request('GET /_sandbox/aliases')))
  await once(silent, 'readable')
  const clients = Array.from({ length: BATCH }, () => connect(port, '127.0.0.1'))
  for (const client of clients) client.write(request('GET /_sandbox/requests'))
  await Promise.all(clients.map((client) => once(client, 'connect')))
  await fetch(`${url}/_sandbox/live`)
  for (const client of [...clients, silent]) client.destroy()
  expect((await fetch(`${url}/_sandbox/requests?limit=1`)).status).toBe(200)
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
