import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'

// A judged run hands over the first refusal of a series later, so that everybody who is about to call is seen.

const unpaid: Scenario = { account: { billing: 'past_due' } }

const HOUR_MS = 3_600_000

/** Sends requests over connections of their own, each when the one before has arrived; returns them in their order. */
async function sendInTurn(count: number, firstRefusalMs?: number) {
  const running = await freshSandbox({ with: unpaid, firstRefusalMs })
  const { port, sandbox } = running
  const answers: Promise<unknown>[] = []
  for (let index = 0; index < count; index += 1) {
    const arrived = new Promise<void>((resolve) => {
      const stop = sandbox.listen(() => {
        stop()
        resolve()
      })
    })
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `GET /v1/aliases HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer sandbox_default\r\nConnection: close\r\n\r\n`,
    )
    answers.push(once(socket.resume(), 'end'))
    await arrived
  }
  // A sandbox that closes hands over all that it holds.
  if (firstRefusalMs === HOUR_MS) await running.close()
  await Promise.all(answers)
  return sandbox.account('default').requests.entries()
}

describe('the first refusal', () => {
  it('of a judged run is handed over when all that come meanwhile have arrived', async () => {
    const calls = await sendInTurn(8, HOUR_MS)
    const arrivals = calls.map(({ arrived }) => arrived!)
    const answers = calls.map(({ handed_over }) => handed_over!)
    expect(Math.max(...arrivals)).toBeLessThan(Math.min(...answers))
  })

  it('is handed over although timers are fakes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(await sendInTurn(1, 1)).toMatchObject([{ outcome: 'plan_past_due' }])
  })

  it('is handed over at once elsewhere', async () => {
    const [first, , third] = await sendInTurn(3)
    expect(first!.handed_over).toBeLessThan(third!.arrived!)
  })
})
