import { Agent, request as httpRequest } from 'node:http'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { toJudged } from '../../src/report/judged-account.ts'
import { reportOn } from '../../src/report/report.ts'
import type { MachineClock } from '../../src/core/clock/machine-clock.ts'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

// Verdicts from the record of real connections, on clients that work in parallel, in turn, or go away.

type FreshSandbox = Awaited<ReturnType<typeof freshSandbox>>

const verdictOf = ({ sandbox }: FreshSandbox, rule: string, account = 'default') =>
  reportOn([toJudged(sandbox.account(account))]).etiquette.find((row) => row.rule === rule)?.verdict

const headers = { authorization: 'Bearer sandbox_default' }
/** Like most tests, it does not read the body. */
const list = (url: string, key = 'sandbox_default') =>
  fetch(`${url}/v1/aliases`, { headers: { authorization: `Bearer ${key}` } })

const create = (url: string, signal?: AbortSignal) =>
  fetch(`${url}/v1/aliases`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"label":"shop"}',
    ...(signal && { signal }),
  })

/** A call by an agent, which keeps its connection or not. */
function listWith(agent: Agent, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    httpRequest(`${url}/v1/aliases`, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end()
  })
}

/** Goes away as soon as the call has arrived, long before its answer. */
async function giveUp({ url, sandbox }: FreshSandbox, method: string): Promise<void> {
  const leaving = new AbortController()
  const stop = sandbox.listen(() => leaving.abort())
  const { signal } = leaving
  await fetch(`${url}/v1/aliases`, { method, headers, signal }).catch(() => 0)
  stop()
}

async function inTurn(count: number, call: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index += 1) await call(index)
}

const inParallel = (count: number, call: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)))

const outage: Scenario = { faults: [{ kind: 'outage', times: 'always' }] }
const unpaid: Scenario = { account: { billing: 'past_due' } }
const full: Scenario = { usage: { burst: 60, burst_resets_in: '60s' } }
const slow: Scenario = { ...full, faults: [{ kind: 'delay', ms: 150, times: 'always' }] }

/** Delayed answers wait until the test releases them. */
class HeldClock implements MachineClock {
  readonly #held = new Set<() => void>()
  now = () => Date.now()

  after(_ms: number, act: () => void): () => void {
    this.#held.add(act)
    return () => this.#held.delete(act)
  }

  release(): void {
    for (const act of this.#held) act()
    this.#held.clear()
  }
}

/** Resolves when so many calls have arrived from now on. */
function arrivals({ sandbox }: FreshSandbox, count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count
    const stop = sandbox.listen(() => {
      left -= 1
      if (left > 0) return
      stop()
      resolve()
    })
  })
}

const callTo = (port: number) =>
  `GET /v1/aliases HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${headers.authorization}\r\n\r\n`

/** Eight calls in one write. */
function pipelined({ port }: FreshSandbox): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(callTo(port).repeat(8)))
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part
      if (text.split('HTTP/1.1 403').length > 8) socket.end()
    })
    socket.on('error', reject).on('close', () => resolve())
  })
}

/** Opens connections, then uses each of them after the answer before was read. */
async function openedBefore({ port }: FreshSandbox, count: number): Promise<void> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) {
    socket.write(callTo(port))
    await once(socket, 'data')
  }
  for (const socket of sockets) socket.destroy()
}

/** Makes calls in turn that are answered when the server has seen that their client sends no more. */
async function halfClosed(running: FreshSandbox, clock: HeldClock, count: number): Promise<void> {
  const { port, url } = running
  for (let index = 0; index < count; index += 1) {
    const arrived = arrivals(running, 1)
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.end(callTo(port))
    await arrived
    await fetch(`${url}/_sandbox/live`)
    clock.release()
    await once(socket.resume(), 'end')
  }
}

