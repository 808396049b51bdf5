import { numberOf } from '../../../src/contract/history/entry-types.ts'
import type { RequestEntry } from '../../../src/contract/history/entry.ts'
import { describe, expect, it } from 'vitest'
import { Histories } from '../../../src/core/histories.ts'
import { LazyResponse } from '../../../src/core/sizes/lazy-response.ts'
import { History } from '../../../src/core/record/history.ts'
import { seedRandom } from '../../../src/core/random/random.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

const KIB = 1_024
const MIB = 1_024 * KIB
let made: RequestEntry | undefined
const example = () => (made ??= callCore(coreSandbox({})))

type Parts = Partial<Pick<RequestEntry, 'why' | 'checks'>> &
  Partial<Pick<RequestEntry['request'], 'body' | 'query' | 'path' | 'headers'>> & {
    answer?: string
    bytes?: number
  }

/** A small entry with the given fields. */
function entry(number: number, parts: Parts = {}): RequestEntry {
  const { body = null, query = '', path = '/', headers = {}, answer = '', bytes } = parts
  const { why = '', checks = [] } = parts
  return {
    ...example(),
    id: `req_${number}`,
    why,
    checks,
    request: { ...example().request, body, query, path, headers },
    response:
      bytes === undefined
        ? { status: 200, headers: {}, body: answer }
        : new LazyResponse(bytes, () => []),
  }
}

const makeHistory = (maxCalls: number) => new History('default', { maxCalls })
type Made = ReturnType<typeof makeHistory>

const fail = (error: unknown) => {
  throw error
}

/** Histories of so many bytes together. */
const bounded = (maxBytes: number, maxCalls = 100) => new Histories(maxCalls, maxBytes, fail)

const numbersOf = ({ requests }: Made) => requests.entries().map(numberOf)

function fill(history: Made, count: number, parts: Parts = {}) {
  for (let left = count; left > 0; left -= 1) {
    if (history.bases.isDue(history.nextCall)) history.addBase(null)
    history.addCall(entry(history.nextCall, parts))
  }
}

describe('histories are bounded in bytes', () => {
  const text = 'x'.repeat(32 * KIB)

  it.each<[what: string, Parts]>([
    ['bodies that were sent', { body: text }],
    ['bodies that were answered', { answer: text }],
    ['queries', { query: text + text }],
    ['paths', { path: text + text }],
    ['headers', { headers: { 'x-long': text + text } }],
    ['reasons', { why: text }],
    ['notes', { checks: [{ check: 'body', passed: true, detail: text }] }],
    ['what an answer says that it keeps', { bytes: 64 * KIB }],
    ['texts of two bytes a character', { body: '\u4e2d'.repeat(32 * KIB) }],
  ])('counting %s', (_what, parts) => {
    const history = bounded(MIB).make('default')
    for (let call = 0; call < 40; call += 1) fill(history, 1, structuredClone(parts))
    expect(history.requests.entries().length).toBeGreaterThanOrEqual(14)
    expect(history.requests.entries().length).toBeLessThanOrEqual(16)
    expect(history.nextCall).toBe(41)
    expect(numbersOf(history).at(-1)).toBe(40)
  })

  it('together: the oldest entry of all is dropped', () => {
    const histories = bounded(MIB)
    const [first, second] = [histories.make('first'), histories.make('second')]
    fill(first, 5, { body: text })
    fill(second, 12, { body: text })
    expect(numbersOf(first)).toEqual([3, 4, 5])
    expect(numbersOf(second)).toHaveLength(12)
    expect(first.requests.dropped).toEqual({ entries: 0, bytes: 2 })
    fill(second, 6, { body: text })
    expect([numbersOf(first), numbersOf(second).length]).toEqual([[], 15])
  })

  it.each([1, 2, 3, 4])(
    'and keep the newest, without gaps, for any sequence of calls (%i)',
    (seed) => {
      const random = seedRandom(seed)
      const histories = bounded(MIB)
      const all = ['one', 'other', 'third'].map((name) => histories.make(name))
      for (let step = 0; step < 3_000; step += 1) {
        const history = all[random.below(3)]!
        if (random.below(500) === 0) history.requests.clear()
        fill(history, 1, { body: 'x'.repeat(random.below(20) ** 4) })
        expect(numbersOf(history).at(-1)).toBe(history.nextCall - 1)
      }
      for (const history of all) {
        const numbers = numbersOf(history)
        expect(numbers).toEqual(
          numbers.map((_number, index) => history.nextCall - numbers.length + index),
        )
      }
    },
  )
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
    return accounts.map(({ history }) => history.bases.all().length)
  }

  it(
    'is held up to a bound for all of them, and then the oldest cannot be gone back to',
    { tags: ['long'] },
    () => {
      expect(basesAfter(2, 'one')).toEqual([4])
      const [many] = basesAfter(20, 'one')
      expect(many).toBeLessThan(20)
      const [first, second] = basesAfter(12, 'one', 'other')
      expect(first! + second!).toBeLessThan(20)
    },
  )
})
