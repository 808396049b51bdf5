import assert from 'node:assert/strict'
import type { Look } from '../subject.ts'
import { isCall, isReset, law, type Law } from '../moment.ts'

export const invariants: Law[] = [
  law('a creation with 200 adds one alias, a refused one adds none', (moment) => {
    if (moment.kind !== 'create') return false
    const more = moment.after.aliases.length - moment.before.aliases.length
    assert.equal(more, moment.answer.status === 200 ? 1 : 0)
    return true
  }),

  law('the alias in the answer to a creation is the same in the list', (moment) => {
    if (moment.kind !== 'create' || moment.answer.status !== 200) return false
    const { alias } = moment.json
    assert.deepEqual(
      moment.after.aliases.find(({ id }) => id === alias!.id),
      alias,
    )
    return true
  }),

  law(
    'an alias disappears only by deletion, by its single message, at its expires_at or by reset',
    (moment) => {
      const left = new Set(moment.after.aliases.map(({ id }) => id))
      const gone = moment.before.aliases.filter(({ id }) => !left.has(id))
      if (isReset(moment)) return false
      const now = moment.after.view.clock.epoch_seconds
      for (const { id, single_use, expires_at } of gone) {
        const acted = moment.kind === 'act' && moment.input['id'] === id ? moment.action : ''
        const burned = single_use && acted === 'forward_message'
        const expired = expires_at !== null && expires_at <= now
        assert.ok(burned || expired || acted === 'delete_alias' || moment.kind === 'walk')
      }
      return gone.length > 0
    },
  ),

  law('no alias remains after its expires_at', ({ after }) => {
    const expiring = after.aliases.filter(({ expires_at }) => expires_at !== null)
    for (const { expires_at } of expiring) assert.ok(expires_at! > after.view.clock.epoch_seconds)
    return expiring.length > 0
  }),

  law('409 exactly when three draws collided; one or two collisions are invisible', (moment) => {
    if (moment.kind !== 'create') return false
    const collided = collisionsLeft(moment.before) - collisionsLeft(moment.after)
    if (moment.answer.status === 409) assert.equal(collided, 3)
    else assert.ok(collided <= 2)
    return collided > 0
  }),

  law('expires_at is accepted from 5 minutes to 366 days ahead of created_at', (moment) => {
    if (moment.kind !== 'create' || moment.json.alias?.expires_at == null) return false
    const ahead = moment.json.alias.expires_at - moment.json.alias.created_at
    assert.ok(ahead >= 300 && ahead <= 366 * 86_400)
    return true
  }),

  law('created_at is the second of the creation', (moment) => {
    if (moment.kind !== 'create' || !moment.json.alias) return false
    assert.equal(moment.json.alias.created_at, moment.before.view.clock.epoch_seconds)
    return true
  }),

  law('the reported number of aliases is the actual number', (moment) => {
    assert.equal(moment.after.view.aliases, moment.after.aliases.length)
    return isCall(moment)
  }),
]

/** The number of draws that armed faults will still make collide. */
function collisionsLeft({ view }: Look): number {
  return view.faults
    .filter(({ kind }) => kind === 'draw_collision')
    .reduce((sum, { times, hits }) => sum + (times as number) - hits, 0)
}