type Client = (running: FreshSandbox, clock: HeldClock) => Promise<unknown>
const rows: [who: string, start: Scenario, client: Client, rule: string, verdict: string][] = [
  [
    'the same call at once, after other calls and with the control API used in parallel',
    { faults: [{ kind: 'outage', skip: 2, times: 'always' }] },
    async (running) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      await inParallel(3, () => controlClient(running).send('GET', 'requests'))
      await inTurn(3, () => listWith(agent, running.url))
      await inParallel(3, () => controlClient(running).send('GET', 'requests'))
      await listWith(agent, running.url)
      agent.destroy()
    },
    'waits_out_outage',
    'fail',
  ],
  [
    'eight on one connection, none of which waits for an answer',
    unpaid,
    pipelined,
    'no_loop_on_403',
    'pass',
  ],
  [
    'ten in turn, on a connection that the control API has used and on a new one',
    unpaid,
    async (running) => {
      await (await fetch(`${running.url}/_sandbox/session`)).json()
      await inTurn(10, () => list(running.url))
    },
    'no_loop_on_403',
    'fail',
  ],
  [
    'twelve in turn, each on a connection that was opened before',
    outage,
    (running) => openedBefore(running, 12),
    'waits_out_outage',
    'advice',
  ],
  [
    'eight in turn that close their side at once, and whose answers are late',
    { ...unpaid, faults: [{ kind: 'delay', ms: 30, times: 'always' }] },
    (running, clock) => halfClosed(running, clock, 8),
    'no_loop_on_403',
    'fail',
  ],
  [
    'thirty in parallel to a name',
    slow,
    async (running, clock) => {
      const arrived = arrivals(running, 30)
      const url = running.url.replace('127.0.0.1', 'localhost')
      const answered = inParallel(30, () => list(url))
      await arrived
      clock.release()
      await answered
    },
    'waits_out_burst',
    'pass',
  ],
  [
    'in parallel, with slow answers',
    slow,
    async (running, clock) => {
      const answered: Promise<unknown>[] = []
      await inTurn(8, () => {
        const arrived = arrivals(running, 1)
        answered.push(list(running.url))
        return arrived
      })
      clock.release()
      await Promise.all(answered)
    },
    'waits_out_burst',
    'pass',
  ],
  [
    'retries at once while other accounts keep connections open',
    full,
    async ({ url }) => {
      await inParallel(5, (index) => list(url, `sandbox_plus-${index}`))
      const agent = new Agent({ keepAlive: false })
      await inTurn(2, () => listWith(agent, url))
    },
    'waits_out_burst',
    'fail',
  ],
  [
    'retries at once while another worker waits for a slow answer',
    { ...full, faults: [{ kind: 'delay', ms: 200 }] },
    async (running, clock) => {
      const { url } = running
      const arrived = arrivals(running, 1)
      const other = listWith(new Agent({ keepAlive: true }), url)
      await arrived
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      await inTurn(3, () => listWith(agent, url))
      agent.destroy()
      clock.release()
      await other
    },
    'waits_out_burst',
    'fail',
  ],
  [
    'gives up on a slow answer and creates again',
    { faults: [{ kind: 'delay', ms: 5_000 }] },
    async (running) => {
      await giveUp(running, 'POST')
      await apiClient(running).create()
    },
    'looks_after_lost_response',
    'fail',
  ],
  [
    'gives up on a slow 503 and calls again',
    { faults: [{ kind: 'delay', ms: 5_000 }, { kind: 'outage' }] },
    async (running) => {
      await giveUp(running, 'GET')
      await list(running.url)
    },
    'waits_out_outage',
    'not_exercised',
  ],
]

/** Opens connections and never uses them: `atOnce` of them, and one more for each that is there. */
function crowd(url: string, atOnce: number, more = Infinity): () => number {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const open = () => {
    const socket = connect(Number(port), hostname, () => {
      socket.destroy()
      if (sockets.size < atOnce + more) open()
    })
    sockets.add(socket)
  }
  for (let index = 0; index < atOnce; index += 1) open()
  return () => {
    more = 0
    for (const socket of sockets) socket.destroy()
    return sockets.size
  }
}

describe('the verdict on a client', () => {
  it.each(rows)('%s', async (_who, start, client, rule, verdict) => {
    const clock = new HeldClock()
    const running = await freshSandbox({ with: start, clock })
    await client(running, clock)
    expect(verdictOf(running, rule)).toBe(verdict)
  })
  it('is no fail for two that create at the same time, while the answer to one is awaited or once it has left', async () => {
    const hang: Scenario = { faults: [{ kind: 'hang', after: true, operation: 'create' }] }
    const running = await freshSandbox({ with: hang })
    const left = new AbortController()
    const arrived = arrivals(running, 1)
    const waiting = create(running.url, left.signal).catch(() => undefined)
    await arrived
    await create(running.url)
    expect(verdictOf(running, 'looks_after_lost_response')).toBe('not_exercised')
    left.abort()
    await waiting
    await list(running.url)
    expect(verdictOf(running, 'looks_after_lost_response')).not.toBe('fail')
  })

  it('is fail for one that goes on while many others connect', async () => {
    const running = await freshSandbox({ with: unpaid })
    const leave = crowd(running.url, 300, 0)
    await inTurn(5, () => listWith(new Agent({ keepAlive: false }), running.url))
    leave()
    expect(verdictOf(running, 'no_loop_on_403')).toBe('fail')
  })

  it('is no pass for one that goes on while others connect without end', async () => {
    const running = await freshSandbox({ with: unpaid })
    const leave = crowd(running.url, 20)
    await inTurn(5, () => listWith(new Agent({ keepAlive: false }), running.url))
    // No answer waits for more connections than can be waiting to be accepted when it is ready; more come until it is read.
    expect(leave()).toBeLessThan(5 * 4 * 511)
    expect(verdictOf(running, 'no_loop_on_403')).not.toBe('pass')
  })
})
