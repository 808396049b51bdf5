import fc from 'fast-check'
import { expect, it } from 'vitest'
import { storedBounds } from '../../../src/contract/values/bounds.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import {
  CachedTexts,
  listedTexts,
  storedTexts,
  TextCache,
  toSized,
} from '../../../src/core/aliases/text-cache.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

const COUNT = 8
const MAX_BYTES = 1_000

const step = fc.record({
  what: fc.constantFrom('keep', 'keepWithin', 'forget', 'clear'),
  owner: fc.nat(1),
  which: fc.nat(COUNT - 1),
  length: fc.nat(1_200),
})

it('counts exactly the texts in the cache, and never exceeds its bound', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const cache = new TextCache(MAX_BYTES)
      const owners = [new CachedTexts(cache), new CachedTexts(cache)]
      for (const { what, owner, which, length } of steps) {
        const texts = owners[owner]!
        if (what === 'forget') texts.forget(which)
        else if (what === 'clear') texts.clear()
        else if (!texts.get(which)) texts[what](which, toSized('x'.repeat(length)))
        const bytes = owners.map((each) => {
          const kept = Array.from({ length: COUNT }, (_, number) => each.get(number))
          return kept.reduce((sum, sized) => sum + (sized ? sized.text.length + 72 : 0), 0)
        })
        expect(owners.map((each) => each.bytes)).toEqual(bytes)
        expect(cache.bytes).toBe(bytes[0]! + bytes[1]!)
        expect(cache.bytes).toBeLessThanOrEqual(MAX_BYTES)
      }
    }),
  )
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

it('pages are the same when the texts of all aliases exceed the cache', () => {
  const sandbox = coreSandbox({ limits: { burst: 'off', daily: 'off' } })
  const body = JSON.stringify({ label: 'x'.repeat(60_000), note: 'y'.repeat(35_000) })
  for (let count = 0; count < 380; count += 1) callCore(sandbox, { body })
  const pages = listAll(sandbox)
  expect(pages.join('').length).toBeGreaterThan(storedBounds.listedTextsBytes.max)
  expect(listAll(sandbox)).toEqual(pages)
  expect(listedTexts.bytes).toBeLessThanOrEqual(storedBounds.listedTextsBytes.max)
})

it.each<[what: string, end: (sandbox: Sandbox) => void]>([
  ['deleted', (sandbox) => sandbox.deleteAccount('other')],
  ['reset', (sandbox) => sandbox.perform(sandbox.account('other'), 'reset', {}, MACHINE_MS)],
  ['gone with a reset of the sandbox', (sandbox) => sandbox.reset(MACHINE_MS)],
  ['replaced', (sandbox) => sandbox.restore(sandbox.toState(MACHINE_MS))],
])('no text is kept of an account that is %s', (_what, end) => {
  listedTexts.clear()
  storedTexts.clear()
  const sandbox = coreSandbox({})
  sandbox.createAccount({ name: 'other', scenario: 'many_pages', apiKey: 'sandbox_k' }, MACHINE_MS)
  callCore(sandbox, { method: 'GET', key: 'sandbox_k' })
  sandbox.toState(MACHINE_MS)
  expect(listedTexts.bytes).toBeGreaterThan(0)
  expect(storedTexts.bytes).toBeGreaterThan(0)
  end(sandbox)
  expect(listedTexts.bytes).toBe(0)
  expect(storedTexts.bytes).toBe(0)
})
