import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AliasStore } from '../../../src/core/aliases/alias-store.ts'
import { storedBounds } from '../../../src/contract/bounds.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { storedTexts, TextCache, jsonTexts } from '../../../src/core/aliases/text-cache.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { storedAlias } from '../../support/core/stored-alias.ts'

const COUNT = 8
const MAX_BYTES = 1_000

const step = fc.record({
  what: fc.constantFrom('keep', 'keepWithin', 'forget', 'forgetAll'),
  which: fc.nat(COUNT - 1),
  length: fc.nat(1_200),
})

it('counts exactly the texts in the cache, and never exceeds its bound', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const cache = new TextCache('json', MAX_BYTES)
      const store = AliasStore.of([], [])
      const aliases = Array.from({ length: COUNT }, (_, seq) =>
        store.add(storedAlias(`id${seq}`, seq)),
      )
      for (const { what, which, length } of steps) {
        const alias = aliases[which]!
        if (what === 'forget') cache.forget(alias)
        else if (what === 'forgetAll')
          cache.forgetAll({
            size: 1,
            all: () => [alias],
            get: (id) => (id === alias.id ? alias : undefined),
          })
        else if (alias.json === null) cache[what](alias, 'x'.repeat(length))
        const stored = aliases.flatMap(({ json }) => (json === null ? [] : [json.length + 72]))
        expect(cache.bytes).toBe(stored.reduce((sum, bytes) => sum + bytes, 0))
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
  expect(jsonTexts.bytes).toBeLessThanOrEqual(storedBounds.listedTextsBytes.max)
})

it.each<[what: string, end: (sandbox: Sandbox) => void]>([
  ['deleted', (sandbox) => sandbox.deleteAccount('other')],
  ['reset', (sandbox) => sandbox.perform(sandbox.account('other'), 'reset', {}, MACHINE_MS)],
  ['gone with a reset of the sandbox', (sandbox) => sandbox.reset(MACHINE_MS)],
  ['replaced', (sandbox) => sandbox.restore(sandbox.toState(MACHINE_MS))],
])('no text is kept of an account that is %s', (_what, end) => {
  jsonTexts.clear()
  storedTexts.clear()
  const sandbox = coreSandbox({})
  sandbox.createAccount({ name: 'other', scenario: 'many_pages', apiKey: 'sandbox_k' }, MACHINE_MS)
  callCore(sandbox, { method: 'GET', key: 'sandbox_k' })
  sandbox.toState(MACHINE_MS)
  expect(jsonTexts.bytes).toBeGreaterThan(0)
  expect(storedTexts.bytes).toBeGreaterThan(0)
  end(sandbox)
  expect(jsonTexts.bytes).toBe(0)
  expect(storedTexts.bytes).toBe(0)
})
