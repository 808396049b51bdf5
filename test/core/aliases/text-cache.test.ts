import fc from 'fast-check'
import { expect, it } from 'vitest'
import { storedBounds } from '../../../src/contract/values/bounds.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { listedTexts, TextCache } from '../../../src/core/aliases/text-cache.ts'
import { toAlias } from '../../../src/core/aliases/alias.ts'
import { storedAlias } from '../../support/core/stored-alias.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox } from '../../support/core/core-sandbox.ts'

const COUNT = 8
const MAX_BYTES = 1_000
const aliases = Array.from({ length: COUNT }, (_, at) => toAlias(storedAlias(`a${at}`, at)))
const writers = [{}, {}]

const step = fc.record({
  writer: fc.nat(1),
  which: fc.nat(COUNT - 1),
  length: fc.nat(1_200),
  left: fc.option(fc.nat(COUNT)),
})

it.each(['drop', 'refuse'] as const)(
  'a text is found as it was kept, by its writer alone, within the bound (%s)',
  (whenFull) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const cache = new TextCache(MAX_BYTES, whenFull)
        const last = new Map<object, { writer: object; text: string }>()
        for (const { writer, which, length, left } of steps) {
          const [alias, by] = [aliases[which]!, writers[writer]!]
          const known = cache.get(alias, by)
          if (known) {
            expect({ writer: by, text: known.text }).toEqual(last.get(alias))
            expect(last.get(alias)!.writer).toBe(by)
          } else {
            const text = 'x'.repeat(length)
            expect(cache.keep(alias, by, text).text).toBe(text)
            if (cache.get(alias, by)) last.set(alias, { writer: by, text })
          }
          if (left !== null) cache.dropIfMostAreGone(left)
          expect(cache.bytes).toBeLessThanOrEqual(MAX_BYTES)
        }
      }),
    )
  },
)

it('texts are dropped when most are of aliases that are gone', () => {
  const cache = new TextCache(100_000, 'refuse')
  for (const alias of aliases) cache.keep(alias, cache, 'x')
  cache.dropIfMostAreGone(COUNT / 2)
  expect(cache.get(aliases[0]!, cache)?.text).toBe('x')
  cache.dropIfMostAreGone(COUNT / 2 - 1)
  expect(cache.get(aliases[0]!, cache)).toBeUndefined()
  expect(cache.bytes).toBe(0)
})

function listAll(sandbox: Sandbox): string[] {
  const bodies: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = `limit=100${cursor && `&last_key=${cursor}`}`
    const page: string = callCore(sandbox, { method: 'GET', query }).response.body
    bodies.push(page)
    cursor = (JSON.parse(page) as { next_cursor: string | null }).next_cursor
  }
  return bodies
}

it('pages are the same when the texts of all aliases exceed the cache', { tags: ['long'] }, () => {
  const sandbox = coreSandbox({ limits: { burst: 'off', daily: 'off' } })
  const body = JSON.stringify({ label: 'x'.repeat(60_000), note: 'y'.repeat(35_000) })
  for (let count = 0; count < 380; count += 1) callCore(sandbox, { body })
  const pages = listAll(sandbox)
  expect(pages.join('').length).toBeGreaterThan(storedBounds.listedTextsBytes.max)
  expect(listAll(sandbox)).toEqual(pages)
  expect(listedTexts.bytes).toBeLessThanOrEqual(storedBounds.listedTextsBytes.max)
})
