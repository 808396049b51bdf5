import assert from 'node:assert/strict'
import { law, type Law } from '../moment.ts'

export const invariants: Law[] = [
  law(
    'without changes the pages have every alias exactly once, in the same order for every limit',
    (moment) => {
      if (moment.kind !== 'walk' || !moment.isQuiet) return false
      assert.deepEqual(moment.pages.flat(), moment.after.aliases)
      return moment.pages.length > 1
    },
  ),

  law('during changes every alias that stays is listed once, and none twice', (moment) => {
    if (moment.kind !== 'walk' || moment.isQuiet) return false
    const ids = moment.pages.flat().map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    for (const id of moment.throughout) assert.ok(ids.includes(id))
    return moment.throughout.length > 0
  }),

  law(
    'without changes a list has no more pages than needed, each full except the last',
    (moment) => {
      if (moment.kind !== 'walk' || !moment.isQuiet) return false
      const { pages, limit, after } = moment
      assert.equal(pages.length, Math.max(1, Math.ceil(after.aliases.length / limit)))
      for (const page of pages.slice(0, -1)) assert.equal(page.length, limit)
      return pages.length > 1
    },
  ),

  law('has_more says whether there is a next_cursor', (moment) => {
    if (moment.kind !== 'list' || moment.answer.status !== 200) return false
    assert.equal(moment.json.has_more, moment.json.next_cursor !== null)
    return true
  }),

  law('a last_key that was never a next_cursor is refused', (moment) => {
    if (moment.kind !== 'list' || moment.cursor === null || moment.isOurs) return false
    assert.notEqual(moment.answer.status, 200)
    return moment.answer.status === 400
  }),

  law('a list changes only the burst counter', (moment) => {
    if (moment.kind !== 'list' || moment.answer.status === 503) return false
    const { before, after } = moment
    assert.deepEqual(after.aliases, before.aliases)
    const { daily, forwards } = after.view.usage
    assert.deepEqual(
      { daily, forwards },
      { daily: before.view.usage.daily, forwards: before.view.usage.forwards },
    )
    const still = ({
      usage: _usage,
      next_call: _next,
      next_events: _events,
      ...rest
    }: typeof after.view) => rest
    assert.deepEqual(still(after.view), still(before.view))
    return true
  }),
]
