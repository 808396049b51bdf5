import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { FaultSpec } from '../../../src/contract/faults.ts'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import type { RequestEntry } from '../../../src/contract/history/entry.ts'
import { LONGEST_HOLD_MS } from '../../../src/contract/delay-times.ts'
import type { MachineClock } from '../../../src/core/clock/machine-clock.ts'
import { machineClock } from '../../../src/node/machine-clock.ts'
import { apiClient, type ApiAnswer } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox, startSandbox } from '../../support/http/fresh-sandbox.ts'
import { request, sendRaw } from '../../support/http/raw-http.ts'

/** The machine's clock, but the longest hold takes this time; without one, it never ends. */
function holdingFor(holdMs = Infinity): MachineClock {
  return {
    now: () => machineClock.now(),
    after: (ms, act) => machineClock.after(ms === LONGEST_HOLD_MS ? holdMs : ms, act),
  }
}

/** A sandbox whose account has these faults, and in which a held answer waits for another one without an end. */
async function sandboxWith(faults: FaultSpec[], holdMs?: number) {
  const running = await freshSandbox({ with: { faults }, clock: holdingFor(holdMs) })
  const { sandbox, port } = running
  /** Sends a request, and returns when it was carried out, before its answer. */
  async function begin<Answer>(send: () => Promise<Answer>) {
    const recorded = new Promise<RequestEntry>((resolve) => {
      const stop = sandbox.listen((entry) => {
        stop()
        resolve(entry)
      })
    })
    const answer = send()
    return { entry: await recorded, answer }
  }
  return {
    ...running,
    api: apiClient(running),
    control: controlClient(running),
    begin,
    /** Lists the aliases over a connection of its own, which is the answer. */
    beginList: () => begin(async () => writeTo(port, request('GET /v1/aliases'))),
    entries: () => sandbox.account('default').requests.entries(),
  }
}

function writeTo(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  return socket
}

/** Closes the connection of a request. */
async function leave({ entry, answer }: { entry: RequestEntry; answer: Promise<Socket> }) {
  const socket = await answer
  socket.destroy()
  await vi.waitFor(() => expect(entry.client_left).toBe(true))
}

describe('a held answer', () => {
  it('comes after that of a later request, and knows nothing of its effect', async () => {
    const { api, begin } = await sandboxWith([{ kind: 'hold', operation: 'list' }])
    const list = await begin(() => api.list())
    expect((await api.create({ label: 'shop' })).status).toBe(200)
    expect(list.entry.ended_at).toBeNull()
    expect((await list.answer).aliases).toEqual([])
    expect(list.entry).toMatchObject({ outcome: 'listed', held_for: 'req_2', client_left: false })
  })

  it('comes after that of a request that arrived before it', async () => {
    const { api, begin } = await sandboxWith([
      { kind: 'delay', ms: 100, operation: 'list' },
      { kind: 'hold', operation: 'create' },
    ])
    const list = await begin(() => api.list())
    const created = await begin(() => api.create())
    await list.answer
    expect(created.entry.ended_at).toBeNull()
    await created.answer
    expect(created.entry.held_for).toBe('req_1')
  })

  it('waits for its own account, not for another one', async () => {
    const { api, begin, url } = await sandboxWith([{ kind: 'hold' }])
    const held = await begin(() => api.list())
    await apiClient({ url }, 'sandbox_other').list()
    expect(held.entry.ended_at).toBeNull()
    await api.list()
    await held.answer
    expect(held.entry.held_for).toBe('req_2')
  })

  it('comes by itself after a time if no other request is answered', async () => {
    const { api, entries } = await sandboxWith([{ kind: 'hold' }], 1)
    await api.list()
    expect(entries()).toMatchObject([{ held_for: null, delivery: { hold_ms: LONGEST_HOLD_MS } }])
  })

  it('comes by itself although timers are fakes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] })
    onTestFinished(() => void vi.useRealTimers())
    const { api } = await sandboxWith([{ kind: 'hold' }], 1)
    expect((await api.list()).status).toBe(200)
  })

  it('is the only one of its account: the next one is sent at once', async () => {
    const { api, begin, entries } = await sandboxWith([{ kind: 'hold', times: 2 }])
    const first = await begin(() => api.list())
    await api.list()
    await first.answer
    expect(entries().map(({ held_for }) => held_for)).toEqual(['req_2', undefined])
  })

  it.each<[string, FaultSpec]>([
    ['is lost', { kind: 'drop_after', skip: 1 }],
    ['is cut off', { kind: 'truncate', skip: 1 }],
    ['is a refusal', { kind: 'outage', skip: 1 }],
  ])('comes after another one that %s', async (_what, fault) => {
    const { api, begin } = await sandboxWith([{ kind: 'hold' }, fault])
    const held = await begin(() => api.create())
    await api.list().catch(() => {})
    expect((await held.answer).status).toBe(200)
    expect(held.entry.held_for).toBe('req_2')
  })

  it('comes after another one whose client has ended its side and still reads', async () => {
    const { api, begin, port } = await sandboxWith([{ kind: 'hold' }])
    const held = await begin(() => api.create())
    const [other] = await sendRaw(port, request('GET /v1/aliases'))
    expect(other?.status).toBe(200)
    await held.answer
    expect(held.entry.held_for).toBe('req_2')
  })

  it('does not come after another one that nobody waited for', async () => {
    const { api, begin, beginList } = await sandboxWith([
      { kind: 'hold', operation: 'create' },
      { kind: 'hang', operation: 'list' },
    ])
    const held = await begin(() => api.create())
    await leave(await beginList())
    expect(held.entry).toMatchObject({ ended_at: null, held_for: null })
    await api.list()
    await held.answer
    expect(held.entry.held_for).toBe('req_3')
  })

  it('can be lost itself', async () => {
    const { api, begin } = await sandboxWith([{ kind: 'hold' }, { kind: 'drop_after' }])
    const held = await begin(() => api.create().catch((error: Error) => error))
    await api.list()
    expect(await held.answer).toBeInstanceOf(Error)
    expect(held.entry).toMatchObject({ held_for: 'req_2', effect: { kind: 'created' } })
  })

  it('whose client leaves is forgotten, so that the next one can be held', async () => {
    const { api, begin, beginList } = await sandboxWith([{ kind: 'hold', times: 2 }])
    const left = await beginList()
    await leave(left)
    const held = await begin(() => api.list())
    await api.list()
    await held.answer
    expect([left.entry.held_for, held.entry.held_for]).toEqual([null, 'req_3'])
  })

  it('is sent when the sandbox stops', async () => {
    const { api, begin, close } = await sandboxWith([{ kind: 'hold' }])
    const held = await begin(() => api.list())
    await close()
    expect((await held.answer).status).toBe(200)
    expect(held.entry.held_for).toBeNull()
  })

  it.each([
    ['a reset', 'actions/reset', {}],
    ['an undo', 'undo', { to: 'req_1' }],
  ])('still comes after %s of its account', async (_what, path, body) => {
    const { api, begin, control } = await sandboxWith([{ kind: 'hold' }])
    const held = await begin(() => api.list())
    expect((await control.send('POST', `accounts/default/${path}`, body)).status).toBe(200)
    await api.list()
    expect((await held.answer).status).toBe(200)
    expect(held.entry.held_for).toBe('req_2')
  })

  it('ends after its time on a connection where the next request waits behind it', async () => {
    const { port, entries } = await sandboxWith([{ kind: 'hold' }], 1)
    const list = request('GET /v1/aliases')
    const answers = await sendRaw(port, `${list}${list}`)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(entries().map(({ held_for }) => held_for)).toEqual([null, undefined])
  })

  it('is foretold', async () => {
    const { control } = await sandboxWith([{ kind: 'hold', operation: 'list' }])
    const { list, create } = (await control.account()).next_call
    expect([list.hold_ms, create.hold_ms]).toEqual([LONGEST_HOLD_MS, undefined])
    expect(list.why).toContain('hold it until another request is answered')
  })
})

