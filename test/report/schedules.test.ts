import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { situations, verdictOf, type Does, type Schedule, type Step } from './play-schedule.ts'

// Random schedules of workers: each with a connection of its own, or of one process with a pool; warm or cold,
// with restarts, and answers that take as long as others do something. What counts is the order of what happens
// to the connections; how long the machine takes for each step decides nothing.

/** `npm test` makes fewer of them. */
const numRuns = Number(process.env['SCHEDULE_RUNS'] ?? 20_000)
const MOST_WORKERS = 6

const flags = fc.array(fc.boolean(), { minLength: MOST_WORKERS, maxLength: MOST_WORKERS })

const schedules: fc.Arbitrary<Schedule> = fc
  .record({
    rule: fc.constantFrom(...(Object.keys(situations) as Schedule['rule'][])),
    kind: fc.constantFrom('kept', 'pool', 'without keep-alive'),
    workers: fc.integer({ min: 1, max: MOST_WORKERS }),
    picks: fc.array(fc.nat(1_000), { minLength: 20, maxLength: 80 }),
    warm: flags,
    restarts: flags,
    guilty: fc.option(fc.nat(MOST_WORKERS - 1), { nil: null }),
    isRow: fc.boolean(),
  })
  .map(({ rule, kind, workers, picks, warm, restarts, guilty, isRow }) => {
    // Those that open a connection for each call look like one client, so one works alone.
    const count = kind === 'without keep-alive' ? 1 : workers
    const culprit = guilty === null ? null : guilty % count
    const queues = Array.from({ length: count }, (_, worker) => {
      const isGuilty = worker === culprit
      const does = { warm: warm[worker]!, restarts: restarts[worker]! }
      return stepsOf(kind, does, isGuilty ? 4 * count + 1 : 1).map((each): Step => ({
        worker,
        does: each,
      }))
    })
    return { rule, guilty: culprit, isPool: kind === 'pool', isRow, steps: mix(queues, picks) }
  })

/** The milliseconds that the steps take. Often none: then only their order tells what came first. */
const speeds = fc.array(fc.constantFrom(0, 0, 1, 60), { minLength: 1 })

/** What a worker does from its start to its end. */
function stepsOf(
  kind: string,
  { warm, restarts }: { warm: boolean; restarts: boolean },
  calls: number,
): Does[] {
  const call: Does[] = ['send', 'answer']
  const start: Does[] = warm ? ['warm'] : []
  if (kind === 'pool') return [...start, ...repeated(call, calls)]
  if (kind !== 'kept') return repeated(['open', ...call, 'close'], calls)
  const again: Does[] = restarts ? ['close', 'open'] : []
  const half = Math.floor(calls / 2)
  const first: Does[] = ['open', ...start, ...again, ...repeated(call, calls - half)]
  return half === 0 ? first : [...first, ...again, ...repeated(call, half)]
}

function repeated(does: readonly Does[], times: number): Does[] {
  return Array.from({ length: times }, () => does).flat()
}

/** The steps of all workers in one order, in which each keeps its own. */
function mix(queues: Step[][], picks: readonly number[]): Step[] {
  const steps: Step[] = []
  for (let at = 0; queues.some(({ length }) => length > 0); at += 1) {
    const waiting = queues.filter(({ length }) => length > 0)
    steps.push(waiting[(picks[at % picks.length]! + at) % waiting.length]!.shift()!)
  }
  return steps
}

describe('the verdict on random schedules of workers', () => {
  it('is never fail for careful workers, and never pass for one that goes on', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const { guilty, isPool, isRow } = schedule
        const verdict = verdictOf(schedule, () => 1)
        expect(verdict).not.toBe(guilty === null ? 'fail' : 'pass')
        // Such workers call no more once one of them was told: what comes later was on its way.
        if (guilty === null && isPool && !isRow) expect(verdict).not.toBe('advice')
      }),
      { numRuns },
    )
  })

  it('is fail for one that goes on while the answer to another one takes long', () => {
    const does = (worker: number, ...each: Does[]) =>
      each.map((one): Step => ({ worker, does: one }))
    const steps = [
      ...does(1, 'open', 'send'),
      ...does(0, 'open', ...repeated(['send', 'answer'], 9)),
      ...does(1, 'answer'),
      ...does(0, 'send', 'answer'),
    ]
    const schedule = {
      rule: 'no_loop_on_400',
      guilty: 0,
      isPool: false,
      isRow: false,
      steps,
    } as const
    expect(verdictOf(schedule, () => 1)).toBe('fail')
  })

  it.each<[closed: string, Does]>([
    ['its connections', 'idle'],
    ['all its connections but one', 'thin'],
  ])(
    'is advice where a pool closed %s while its workers waited, and one is refused again',
    (_closed, rests) => {
      const does = (worker: number, ...each: Does[]) =>
        each.map((one): Step => ({ worker, does: one }))
      const begin = [0, 1, 2].flatMap((worker) => does(worker, 'send'))
      const told = [0, 1, 2].flatMap((worker) => does(worker, 'answer'))
      // Any of them may make these two calls: for two, the wait is over, and the third was just told.
      const again = does(1, rests, 'send', 'answer', 'send', 'answer')
      const steps = [...begin, ...told, ...again]
      const schedule = { rule: 'waits_out_outage', guilty: 1, isPool: true, isRow: false } as const
      const idle = steps.findIndex((step) => step.does === rests)
      expect(verdictOf({ ...schedule, steps }, (at) => (at === idle ? 31_000 : 1))).toBe('advice')
    },
  )

  it('is advice where threads take turns in a pool that closed a connection, and each is told once', () => {
    const does = (worker: number, ...each: Does[]) =>
      each.map((one): Step => ({ worker, does: one }))
    const warm = [0, 1]
      .flatMap((worker) => does(worker, 'send'))
      .concat([0, 1].flatMap((worker) => does(worker, 'answer')))
    // What the warm pool was told is over after 31 s. The guilty one plays each of the three threads.
    const steps = [...warm, ...does(1, 'thin'), ...does(1, ...repeated(['send', 'answer'], 3))]
    const schedule = { rule: 'waits_out_outage', guilty: 1, isPool: true, isRow: false } as const
    const thin = steps.findIndex((step) => step.does === 'thin')
    expect(verdictOf({ ...schedule, steps }, (at) => (at === thin ? 31_000 : 1))).toBe('advice')
  })

  it('is the same at any speed of the machine', () => {
    fc.assert(
      fc.property(schedules, speeds, (schedule, times) => {
        const verdict = verdictOf(schedule, () => 1)
        expect(verdictOf(schedule, (at) => times[at % times.length]!)).toBe(verdict)
      }),
      { numRuns },
    )
  })
})
