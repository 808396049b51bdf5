import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { historyShapes } from '../../src/contract/control/history-shapes.ts'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { runs } from '../support/runs.ts'

// A suite in any language takes the waits that it is told: 1 to 3 seconds.

const frozen = { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const }
const SHORT = ['1', '2', '3']

/** Not the client of the other tests, which expects the waits of the document. */
async function listAt(url: string) {
  const headers = { authorization: 'Bearer sandbox_default' }
  const answer = await fetch(`${url}/v1/aliases`, { headers })
  await answer.text()
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
}

async function shortSandbox(scenario: Scenario = {}) {
  const sandbox = await freshSandbox({ with: { clock: frozen, waits: 'short', ...scenario } })
  return { control: controlClient(sandbox), list: () => listAt(sandbox.url) }
}

/** Sixty requests of this minute are used. */
const full: Scenario = { usage: { burst: 60, burst_resets_in: '60s' } }

describe('an account with short waits', () => {
  it('answers 503 with 1 to 3 s, and with all three of them in time', async () => {
    const { list } = await shortSandbox({ faults: [{ kind: 'outage', times: 'always' }] })
    const told = new Set<string | null>()
    for (let count = 0; count < 30; count += 1) {
      const { status, retryAfter } = await list()
      expect(status).toBe(503)
      told.add(retryAfter)
    }
    expect([...told].toSorted()).toEqual(SHORT)
  })

  it.each(['first_call', 'sliding', 'clock_minute'] as const)(
    'ends a full burst window (%s) as soon as its refusal says, after 60 requests as documented',
    async (window) => {
      const { list, control } = await shortSandbox({ choices: { burst_window: window } })
      for (let count = 0; count < 60; count += 1) expect((await list()).status).toBe(200)
      const { status, retryAfter } = await list()
      expect([status, SHORT]).toEqual([429, expect.arrayContaining([retryAfter])])
      await control.do('advance_clock', { by: `${Number(retryAfter) * 1_000 - 1}ms` })
      expect(await list()).toEqual({ status: 429, retryAfter: '1' })
      await control.do('advance_clock', { by: '1ms' })
      for (let count = 0; count < 60; count += 1) expect((await list()).status).toBe(200)
      expect((await list()).status).toBe(429)
    },
  )

  it('leaves a window alone that ends as soon by itself', async () => {
    const { list } = await shortSandbox({ usage: { burst: 60, burst_resets_in: '3s' } })
    expect(await list()).toEqual({ status: 429, retryAfter: '3' })
  })

  it('lets a burst fault ask for a short wait, and counts down to its end', async () => {
    const { list, control } = await shortSandbox({ faults: [{ kind: 'burst', times: 'always' }] })
    const told = Number((await list()).retryAfter)
    expect(told).toBeLessThanOrEqual(3)
    await control.do('advance_clock', { by: '1ms' })
    expect((await list()).retryAfter).toBe(String(told))
    await control.do('advance_clock', { by: `${told * 1_000}ms` })
    expect(SHORT).toContain((await list()).retryAfter)
  })

  it.each([
    ['503', { kind: 'outage', retry_after: 20 }, '20'],
    ['429', { kind: 'burst', retry_after: 20 }, '20'],
    ['429', { kind: 'burst', for: '20s' }, '20'],
  ] as const)('lets a fault ask for a wait of its own: %s, %j', async (status, fault, told) => {
    const { list } = await shortSandbox({ faults: [fault] })
    expect(await list()).toEqual({ status: Number(status), retryAfter: told })
  })

  it.each([0.5, 1, 60, 1_000])(
    'means seconds of real time at %d times the speed',
    async (scale) => {
      const clock = { mode: 'running' as const, scale }
      const outage = await shortSandbox({ clock, faults: [{ kind: 'outage' }] })
      expect(SHORT).toContain((await outage.list()).retryAfter)
      const burst = await shortSandbox({ clock, faults: [{ kind: 'burst' }] })
      expect(SHORT).toContain((await burst.list()).retryAfter)
    },
  )

  // A minute of the account must be long enough for a request.
  it.each([0.5, 1])('means them of a full window, too, at %d times the speed', async (scale) => {
    const { list } = await shortSandbox({ clock: { mode: 'running', scale }, ...full })
    expect(SHORT).toContain((await list()).retryAfter)
  })

  it.each([
    [
      'a 503',
      { faults: [{ kind: 'outage' }] } satisfies Scenario,
      /short waits: Retry-After is [123] s, not 30 s\.$/,
    ],
    ['a burst 429', full, /resets in [123] s, since the account has short waits\.$/],
  ])('says why of %s, and that the document does not', async (_what, scenario, why) => {
    const { list, control } = await shortSandbox(scenario)
    const { next_call: next, waits } = await control.account()
    expect(waits).toBe('short')
    const { retryAfter } = await list()
    expect(next.list.retry_after).toBe(Number(retryAfter))
    const [entry] = await control.requests()
    expect(entry).toMatchObject({ basis: 'injected', why: expect.stringMatching(why) as string })
  })
})

it('is the same in the body of POST accounts, and documented by default', async () => {
  const control = controlClient(await freshSandbox())
  const made = await control.send('POST', 'accounts', { waits: 'short' })
  expect([made.body['waits'], (await control.account()).waits]).toEqual(['short', 'documented'])
})

const step = fc.oneof(
  fc.constant('list' as const),
  fc.constant('outage' as const),
  fc.constant('full' as const),
  fc.integer({ min: 1, max: 70_000 }),
)

it('replays byte for byte, and after an undo it tells the same again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.nat(1_000), async (steps, seed) => {
      const sandbox = await freshSandbox({ seed, with: { clock: frozen, waits: 'short' } })
      const control = controlClient(sandbox)
      const list = async () => (await listAt(sandbox.url)).retryAfter
      const told = []
      for (const each of [...steps, 'list' as const]) {
        if (each === 'list') told.push(await list())
        else if (each === 'outage') await control.do('arm_fault', { kind: 'outage', times: 2 })
        else if (each === 'full') await control.do('set_usage', { burst: 60 })
        else await control.do('advance_clock', { by: `${each}ms` })
      }
      const file = (await control.send('GET', 'session')).body
      const { body } = await controlClient(await freshSandbox()).send('POST', 'replay', file)
      expect(v.parse(historyShapes.Replay, body)).toMatchObject({ first: null })
      const last = (await control.requests()).at(-1)!
      await control.send('POST', 'accounts/default/undo', { to: last.id })
      expect(await list()).toBe(told.at(-1))
    }),
    { numRuns: runs(20) },
  )
})
