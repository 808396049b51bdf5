import { describe, expect, it } from 'vitest'
import { Journal, type Entry } from '../../src/core/journal.ts'
import { callCore } from '../support/core-call.ts'
import { coreSandbox } from '../support/core-sandbox.ts'

const MIB = 1024 * 1024
let made: Entry | undefined
const example = () => (made ??= callCore(coreSandbox({})))

type Parts = { body?: string | null; query?: string; answer?: string; weight?: number }

/** An entry that weighs 500 bytes and what is given. */
function entry(
  number: number,
  { body = null, query = '', answer = '', weight }: Parts = {},
): Entry {
  return {
    ...example(),
    number,
    request: { ...example().request, body, query },
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

  it('keeps the last ones, oldest first, and counts what it forgot', () => {
    const journal = new Journal(3)
    fill(journal, 3)
    expect([numbersOf(journal), journal.forgotten]).toEqual([[1, 2, 3], 0])
    fill(journal, 2)
    expect([numbersOf(journal), journal.forgotten, journal.next]).toEqual([[3, 4, 5], 2, 6])
  })

  it('finds one by its number while it is kept', () => {
    const journal = new Journal(3)
    fill(journal, 5)
    expect([2, 3, 4, 6].map((number) => journal.find(number)?.number)).toEqual([
      undefined,
      3,
      4,
      undefined,
    ])
  })

  it('once cleared, is empty, and its numbers go on', () => {
    const journal = new Journal(3)
    fill(journal, 2)
    journal.clear()
    expect([numbersOf(journal), journal.forgotten, journal.next]).toEqual([[], 2, 3])
    fill(journal, 4)
    expect(numbersOf(journal)).toEqual([4, 5, 6])
  })
})

describe('a journal holds 8 MiB of bodies at most', () => {
  const text = 'x'.repeat(MIB - 500)

  it.each<[what: string, Parts]>([
    ['bodies that were sent', { body: text }],
    ['bodies that were answered', { answer: text }],
    ['queries', { query: text }],
    ['what an answer says that it weighs', { weight: MIB - 500 }],
    ['that alone, whatever its body', { weight: MIB - 500, answer: text }],
  ])('of %s', (_what, parts) => {
    const journal = new Journal(100)
    fill(journal, 8, parts)
    expect(numbersOf(journal)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    fill(journal, 12, parts)
    expect(numbersOf(journal)).toEqual([13, 14, 15, 16, 17, 18, 19, 20])
  })

  it('and what is forgotten or cleared weighs no more', () => {
    const journal = new Journal(8)
    fill(journal, 4, { body: text })
    fill(journal, 8)
    fill(journal, 8, { body: text })
    expect(numbersOf(journal)).toHaveLength(8)
    const cleared = new Journal(100)
    fill(cleared, 3, { body: text })
    cleared.clear()
    fill(cleared, 20, { body: text })
    expect(numbersOf(cleared)).toEqual([16, 17, 18, 19, 20, 21, 22, 23])
  })

  it('in which an entry counts for 500 bytes beside its texts', () => {
    const journal = new Journal(20_000)
    fill(journal, 17_000)
    expect(journal.entries()).toHaveLength(Math.floor((8 * MIB) / 500))
  })

  it('one that alone weighs more is not kept', () => {
    const journal = new Journal(8)
    fill(journal, 1, { weight: 9 * MIB })
    expect([numbersOf(journal), journal.forgotten]).toEqual([[], 1])
  })
})
