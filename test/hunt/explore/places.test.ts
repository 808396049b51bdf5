import { toIso } from '../../../src/core/clock/times.ts'
import type { RequestEntry } from '../../../src/contract/history/entry.ts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Client, ObservedRun } from '../../../src/hunt/explore/client.ts'
import { Runs } from '../../../src/hunt/explore/search/runs.ts'
import { toldSeconds } from '../../../src/hunt/explore/scenarios/told-seconds.ts'
import { MACHINE_MS, coreSandbox } from '../../support/core/core-sandbox.ts'
import { callCore } from '../../support/core/core-call.ts'
import { calmScenario } from '../../support/explore/core-client.ts'

/** Clients that end when the test says so, and that call and wait on a clock of their own. */
function clients(places: { jobs: number; active: number }) {
  const running: { call: (fault?: 'hang') => RequestEntry; end: () => void }[] = []
  let nowMs = MACHINE_MS
  const client: Client = {
    run: (_scenario, _signal, activity) =>
      new Promise<ObservedRun>((resolve) => {
        const sandbox = coreSandbox({
          faults: [{ kind: 'hang', operation: 'list', times: 'always' }],
        })
        activity.follow(sandbox, () => nowMs)
        running.push({
          call(fault) {
            const entry = callCore(sandbox, { machineMs: nowMs, method: fault ? 'GET' : 'POST' })
            entry.ended_at = fault ? null : toIso(nowMs)
            return entry
          },
          end: () => resolve({} as ObservedRun),
        })
      }),
  }
  const runs = new Runs(client, places, new AbortController().signal)
  const ends: Promise<ObservedRun>[] = []
  return {
    runs,
    running,
    start: (count: number) => {
      for (let run = 0; run < count; run += 1) ends.push(runs.again(calmScenario))
    },
    pass: (ms: number) => (nowMs += ms),
    endAll: async () => {
      while (runs.made < ends.length || running.length > 0) {
        running.shift()?.end()
        await new Promise(setImmediate)
      }
      await Promise.all(ends)
    },
  }
}

it('starts another client as soon as one only waits: half a second after its last answer', async () => {
  const { runs, running, start, pass, endAll } = clients({ jobs: 20, active: 2 })
  start(4)
  await expect.poll(() => running.length).toBe(2)
  running[0]!.call()
  pass(499)
  expect(runs.now).toEqual({ active: 2, waiting: 0 })
  pass(1)
  await expect.poll(() => running.length).toBe(3)
  expect(runs.now).toEqual({ active: 2, waiting: 1 })
  await endAll()
})

it('counts a client that tries again and again as waiting, after ten seconds', async () => {
  const { running, start, pass, endAll } = clients({ jobs: 20, active: 1 })
  start(2)
  await expect.poll(() => running.length).toBe(1)
  running[0]!.call()
  for (let tries = 0; tries < 19; tries += 1) {
    pass(499)
    running[0]!.call()
  }
  expect(running).toHaveLength(1)
  pass(519)
  running[0]!.call()
  await expect.poll(() => running.length).toBe(2)
  await endAll()
})

it('counts a client as waiting while its answer is held back', async () => {
  const { running, start, pass, endAll } = clients({ jobs: 20, active: 1 })
  start(2)
  await expect.poll(() => running.length).toBe(1)
  running[0]!.call('hang')
  pass(500)
  await expect.poll(() => running.length).toBe(2)
  await endAll()
})

it('runs no more clients at a time than it was told, however many of them wait', async () => {
  const { runs, running, start, pass, endAll } = clients({ jobs: 3, active: 2 })
  start(5)
  for (const count of [2, 3]) {
    await expect.poll(() => running.length).toBe(count)
    for (const each of running) each.call()
    pass(500)
  }
  expect(runs.now).toEqual({ active: 0, waiting: 3 })
  running.shift()!.end()
  await expect.poll(() => running.length).toBe(3)
  await endAll()
})

it('asks for waits of 2 to 5 s that the seed decides, never the same twice in a row', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(60), (seed, place) => {
      const [one, next] = [place, place + 1].map((each) => toldSeconds(seed, each))
      expect([2, 3, 4, 5]).toContain(one)
      expect([2, 3, 4, 5].filter((each) => each !== one)).toContain(next)
      expect(toldSeconds(seed, place)).toBe(one)
    }),
  )
})
