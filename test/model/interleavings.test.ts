import { connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import type { Sandbox } from '../../src/core/sandbox.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox } from '../support/core/core-sandbox.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

// A limit that awaits between check and count would let all simultaneous calls pass.

const seed = Number(process.env['MODEL_SEED'] ?? 20_260_301)
const numRuns = Number(process.env['INTERLEAVING_RUNS'] ?? 1_000)
const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const }
const CLIENTS = 7

const limits: [string, number, Scenario, 'any' | 'create'][] = [
  [
    '60 calls per minute pass, creations and lists together',
    60,
    { account: { plan: 'pro' } },
    'any',
  ],
  ['50 creations per day pass on Plus', 50, { limits: { burst: 'off' } }, 'create'],
  ['200 on Pro', 200, { account: { plan: 'pro' }, limits: { burst: 'off' } }, 'create'],
]

/** The number of calls that pass when clients take turns in an order drawn by the scheduler. */
async function countPassing(
  sandbox: Sandbox,
  scheduler: fc.Scheduler,
  calls: number,
  operation: 'any' | 'create',
): Promise<number> {
  let requested = 0
  let passed = 0
  async function client(number: number): Promise<void> {
    while (requested < calls) {
      requested += 1
      await scheduler.schedule(Promise.resolve(), `client ${number}`)
      const method = operation === 'any' && requested % 2 ? 'GET' : 'POST'
      if (callCore(sandbox, { method }).response.status === 200) passed += 1
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number))
  await scheduler.waitFor(Promise.all(clients))
  return passed
}

describe.each(limits)('exactly %s', (_says, limit, scenario, operation) => {
  it(`in ${numRuns} of ${numRuns} interleavings of seed ${seed}`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 40 }), async (scheduler, more) => {
        const sandbox = coreSandbox({ clock, ...scenario })
        expect(await countPassing(sandbox, scheduler, limit + more, operation)).toBe(limit)
      }),
      { seed, numRuns },
    )
  })

  it('when all calls arrive at once, each on its own socket', async () => {
    const sandbox = await freshSandbox({ with: { clock, ...scenario } })
    const control = controlClient(sandbox)
    for (let round = 0; round < 5; round += 1) {
      const statuses = await askAtOnce(sandbox.port, limit + 40, operation)
      const passed = statuses.filter((status) => status === 200)
      expect([passed.length, new Set(statuses)]).toEqual([limit, new Set([200, 429])])
      await control.do('reset')
    }
  })
})

/** Opens all sockets first, then sends on all of them. */
async function askAtOnce(port: number, calls: number, operation: 'any' | 'create') {
  const sockets = await Promise.all(
    Array.from({ length: calls }, async () => {
      const socket = connect(port, '127.0.0.1')
      await new Promise((opened) => socket.once('connect', opened))
      return socket
    }),
  )
  const answers = sockets.map(async (socket, index) => {
    const method = operation === 'any' && index % 2 ? 'GET' : 'POST'
    const headers = ['Host: 127.0.0.1', 'Authorization: Bearer sandbox_default']
    socket.write(
      [`${method} /v1/aliases HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'),
    )
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    return Number(text.slice(9, 12))
  })
  return Promise.all(answers)
}
