import assert from 'node:assert/strict'
import type { Alias } from '../../../src/contract/shapes.ts'
import { isReset, law, type Law } from '../moment.ts'

const always =
  'id address status created_at forward_count note source label category single_use expires_at'
const settled = 'id address created_at note source label category single_use expires_at'.split(' ')

export const invariants: Law[] = [
  law(
    'an alias has the eleven fields, and suspended_reason exactly when it is suspended',
    ({ after }) => {
      for (const alias of after.aliases) {
        const reason = alias.status === 'suspended' ? ' suspended_reason' : ''
        assert.equal(Object.keys(alias).join(' '), always + reason)
        assert.match(alias.status, /^(active|suspended)$/)
      }
      return after.aliases.length > 0
    },
  ),

  {
    says: 'an address is the id at the shared domain, and no id is used twice, not even a deleted one',
    watch() {
      const gone = new Set<string>()
      return (moment) => {
        const { before, after } = moment
        const ids = new Set(after.aliases.map(({ id }) => id))
        assert.equal(ids.size, after.aliases.length)
        for (const { id, address } of after.aliases) {
          assert.equal(address, `${id}@alias-sandbox.example`)
          assert.ok(!gone.has(id))
        }
        if (isReset(moment)) gone.clear()
        else before.aliases.filter(({ id }) => !ids.has(id)).forEach(({ id }) => gone.add(id))
        return gone.size > 0
      }
    },
  },

  law('forward_count is a whole number that never goes back', ({ before, after }) => {
    return eachOld(before.aliases, after.aliases, (old, alias) => {
      assert.ok(Number.isInteger(alias.forward_count))
      assert.ok(alias.forward_count >= old.forward_count)
    })
  }),

  law('the initial fields of an alias never change', ({ before, after }) => {
    return eachOld(before.aliases, after.aliases, (old, alias) => {
      assert.deepEqual(settledOf(alias), settledOf(old))
    })
  }),

  law('free text is returned code point for code point, unset text as ""', (moment) => {
    if (moment.kind !== 'create' || moment.answer.status !== 200) return false
    const requested = JSON.parse(moment.body ?? '{}') as Record<string, string>
    for (const name of ['label', 'note', 'source', 'category'] as const) {
      assert.equal(moment.json.alias?.[name], requested[name] ?? '')
    }
    return true
  }),

  law('an alias created in the dashboard is like one created by the API', (moment) => {
    if (moment.kind !== 'act' || moment.action !== 'create_alias') return false
    const { id: _id, address: _address, ...made } = moment.json.result!.alias!
    const { label = '', single_use = false } = moment.input as Partial<Alias>
    const unset = { forward_count: 0, note: '', source: '', category: '', expires_at: null }
    const created_at = moment.before.view.clock.epoch_seconds
    assert.deepEqual(made, { status: 'active', created_at, ...unset, label, single_use })
    return true
  }),
]

const settledOf = (alias: Alias) =>
  settled.map((name) => (alias as unknown as Record<string, unknown>)[name])

/** Calls `check` with each alias that exists before and after. */
function eachOld(
  before: readonly Alias[],
  after: readonly Alias[],
  check: (old: Alias, alias: Alias) => void,
): boolean {
  const known = new Map(before.map((alias) => [alias.id, alias]))
  let seen = false
  for (const alias of after) {
    const old = known.get(alias.id)
    // After a reset other creations may draw the same ids again.
    if (!old || old.created_at !== alias.created_at) continue
    check(old, alias)
    seen = true
  }
  return seen
}
