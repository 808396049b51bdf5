import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  judgedRules,
  SimulatedServer,
  type Arrival,
  type JudgedRule,
  type Turn,
} from './simulated-server.ts'

// Random schedules of clients against a server without a network. What counts is the order of the server's events.

/** `npm test` makes fewer of them. */
const numRuns = Number(process.env['SCHEDULE_RUNS'] ?? 20_000)

/** How workers come by their connections. */
const ways = ['kept', 'opened before', 'new for each', 'two in turn', 'pool'] as const
type Way = (typeof ways)[number]

type Schedule = {
  rule: JudgedRule
  way: Way
  workers: number
  /** Do they share what one of them was told? */
  isShared: boolean
  /** Does one of them go on in spite of what it was told? */
  isHasty: boolean
  /** Does the run hold its first refusals? */
  isJudged: boolean
  picks: readonly number[]
}

const schedules: fc.Arbitrary<Schedule> = fc
  .record({
    rule: fc.constantFrom(...judgedRules),
    way: fc.constantFrom(...ways),
    workers: fc.integer({ min: 1, max: 8 }),
    isShared: fc.boolean(),
    isHasty: fc.boolean(),
    isJudged: fc.boolean(),
    picks: fc.array(fc.nat(1_000), { minLength: 20, maxLength: 60 }),
  })
  .map((schedule) => ({
    ...schedule,
    // Workers that open a connection for each request look like one, unless the first refusal is held.
    isJudged: schedule.isJudged || schedule.way === 'new for each',
    // A client that makes one request after the other, on two connections in turn, works alone.
    workers: schedule.way === 'two in turn' ? 1 : schedule.workers,
  }))

type Worker = { id: number; left: number; isTold: boolean; uses: number | undefined; sent: number }

/** Plays a schedule to its end; the workers decide in each turn by what they were told. */
function play({ rule, way, workers: count, isShared, isHasty, isJudged, picks }: Schedule) {
  const server = new SimulatedServer(rule, isJudged)
  let [pick, opened, isAnyTold] = [0, 0, false]
  const next = (below: number) => {
    pick += 1
    return (picks[pick % picks.length]! + pick) % below
  }
  const workers = Array.from({ length: count }, (_, id): Worker => {
    const left = isHasty && id === 0 ? 10 * count + 11 : 1
    return { id, left, isTold: false, uses: undefined, sent: 0 }
  })
  const free: number[] = []
  const closing: number[] = []
  const open = (arrivals: Arrival[]) => {
    opened += 1
    arrivals.push({ does: 'open', connection: opened })
    return opened
  }
  const own = new Map<number, number[]>()
  if (way !== 'new for each' && way !== 'pool') {
    const arrivals: Arrival[] = []
    const each = way === 'two in turn' ? 2 : 1
    for (const { id } of workers)
      own.set(
        id,
        Array.from({ length: each }, () => open(arrivals)),
      )
    if (way === 'opened before') for (let more = next(4); more > 0; more -= 1) open(arrivals)
    server.play({ ms: next(9), arrivals })
  }
  const take = (worker: Worker, arrivals: Arrival[]) => {
    if (way === 'new for each') return open(arrivals)
    if (way === 'pool') return free.pop() ?? open(arrivals)
    const connections = own.get(worker.id)!
    return connections[worker.sent % connections.length]!
  }
  const stops = (worker: Worker) => {
    if (worker.left === 0) return true
    if (isHasty && worker.id === 0) return false
    return worker.isTold || (isShared && isAnyTold)
  }
  const isDone = () => workers.every((worker) => worker.uses === undefined && stops(worker))
  while (!isDone()) {
    const arrivals: Arrival[] = []
    for (const worker of workers) {
      if (worker.uses !== undefined || stops(worker)) continue
      // All begin before the first refusal is handed over; later a worker may take its time.
      if (worker.sent > 0 && next(3) === 0) continue
      const connection = take(worker, arrivals)
      arrivals.push({ does: 'send', connection })
      Object.assign(worker, { uses: connection, sent: worker.sent + 1, left: worker.left - 1 })
    }
    server.play({ ms: 1 + next(9), arrivals }, (connection) => {
      const worker = workers.find(({ uses }) => uses === connection)!
      Object.assign(worker, { uses: undefined, isTold: true })
      isAnyTold = true
      if (way === 'new for each') closing.push(connection)
      else if (way === 'pool') free.push(connection)
    })
    const closed = closing.splice(0).map((connection): Arrival => ({ does: 'close', connection }))
    if (closed.length > 0) server.play({ ms: 0, arrivals: closed })
  }
  return { verdict: server.judge(rule).verdict, turns: server.turns }
}

/** The verdict on the same turns, in each of which other requests come first. */
function verdictInOtherOrder({ rule, isJudged }: Schedule, turns: readonly Turn[]) {
  const server = new SimulatedServer(rule, isJudged)
  for (const { ms, arrivals } of turns) {
    const isSent = ({ does }: Arrival) => does === 'send'
    const others = arrivals.filter((each) => !isSent(each))
    server.play({ ms, arrivals: [...others, ...arrivals.filter(isSent).toReversed()] })
  }
  return server.judge(rule).verdict
}

