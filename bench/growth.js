// Growth: the cost of calls and actions as the number of aliases grows.
import { apiCalls, pagesBehind } from './calls.js'
import { startServer } from './child.js'
import { load } from './load.js'
import { measure } from './measure.js'
import { median, medianRatio } from './stats.js'

const CURSORS = 64

/** Rows of CPU time per call for each number of aliases; ratios are to the smallest size. */
export async function measureGrowth({ sizes, rounds, ms }, tell) {
  const servers = []
  try {
    for (const aliases of sizes) {
      tell(`growth: ${aliases} aliases`)
      servers.push(await startServer('sandbox.js', { aliases }))
    }
    const rows = []
    for (const what of ['first page', 'deep page', 'create']) {
      tell(`growth: ${what}`)
      rows.push(...(await compareSizes(what, servers, sizes, rounds, ms)))
    }
    return rows
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** The creations of one round, few enough that all rounds fit into the 100,000 aliases of an account. */
const CREATIONS = 500

async function compareSizes(what, servers, sizes, rounds, ms) {
  const count = what === 'create' ? CREATIONS : Infinity
  const calls = []
  for (const server of servers) calls.push(await callsFor(what, server))
  const results = sizes.map(() => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, server] of servers.entries()) {
      const options = { calls: calls[index], connections: 10, ms, count }
      if (round === 0) await load({ port: server.port, ...options })
      else results[index].push((await measure(server, options)).cpuUs)
    }
  }
  return sizes.map((aliases, index) => ({
    what,
    aliases,
    cpu_us: median(results[index]),
    ratio: medianRatio(results[index], results[0]),
  }))
}

async function callsFor(what, server) {
  if (what === 'first page') return apiCalls.list
  if (what === 'create') return apiCalls.create
  return pagesBehind(await server.ask('cursors', { count: CURSORS }))
}

/** Times inside the sandbox at each size, with a fresh sandbox each time: medians of `repeats`. */
export async function measureActions({ sizes, repeats }, tell) {
  const rows = []
  for (const aliases of sizes) {
    tell(`actions: ${aliases} aliases`)
    const times = []
    for (let repeat = 0; repeat < repeats; repeat += 1) times.push(await timeActions(aliases))
    rows.push({ aliases, ...mediansOf(times) })
  }
  return rows
}

async function timeActions(aliases) {
  const server = await startServer('sandbox.js')
  const act = (action, input = {}) => server.ask('perform', { action, input })
  try {
    const populate_ms = await act('populate_aliases', { count: aliases })
    await server.ask('cursors', { count: 1 }) // builds the sort orders, which are updated from here on
    const advance_year_nothing_due_ms = await act('advance_clock', { by: '365d' })
    const { first_page_after_removal_ms, next_page_ms, soonest_expiries_ms } =
      await server.ask('removeHalf')
    const reset_ms = await server.ask('reset')
    await server.ask('addExpiring', { count: aliases })
    await server.ask('cursors', { count: 1 })
    const expire_ms = await act('advance_clock', { by: '366d' })
    const { reset_populated_ms, copy_ms } = await server.ask('resetPopulated', {
      count: aliases,
    })
    const { undo_ms } = await server.ask('goBack', { count: aliases })
    return {
      populate_ms,
      advance_year_nothing_due_ms,
      first_page_after_removal_ms,
      next_page_ms,
      soonest_expiries_ms,
      reset_ms,
      reset_populated_ms,
      copy_ms,
      undo_ms,
      expire_us_each: (expire_ms * 1_000) / aliases,
    }
  } finally {
    await server.stop()
  }
}

function mediansOf(times) {
  return Object.fromEntries(
    Object.keys(times[0]).map((field) => [field, median(times.map((time) => time[field]))]),
  )
}
