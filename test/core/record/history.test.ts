import { describe, expect, it } from 'vitest'
import { HistoryBudget } from '../../../src/core/memory/history-budget.ts'
import { History, type Order } from '../../../src/core/record/history.ts'
import type { Entry } from '../../../src/core/record/entry.ts'
import { seedRandom } from '../../../src/core/random/random.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

const KIB = 1_024
const MIB = 1_024 * KIB
let made: Entry | undefined
const example = () => (made ??= callCore(coreSandbox({})))

type Parts = Partial<Pick<Entry, 'why' | 'checks'>> &
  Partial<Pick<Entry['request'], 'body' | 'query' | 'path' | 'headers'>> & {
    answer?: string
    weight?: number
  }

/** A small entry with the given fields. */
function entry(number: number, parts: Parts = {}): Entry {
  const { body = null, query = '', path = '/', headers = {}, answer = '', weight } = parts
  const { why = '', checks = [] } = parts
  return {
    ...example(),
    number,
    why,
    checks,
    request: { ...example().request, body, query, path, headers },
    response: { status: 200, headers: {}, body: answer, ...(weight !== undefined && { weight }) },
  }
}

const makeHistory = (maxCalls: number, budget?: HistoryBudget, order?: Order) =>
  new History<null>('default', {
    maxCalls,
    ...(budget && { budget }),
    ...(order && { order }),
  })
type Made = ReturnType<typeof makeHistory>

const numbersOf = ({ journal }: Made) => journal.entries().map(({ number }) => number)

function fill(history: Made, count: number, parts: Parts = {}) {
  for (let left = count; left > 0; left -= 1) {
    if (history.isBaseDue) history.addBase(null, 0)
    history.addCall(entry(history.nextCall, parts))
  }
}

describe('a journal', () => {
  it('is empty at first', () => {
    const history = makeHistory(3)
    expect([history.journal.entries(), history.nextCall, history.forgotten]).toEqual([[], 1, 0])
  })

  it('keeps the latest entries, oldest first, and counts those it dropped', () => {
    const history = makeHistory(3)
    fill(history, 3)
    expect([numbersOf(history), history.forgotten]).toEqual([[1, 2, 3], 0])
    fill(history, 2)
    expect([numbersOf(history), history.forgotten, history.nextCall]).toEqual([[3, 4, 5], 2, 6])
  })

  it('finds an entry by its number until it is dropped', () => {
    const history = makeHistory(3)
    fill(history, 5)
    expect([2, 3, 4, 6].map((number) => history.journal.find(number)?.number)).toEqual([
      undefined,
      3,
      4,
      undefined,
    ])
  })

  it('is empty once cleared, and continues its numbers', () => {
    const history = makeHistory(3)
    fill(history, 2)
    history.clearJournal()
    expect([numbersOf(history), history.forgotten, history.nextCall]).toEqual([[], 2, 3])
    fill(history, 4)
    expect(numbersOf(history)).toEqual([4, 5, 6])
  })
})

describe('a journal is bounded in bytes', () => {
  const text = 'x'.repeat(64 * KIB)

  it.each<[what: string, Parts]>([
    ['bodies that were sent', { body: text }],
    ['bodies that were answered', { answer: text }],
    ['queries', { query: text }],
    ['paths', { path: text }],
    ['headers', { headers: { 'x-long': text } }],
    ['reasons', { why: text }],
    ['notes', { checks: [{ check: 'body', passed: true, detail: text }] }],
    ['what an answer says that it weighs', { weight: 64 * KIB }],
    ['texts of two bytes a character', { body: '\u4e2d'.repeat(32 * KIB) }],
  ])('counting %s', (_what, parts) => {
    const history = makeHistory(
      100,
      new HistoryBudget({ entriesBytes: 64 * MIB, formerBytes: MIB }, MIB),
    )
    for (let call = 0; call < 40; call += 1) fill(history, 1, structuredClone(parts))
    expect(history.journal.entries().length).toBeGreaterThanOrEqual(14)
    expect(history.journal.entries().length).toBeLessThanOrEqual(16)
    expect(history.bytes).toBeLessThanOrEqual(MIB)
    expect(history.nextCall).toBe(41)
    expect(numbersOf(history).at(-1)).toBe(40)
  })

  it('counting shared parts of calls only once', () => {
    const history = makeHistory(
      1_000,
      new HistoryBudget({ entriesBytes: 64 * MIB, formerBytes: MIB }, MIB),
    )
    const headers = { 'x-long': 'x'.repeat(16 * KIB) }
    fill(history, 200, { headers })
    expect(history.journal.entries()).toHaveLength(200)
    fill(history, 70, { body: text })
    expect(history.bytes).toBeLessThanOrEqual(MIB)
    expect(numbersOf(history).at(-1)).toBe(270)
  })

  it('without counting what was dropped or cleared', () => {
    const history = makeHistory(
      8,
      new HistoryBudget({ entriesBytes: 64 * MIB, formerBytes: MIB }, MIB),
    )
    fill(history, 4, { body: text })
    fill(history, 8)
    const empty = history.bytes
    fill(history, 8, { body: text })
    fill(history, 8)
    expect(history.bytes).toBe(empty)
    history.forget()
    expect(history.bytes).toBe(0)
  })

  it('and drops an entry that alone is larger, but not the next one', () => {
    const history = makeHistory(8)
    fill(history, 1, { weight: 9 * MIB })
    expect([numbersOf(history), history.forgotten]).toEqual([[], 1])
    fill(history, 1)
    expect(numbersOf(history)).toEqual([2])
  })

  it('and reports which bound dropped entries, until it is cleared', () => {
    const history = makeHistory(
      20,
      new HistoryBudget({ entriesBytes: 64 * MIB, formerBytes: MIB }, MIB),
    )
    fill(history, 25)
    expect(history.dropped).toEqual({ entries: 5, account_bytes: 0, sandbox_bytes: 0 })
    fill(history, 20, { body: text })
    expect(history.dropped.account_bytes).toBeGreaterThan(0)
    history.clearJournal()
    expect(history.dropped).toEqual({ entries: 0, account_bytes: 0, sandbox_bytes: 0 })
  })
})

