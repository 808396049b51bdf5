import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromCursor, toCursor } from '../../../src/core/aliases/cursors.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { storedAlias, storeWith } from '../../support/core/stored-alias.ts'
import { runs } from '../../support/runs.ts'

const styles = ['opaque', 'json', 'id'] as const
const ids = ['alpha', 'beta', 'gamma.delta', 'x-1', 'z_9']
const places = ids.map((id, index) => ({ id, seq: 1 + 40 * index }))
const store = storeWith(
  places.map(({ id, seq }) => storedAlias(id, seq)),
  [],
)

describe.each(styles)('a cursor of style %s', (style) => {
  it('is accepted only in its exact form', () => {
    const issued = new Set(places.map((at) => toCursor(at, style, 5)))
    const forged = fc
      .record({ id: fc.constantFrom(...ids), seq: fc.nat(9) })
      .map((at) => toCursor(at, style, 6))
    const likely = fc.string({ unit: fc.constantFrom(...'0123azAZ-_."'), maxLength: 2 })
    const changed = fc
      .tuple(fc.constantFrom(...issued), fc.nat(60), fc.nat(2), likely)
      .map(([cursor, at, cut, text]) => cursor.slice(0, at) + text + cursor.slice(at + cut))
    fc.assert(
      fc.property(fc.oneof(changed, forged, fc.string(), fc.constantFrom(...ids)), (text) => {
        expect(fromCursor(text, style, 5, store) !== undefined).toBe(issued.has(text))
      }),
      { numRuns: runs(1_000) },
    )
  })
})

it.each([
  ['another account', 'other', 1],
  ['the same account of another seed', 'one', 2],
])('a cursor is refused by %s, whose aliases are the same', (_what, name, seed) => {
  const open = (called: string, drawn: number) => {
    const sandbox = coreSandbox({}, { seed: drawn })
    const overrides = { aliases: [{ id: 'a' }, { id: 'b' }] }
    sandbox.createAccount({ name: called, apiKey: 'sandbox_key', overrides }, MACHINE_MS)
    return (query: string) => {
      const { response } = callCore(sandbox, { method: 'GET', query, key: 'sandbox_key' })
      const { next_cursor } = JSON.parse(response.body) as { next_cursor?: string }
      return { status: response.status, next_cursor }
    }
  }
  const own = open('one', 1)
  const { next_cursor } = own('limit=1')
  expect(own(`last_key=${next_cursor}`).status).toBe(200)
  expect(open(name, seed)(`last_key=${next_cursor}`).status).toBe(400)
})
