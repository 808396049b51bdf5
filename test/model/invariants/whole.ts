import assert from 'node:assert/strict'
import type { Look } from '../subject.ts'
import { isCall, isReset, law, type Law } from '../moment.ts'

export const invariants: Law[] = [
  law(
    'no answer has a header that the document does not name, and every body is JSON',
    (moment) => {
      if (!isCall(moment)) return false
      const { headers } = moment.answer
      assert.match(headers['content-type'] ?? '', /^application\/json/)
      for (const name of Object.keys(headers)) {
        assert.doesNotMatch(name, /^(x-|ratelimit|access-control|etag|www-authenticate|server)/)
      }
      return true
    },
  ),

  law('no answer shows the key or a stack', (moment) => {
    if (!isCall(moment)) return false
    assert.ok(!moment.answer.text.includes(moment.before.view.api_key))
    assert.doesNotMatch(moment.answer.text, /\n\s+at |\.[jt]s:\d/)
    return true
  }),

  law('saving and loading changes nothing, counters, keys and faults included', (moment) => {
    if (moment.kind !== 'restart') return false
    assert.deepEqual(moment.states[1], moment.states[0])
    assert.deepEqual(withoutHistory(moment.after), withoutHistory(moment.before))
    return true
  }),

  {
    says: 'reset restores the initial state',
    watch() {
      let first: Look | undefined
      return (moment) => {
        first ??= moment.before
        if (!isReset(moment)) return false
        assert.deepEqual(withoutHistory(moment.after), withoutHistory(first))
        return true
      }
    },
  },

  law('an action that is refused changes nothing', (moment) => {
    if (moment.kind !== 'act' || moment.answer.status === 200) return false
    assert.deepEqual(moment.after, moment.before)
    return true
  }),

  law('the clock never goes back except by reset', (moment) => {
    if (isReset(moment)) return false
    assert.ok(moment.after.view.clock.now >= moment.before.view.clock.now)
    return moment.after.view.clock.now > moment.before.view.clock.now
  }),

  law('the next call gets the predicted outcome', (moment) => {
    if (moment.kind !== 'create' && moment.kind !== 'list') return false
    const { api_key, next_call } = moment.before.view
    const isPlain = moment.kind === 'create' ? moment.body === null : moment.cursor === null
    if (moment.key !== api_key || !isPlain || moment.answer.status === 400) return false
    assert.equal(moment.answer.status, next_call[moment.kind].status)
    return true
  }),
]

/** The state of the account, without what its history says; that of a loaded state begins anew. */
function withoutHistory({ view, ...look }: Look): object {
  return { ...look, view: { ...view, last_action: null } }
}
