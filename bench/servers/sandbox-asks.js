// Facts that the benchmark needs and no client can get: timings inside the sandbox, and cursors of deep pages.
import { undoIn } from '../../build/history/replay/undo.js'
import { toCursor } from '../../build/core/aliases/cursors.js'

/** The requests by name; times are in milliseconds. */
export const fromWire = {
  /** Runs an action on the default account and returns how long it took. */
  perform(sandbox, { action, input }) {
    return timed(() => sandbox.perform(sandbox.account('default'), action, input, Date.now()))
  },

  reset(sandbox) {
    return timed(() => sandbox.reset(Date.now()))
  },

  /** Adds `count` aliases without generated texts, because populating loads faker, which takes 15 MB. */
  addPlain(sandbox, { count }) {
    const account = sandbox.account('default')
    return timed(() => {
      for (let made = 0; made < count; made += 1) {
        sandbox.perform(account, 'create_alias', { label: 'shop', note: 'plain' }, account.now)
      }
    })
  },

  /** Adds `count` aliases that expire within a year, evenly spread. */
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

  /**
   * Removes half of the aliases, and times the operations after that: two pages, and the next three to
   * expire.
   */
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

  /** Resets an account that starts with `count` populated aliases, and copies its value. */
  resetPopulated(sandbox, { count }) {
    sandbox.reset(Date.now())
    const overrides = { populate: count }
    const account = sandbox.createAccount({ name: 'populated', overrides }, Date.now())
    sandbox.perform(account, 'create_alias', {}, Date.now())
    return {
      reset_populated_ms: timed(() => sandbox.perform(account, 'reset', {}, Date.now())),
      copy_ms: timed(() => account.snapshot()),
    }
  },

  /** Goes back to before an action that changed one of `count` aliases. */
  goBack(sandbox, { count }) {
    sandbox.reset(Date.now())
    const overrides = { populate: count, clock: { mode: 'frozen' } }
    const account = sandbox.createAccount({ name: 'goes-back', overrides }, Date.now())
    const [{ id }] = account.aliases.after(null, 'oldest_first', 1)
    sandbox.perform(account, 'suspend_alias', { id }, Date.now())
    return {
      undo_ms: timed(() => undoIn(sandbox, account, 'act_1', Date.now())),
    }
  },

  /** Returns cursors spread over all aliases, in page order. */
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
