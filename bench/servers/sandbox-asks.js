// What the benchmark asks of the sandbox that no client could: timings inside, deep cursors.
import { toCursor } from '../../build/core/aliases/cursors.js'

/** Each answers what its name says; times are in milliseconds. */
export const fromWire = {
  /** Does something to the default account, and says how long that took. */
  perform(sandbox, { action, input }) {
    return timed(() => sandbox.perform(sandbox.account('default'), action, input, Date.now()))
  },

  reset(sandbox) {
    return timed(() => sandbox.reset(Date.now()))
  },

  /** So many aliases without words: populating loads faker, which is 15 MB by itself. */
  addPlain(sandbox, { count }) {
    const account = sandbox.account('default')
    return timed(() => {
      for (let made = 0; made < count; made += 1) {
        sandbox.perform(account, 'create_alias', { label: 'shop', note: 'plain' }, account.now)
      }
    })
  },

  /** So many aliases that expire within the year, spread evenly. */
  addExpiring(sandbox, { count }) {
    const account = sandbox.account('default')
    const now = Math.floor(account.now / 1_000)
    return timed(() => {
      for (let made = 0; made < count; made += 1) {
        sandbox.perform(
          account,
          'create_alias',
          { expires_at: now + 3_600 + (made % 30_000_000) },
          account.now,
        )
      }
    })
  },

  /** Removes half of the aliases, and times what comes after: two pages, and the next three to expire. */
  removeHalf(sandbox) {
    const { aliases, choices } = sandbox.account('default')
    const page = (count) => aliases.after(null, choices.list_order, count)
    const all = page(aliases.size)
    for (const alias of all.slice(0, Math.floor(all.length / 2))) aliases.remove(alias)
    return {
      first_page_after_removal_ms: timed(() => page(100)),
      next_page_ms: timed(() => page(100)),
      soonest_expiries_ms: timed(() => aliases.soonestToExpire(3)),
    }
  },

  /** Cursors spread over all aliases, in the order of pages. */
  cursors(sandbox, { count }) {
    const account = sandbox.account('default')
    const aliases = account.aliases.after(null, account.choices.list_order, account.aliases.size)
    const step = aliases.length / (count + 1)
    return Array.from({ length: count }, (_, index) =>
      toCursor(aliases[Math.floor((index + 1) * step)], account.choices.cursor, account.secret),
    )
  },
}

function timed(act) {
  const from = performance.now()
  act()
  return performance.now() - from
}
