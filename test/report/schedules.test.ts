import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConnectionLife } from '../../src/contract/api-message.ts'
import type { Scenario } from '../../src/contract/scenario.ts'
import { toJudged } from '../../src/core/report/judged-account.ts'
import { reportOn } from '../../src/core/report/report.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'

// Random schedules of workers on connections of their own. What counts is the order of what happens to the
// connections; how long the machine takes for each step decides nothing.

/** `SCHEDULE_RUNS` raises the number of schedules; CI's long run makes 20,000. */
const numRuns = Number(process.env['SCHEDULE_RUNS'] ?? 400)

const rules: Record<Rule, Scenario> = {
  waits_out_burst: { usage: { burst: 60, burst_resets_in: '60s' } },
  waits_out_outage: { faults: [{ kind: 'outage', times: 'always' }] },
  waits_for_midnight: { usage: { daily: 50 } },
  no_loop_on_403: { account: { billing: 'past_due' } },
  no_loop_on_401: { account: { key: 'revoked' } },
}

type Rule =
  | 'waits_out_burst'
  | 'waits_out_outage'
  | 'waits_for_midnight'
  | 'no_loop_on_403'
  | 'no_loop_on_401'
/** What a worker does in one step; it takes `ms` of the machine's time, or none. */
type Step = { worker: number; does: 'open' | 'send' | 'answer' | 'close' | 'warm' }
type Schedule = { rule: Rule; guilty: number | null; isKept: boolean[]; steps: Step[] }

const schedules: fc.Arbitrary<Schedule> = fc
  .record({
    rule: fc.constantFrom(...(Object.keys(rules) as Rule[])),
    // One that opens a connection for each call looks like one client, so it works alone.
    isKept: fc.oneof(
      fc.constant<boolean[]>([false]),
      fc.integer({ min: 1, max: 6 }).map((count) => Array<boolean>(count).fill(true)),
    ),
    picks: fc.array(fc.nat(1_000), { minLength: 20, maxLength: 80 }),
    warm: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    guilty: fc.option(fc.nat(5), { nil: null }),
  })
  .map(({ rule, isKept, picks, warm, guilty }) => {
    const culprit = guilty === null ? null : guilty % isKept.length
    const queues = isKept.map((kept, worker) => {
      const calls = worker === culprit ? 4 * isKept.length : 1
      const call: Step['does'][] = ['send', 'answer']
      const does: Step['does'][] = kept
        ? ['open', ...(warm[worker] ? (['warm'] as const) : []), ...repeated(call, calls)]
        : repeated(['open', ...call, 'close'], calls)
      return does.map((each): Step => ({ worker, does: each }))
    })
    const steps: Step[] = []
    for (let at = 0; queues.some(({ length }) => length > 0); at += 1) {
      const waiting = queues.filter(({ length }) => length > 0)
      steps.push(waiting[(picks[at % picks.length]! + at) % waiting.length]!.shift()!)
    }
    return { rule, guilty: culprit, isKept, steps }
  })

/** Plays a schedule, each step `stepMs` after the one before, and returns the verdict. */
function repeated(steps: readonly Step['does'][], times: number): Step['does'][] {
  return Array.from({ length: times }, () => steps).flat()
}

function verdictOf({ rule, isKept, steps }: Schedule, stepMs: (at: number) => number): string {
  const sandbox = coreSandbox(rules[rule])
  sandbox.createAccount({ name: 'other', apiKey: 'sandbox_other-account' }, MACHINE_MS)
  let moment = 0
  let made = 0
  let machineMs = MACHINE_MS
  const connections = isKept.map(() => ({
    id: 0,
    freeAfter: 0,
    isNew: true,
    life: {} as ConnectionLife,
  }))
  const open: (ReturnType<typeof callCore> | undefined)[] = []
  const send = (worker: number, key?: string) => {
    const { life, ...seen } = connections[worker]!
    const connection = { ...seen, life, arrivedAfter: moment }
    const entry = callCore(sandbox, { machineMs, connection, ...(key !== undefined && { key }) })
    entry.endedMs = null
    delete entry.answer
    return entry
  }
  const answer = (worker: number, entry: ReturnType<typeof callCore>) => {
    entry.endedMs = machineMs
    entry.answer = moment
    Object.assign(connections[worker]!, { freeAfter: moment, isNew: false })
  }
  for (const [at, { worker, does }] of steps.entries()) {
    moment += 1
    machineMs += stepMs(at)
    if (does === 'open') {
      made += 1
      connections[worker] = { id: made, freeAfter: moment, isNew: true, life: {} }
    } else if (does === 'close') connections[worker]!.life.closedAfter = moment
    else if (does === 'send') open[worker] = send(worker)
    else if (does === 'answer') answer(worker, open[worker]!)
    else {
      const entry = send(worker, 'sandbox_other-account')
      moment += 1
      answer(worker, entry)
    }
  }
  const { etiquette } = reportOn([toJudged(sandbox.account('default'))])
  return etiquette.find((row) => row.rule === rule)!.verdict
}

describe('the verdict on random schedules of workers', () => {
  it('is never fail for careful workers, and never pass for one that goes on', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const verdict = verdictOf(schedule, () => 1)
        expect(verdict).not.toBe(schedule.guilty === null ? 'fail' : 'pass')
      }),
      { numRuns },
    )
  })

  it('is the same at any speed of the machine', () => {
    fc.assert(
      fc.property(schedules, fc.array(fc.nat(60), { minLength: 1 }), (schedule, times) => {
        const verdict = verdictOf(schedule, () => 1)
        expect(verdictOf(schedule, (at) => times[at % times.length]!)).toBe(verdict)
      }),
      { numRuns },
    )
  })
})