it('a thousand requests at once are all answered', async () => {
  const { port, entries } = await sandboxWith([{ kind: 'hold', times: 'always' }], 1)
  const text = request('GET /v1/aliases', ['Connection: close'])
  const sockets = Array.from({ length: 1_000 }, () => writeTo(port, text).resume())
  await Promise.all(sockets.map((socket) => once(socket, 'close')))
  expect(entries().filter(({ ended_at }) => ended_at !== null)).toHaveLength(1_000)
})

const operation = fc.constantFrom('create' as const, 'list' as const)
const requestsInTurn = fc.array(
  fc.record({ operation, key: fc.constantFrom('sandbox_default', 'sandbox_other') }),
  { maxLength: 8 },
)
const holds = fc.array(
  fc.record({
    kind: fc.constant('hold' as const),
    operation,
    skip: fc.nat({ max: 3 }),
    times: fc.integer({ min: 1, max: 4 }),
  }),
  { maxLength: 3 },
)

/** Sends requests, each when the one before was carried out; returns their answers in the order of their arrival. */
async function answersTo(
  requests: { operation: 'create' | 'list'; key: string }[],
  faults: FaultSpec[],
) {
  const scenario: Scenario = { faults, clock: { mode: 'frozen', now: '2026-03-01T12:00:00Z' } }
  const { url, sandbox, close } = await startSandbox({
    overrides: scenario,
    with: scenario,
    clock: holdingFor(20),
  })
  const answers: Promise<ApiAnswer>[] = []
  for (const { operation: does, key } of requests) {
    const recorded = new Promise<void>((resolve) => {
      const stop = sandbox.listen(() => {
        stop()
        resolve()
      })
    })
    answers.push(apiClient({ url }, key)[does]())
    await recorded
  }
  const texts = (await Promise.all(answers)).map(({ status, text }) => ({ status, text }))
  await close()
  return texts
}

it('a hold changes nothing but the order of answers', async () => {
  await fc.assert(
    fc.asyncProperty(requestsInTurn, holds, async (requests, faults) => {
      expect(await answersTo(requests, faults)).toEqual(await answersTo(requests, []))
    }),
    { numRuns: 20 },
  )
})
