import { describe, expect, it } from 'vitest'
import { JournalBudget } from '../../../src/core/memory/journal-budget.ts'
import { Journal } from '../../../src/core/record/journal.ts'
import type { Entry } from '../../../src/core/record/entry.ts'
import { seedRandom } from '../../../src/core/random/random.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox } from '../../support/core/core-sandbox.ts'

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

const numbersOf = (journal: Journal) => journal.entries().map(({ number }) => number)

function fill(journal: Journal, count: number, parts: Parts = {}) {
  for (let left = count; left > 0; left -= 1) journal.add(entry(journal.next, parts))
}

describe('a journal', () => {
  it('is empty at first', () => {
    const journal = new Journal(3)
    expect([journal.entries(), journal.next, journal.forgotten]).toEqual([[], 1, 0])
  })

  it('keeps the latest entries, oldest first, and counts those it dropped', () => {
    const journal = new Journal(3)
    fill(journal, 3)
    expect([numbersOf(journal), journal.forgotten]).toEqual([[1, 2, 3], 0])
    fill(journal, 2)
    expect([numbersOf(journal), journal.forgotten, journal.next]).toEqual([[3, 4, 5], 2, 6])
  })

  it('finds an entry by its number until it is dropped', () => {
    const journal = new Journal(3)
    fill(journal, 5)
    expect([2, 3, 4, 6].map((number) => journal.find(number)?.number)).toEqual([
      undefined,
      3,
      4,
      undefined,
    ])
  })

  it('is empty once cleared, and continues its numbers', () => {
    const journal = new Journal(3)
    fill(journal, 2)
    journal.clear()
    expect([numbersOf(journal), journal.forgotten, journal.next]).toEqual([[], 2, 3])
    fill(journal, 4)
    expect(numbersOf(journal)).toEqual([4, 5, 6])
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
    const journal = new Journal(100, new JournalBudget(64 * MIB, MIB))
    for (let call = 0; call < 40; call += 1) fill(journal, 1, structuredClone(parts))
    expect(journal.entries().length).toBeGreaterThanOrEqual(14)
    expect(journal.entries().length).toBeLessThanOrEqual(16)
    expect(journal.bytes).toBeLessThanOrEqual(MIB)
    expect(journal.next).toBe(41)
    expect(numbersOf(journal).at(-1)).toBe(40)
  })

  it('counting shared parts of calls only once', () => {
    const journal = new Journal(1_000, new JournalBudget(64 * MIB, MIB))
    const headers = { 'x-long': 'x'.repeat(16 * KIB) }
    fill(journal, 200, { headers })
    expect(journal.entries()).toHaveLength(200)
    fill(journal, 70, { body: text })
    expect(journal.bytes).toBeLessThanOrEqual(MIB)
    expect(numbersOf(journal).at(-1)).toBe(270)
  })

  it('without counting what was dropped or cleared', () => {
    const journal = new Journal(8, new JournalBudget(64 * MIB, MIB))
    fill(journal, 4, { body: text })
    fill(journal, 8)
    const empty = journal.bytes
    fill(journal, 8, { body: text })
    fill(journal, 8)
    expect(journal.bytes).toBe(empty)
    journal.clear()
    expect(journal.bytes).toBe(0)
  })

  it('and drops an entry that alone is larger, but not the next one', () => {
    const journal = new Journal(8)
    fill(journal, 1, { weight: 9 * MIB })
    expect([numbersOf(journal), journal.forgotten]).toEqual([[], 1])
    fill(journal, 1)
    expect(numbersOf(journal)).toEqual([2])
  })

  it('and reports which bound dropped entries, until it is cleared', () => {
    const journal = new Journal(20, new JournalBudget(64 * MIB, MIB))
    fill(journal, 25)
    expect(journal.dropped).toEqual({ entries: 5, account_bytes: 0, sandbox_bytes: 0 })
    fill(journal, 20, { body: text })
    expect(journal.dropped.account_bytes).toBeGreaterThan(0)
    journal.clear()
    expect(journal.dropped).toEqual({ entries: 0, account_bytes: 0, sandbox_bytes: 0 })
  })
})

describe('all journals of a sandbox', () => {
  const text = 'x'.repeat(64 * KIB)

  it('share one bound: the oldest entry of all is dropped', () => {
    const budget = new JournalBudget(MIB)
    const [first, second] = [new Journal(100, budget), new Journal(100, budget)]
    fill(first, 5, { body: text })
    fill(second, 12, { body: text })
    expect(budget.bytes).toBeLessThanOrEqual(MIB)
    expect(numbersOf(first)).toEqual([3, 4, 5])
    expect(numbersOf(second)).toHaveLength(12)
    expect(first.dropped).toEqual({ entries: 0, account_bytes: 0, sandbox_bytes: 2 })
    fill(second, 6, { body: text })
    expect([numbersOf(first), numbersOf(second).length]).toEqual([[], 15])
  })

  it('free the bytes of a cleared one', () => {
    const budget = new JournalBudget(MIB)
    const [first, second] = [new Journal(100, budget), new Journal(100, budget)]
    fill(first, 14, { body: text })
    first.clear()
    expect(budget.bytes).toBe(0)
    fill(second, 14, { body: text })
    expect(numbersOf(second)).toHaveLength(14)
  })

  it.each([1, 2, 3, 4])('stay within the bound for any sequence of calls (%i)', (seed) => {
    const random = seedRandom(seed)
    const budget = new JournalBudget(MIB, MIB / 2)
    const journals = [1, 10, 1_000].map((capacity) => new Journal(capacity, budget))
    const newest: string[] = []
    for (let step = 0; step < 3_000; step += 1) {
      const index = random.below(3)
      const journal = journals[index]!
      if (random.below(500) === 0) journal.clear()
      fill(journal, 1, { body: 'x'.repeat(random.below(20) ** 4) })
      newest.push(`${index}/${journal.next - 1}`)
      expect(budget.bytes).toBeLessThanOrEqual(MIB)
      expect(budget.bytes).toBe(journals.reduce((sum, { bytes }) => sum + bytes, 0))
      expect(numbersOf(journal).at(-1)).toBe(journal.next - 1)
    }
    // The numbers have no gaps: only the oldest entries were dropped.
    for (const journal of journals) {
      const numbers = numbersOf(journal)
      expect(numbers).toEqual(
        numbers.map((_number, index) => journal.next - numbers.length + index),
      )
    }
  })
})