describe('all journals of a sandbox', () => {
  const text = 'x'.repeat(64 * KIB)

  it('share one bound: the oldest entry of all is dropped', () => {
    const budget = new HistoryBudget({ entriesBytes: MIB, formerBytes: MIB })
    const order = { last: 0 }
    const [first, second] = [makeHistory(100, budget, order), makeHistory(100, budget, order)]
    fill(first, 5, { body: text })
    fill(second, 12, { body: text })
    expect(budget.bytes).toBeLessThanOrEqual(MIB)
    expect(numbersOf(first)).toEqual([3, 4, 5])
    expect(numbersOf(second)).toHaveLength(12)
    expect(first.dropped).toEqual({ entries: 0, account_bytes: 0, sandbox_bytes: 2 })
    fill(second, 6, { body: text })
    expect([numbersOf(first), numbersOf(second).length]).toEqual([[], 15])
  })

  it('free the bytes of one that is forgotten', () => {
    const budget = new HistoryBudget({ entriesBytes: MIB, formerBytes: MIB })
    const order = { last: 0 }
    const [first, second] = [makeHistory(100, budget, order), makeHistory(100, budget, order)]
    fill(first, 14, { body: text })
    first.forget()
    expect(budget.bytes).toBe(0)
    fill(second, 14, { body: text })
    expect(numbersOf(second)).toHaveLength(14)
  })

  it.each([1, 2, 3, 4])('stay within the bound for any sequence of calls (%i)', (seed) => {
    const random = seedRandom(seed)
    const budget = new HistoryBudget({ entriesBytes: MIB, formerBytes: MIB }, MIB / 2)
    const order = { last: 0 }
    const histories = [1, 10, 1_000].map((calls) => makeHistory(calls, budget, order))
    const newest: string[] = []
    for (let step = 0; step < 3_000; step += 1) {
      const index = random.below(3)
      const history = histories[index]!
      if (random.below(500) === 0) history.clearJournal()
      fill(history, 1, { body: 'x'.repeat(random.below(20) ** 4) })
      newest.push(`${index}/${history.nextCall - 1}`)
      expect(budget.bytes).toBeLessThanOrEqual(MIB)
      expect(budget.bytes).toBe(histories.reduce((sum, { bytes }) => sum + bytes, 0))
      expect(numbersOf(history).at(-1)).toBe(history.nextCall - 1)
    }
    // The numbers have no gaps: only the oldest entries were dropped.
    for (const history of histories) {
      const numbers = numbersOf(history)
      expect(numbers).toEqual(
        numbers.map((_number, index) => history.nextCall - numbers.length + index),
      )
    }
  })
})

describe('what accounts let go of and could go back to', () => {
  const populated = { count: 20_000 }

  /** How many bases an account has after it was populated and reset this often. */
  function basesAfter(rounds: number, ...names: string[]): number[] {
    const sandbox = coreSandbox({})
    const accounts = names.map((name) => sandbox.createAccount({ name }, MACHINE_MS))
    for (let round = 0; round < rounds; round += 1) {
      for (const account of accounts) {
        sandbox.perform(account, 'populate_aliases', populated, MACHINE_MS)
        sandbox.perform(account, 'reset', {}, MACHINE_MS)
      }
    }
    return accounts.map(({ history }) => history.bases().length)
  }

  it(
    'is held up to a bound for all of them, and then the oldest cannot be gone back to',
    { tags: ['long'] },
    () => {
      expect(basesAfter(5, 'one')).toEqual([10])
      const [many] = basesAfter(20, 'one')
      expect(many).toBeGreaterThan(20)
      expect(many).toBeLessThan(40)
      const [first, second] = basesAfter(12, 'one', 'other')
      expect(first! + second!).toBeLessThan(40)
    },
  )

  it('costs nothing while nothing goes', () => {
    const sandbox = coreSandbox({ populate: 20_000 })
    const account = sandbox.account('default')
    for (let round = 0; round < 100; round += 1) {
      sandbox.perform(account, 'reset', {}, MACHINE_MS)
      callCore(sandbox)
    }
    expect(account.history.bases().length).toBeGreaterThan(190)
  })
})