describe('the verdict on random schedules', () => {
  it('is never fail for workers each of which waits when it is told, and never pass for one that goes on', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const { verdict } = play(schedule)
        expect(verdict).not.toBe(schedule.isHasty ? 'pass' : 'fail')
      }),
      { numRuns },
    )
  })

  it('is fail for one that goes on alone', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const alone = { ...schedule, workers: 1, isHasty: true, isJudged: false }
        expect(play(alone).verdict).toBe('fail')
      }),
      { numRuns: numRuns / 4 },
    )
  })

  it('is the same in another order of arrival within a turn, save the step from pass to advice', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const { verdict, turns } = play(schedule)
        const other = verdictInOtherOrder(schedule, turns)
        expect(other === 'fail').toBe(verdict === 'fail')
      }),
      { numRuns },
    )
  })
})

/** The connections of these numbers, accepted before anything else. */
const opened = (count: number): Turn => ({
  ms: 0,
  arrivals: Array.from({ length: count }, (_, at) => ({ does: 'open', connection: at + 1 })),
})
const send = (...connections: number[]): Turn => ({
  ms: 1,
  arrivals: connections.map((connection) => ({ does: 'send', connection })),
})
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe('the worked cases', () => {
  const verdictOf = (rule: JudgedRule, turns: readonly Turn[], isJudged = false) => {
    const server = new SimulatedServer(rule, isJudged)
    for (const turn of turns) server.play(turn)
    return server.judge(rule)
  }
  const newEach = (count: number) =>
    numbers(count).flatMap((connection): Turn[] => [
      { ms: 1, arrivals: [{ does: 'open', connection }] },
      send(connection),
      { ms: 0, arrivals: [{ does: 'close', connection }] },
    ])
  const inTurn = (count: number) => numbers(count).map((number) => send(1 + (number % 2)))

  it.each<[who: string, rule: JudgedRule, turns: Turn[], verdict: string]>([
    ['one, in turn, a new connection for each request', 'waits_out_outage', newEach(2), 'fail'],
    ['two connections in turn, one early', 'waits_out_outage', [opened(2), ...inTurn(2)], 'advice'],
    ['two connections in turn, two early', 'waits_out_outage', [opened(2), ...inTurn(3)], 'fail'],
    ['two connections in turn, five times', 'no_loop_on_403', [opened(2), ...inTurn(5)], 'advice'],
    ['two connections in turn, ten times', 'no_loop_on_403', [opened(2), ...inTurn(10)], 'fail'],
    [
      'twelve connections opened before, one request on each after the other',
      'waits_out_burst',
      [opened(12), ...numbers(12).map((number) => send(number))],
      'advice',
    ],
    ['eight at once', 'waits_out_outage', [opened(8), send(...numbers(8))], 'pass'],
    [
      'eight at once, some of whose requests arrive when the first was told',
      'waits_out_outage',
      [opened(8), send(1, 2), send(...numbers(8).slice(2))],
      'pass',
    ],
    ['one more than connections', 'waits_out_burst', [opened(2), send(1, 2), send(1)], 'fail'],
    [
      'two processes',
      'waits_out_outage',
      [opened(1), send(1), ...newEach(2).slice(3), send(1)],
      'fail',
    ],
  ])('%s: %s', (_who, rule, turns, verdict) => {
    expect(verdictOf(rule, turns).verdict).toBe(verdict)
  })

  it('says the numbers', () => {
    const { why } = verdictOf('waits_out_outage', [
      opened(2),
      send(1, 2),
      send(1),
      send(2),
      send(1),
    ])
    expect(why).toMatch(
      /^3 requests came while 2 refusals were in force, and 2 connections were in use: whoever sent them had been told\./,
    )
  })

  it.each<[rule: JudgedRule, verdict: string]>([
    ['waits_out_outage', 'fail'],
    ['no_loop_on_403', 'advice'],
  ])('names the queue behind eight sockets: %s is %s', (rule, verdict) => {
    const queued = [send(...numbers(8)), send(...numbers(8)), send(...numbers(4))]
    const row = verdictOf(rule, [opened(8), ...queued])
    expect(row.verdict).toBe(verdict)
    expect(row.why).toMatch(/a queue behind 8 connections: the queue has to stop, too$/)
  })

  it('sees eight that open a connection for each request, where the first refusal is held', () => {
    const starts = newEach(8).filter(({ arrivals: [first] }) => first!.does !== 'close')
    const turns = [...starts, { ms: 60, arrivals: [] }]
    expect(verdictOf('waits_out_outage', turns).verdict).not.toBe('pass')
    expect(verdictOf('waits_out_outage', turns, true).verdict).toBe('pass')
  })
})
