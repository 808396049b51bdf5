// Memory: idle, after a load, for each alias and for each account.
import { apiCalls, callsOfKeys } from './calls.js'
import { startServer, startShipped } from './child.js'
import { load } from './load.js'

const MEGABYTE = 1024 * 1024

/** Resident memory in MB; bytes for each alias and account as live heap after a collection. */
export async function measureMemory({ aliases, accounts, loadMs }, tell) {
  tell('memory')
  const express = await idleAndLoaded(await startServer('express.js'), loadMs)
  const sandbox = await idleAndLoaded(await startShipped('unlimited'), loadMs)
  return {
    express_idle_mb: express.idle,
    sandbox_idle_mb: sandbox.idle,
    idle_ratio: sandbox.idle / express.idle,
    express_loaded_mb: express.loaded,
    sandbox_loaded_mb: sandbox.loaded,
    loaded_ratio: sandbox.loaded / express.loaded,
    ...(await perAlias(aliases)),
    ...(await perAccount(accounts)),
  }
}

/** Both list from 1,000 aliases. */
async function idleAndLoaded(server, ms) {
  try {
    const idle = (await server.ask('usage')).rss / MEGABYTE
    await server.populate?.(1_000)
    await load({ port: server.port, connections: 10, ms, calls: apiCalls.list })
    return { idle, loaded: (await server.ask('usage')).rss / MEGABYTE }
  } finally {
    await server.stop()
  }
}

async function perAlias(count) {
  const server = await startServer('sandbox.js', {}, ['--expose-gc'])
  try {
    await server.ask('perform', { action: 'populate_aliases', input: { count: 1 } }) // loads the words
    const before = (await server.ask('usage')).heapUsed
    await server.ask('perform', { action: 'populate_aliases', input: { count: count - 1 } }) // an account holds a million at most
    const unlisted = (await server.ask('usage')).heapUsed
    await server.ask('cursors', { count: 1 }) // the order of pages is built when it is asked for
    const ordered = (await server.ask('usage')).heapUsed
    return {
      bytes_per_alias: (unlisted - before) / (count - 1),
      bytes_per_alias_ordered: (ordered - before) / (count - 1),
    }
  } finally {
    await server.stop()
  }
}

/** Accounts as a new key makes them, each with one call in its journal. */
async function perAccount(count) {
  const server = await startServer('sandbox.js', { aliasesOfKey: 0 }, ['--expose-gc'])
  try {
    const before = await server.ask('usage')
    const { create } = callsOfKeys(count)
    const { seconds, latencies } = await load({
      port: server.port,
      connections: 1,
      count,
      calls: create,
    })
    const after = await server.ask('usage')
    return {
      accounts: count,
      bytes_per_account: (after.heapUsed - before.heapUsed) / count,
      accounts_rss_mb: after.rss / MEGABYTE,
      new_account_ms: (seconds * 1_000) / count,
      new_account_p99_ms: latencies.quantile(0.99),
    }
  } finally {
    await server.stop()
  }
}
