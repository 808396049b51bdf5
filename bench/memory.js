// Memory: idle, after a load, per alias and per account.
import { apiCalls, callsOfKeys } from './calls.js'
import { startServer, startShipped } from './child.js'
import { load } from './load.js'
import { median } from './stats.js'

const MEGABYTE = 1024 * 1024

/**
 * Resident memory in MB, medians of several pairs of processes; live heap per alias and per account in bytes, after a
 * garbage collection.
 */
export async function measureMemory({ rounds, aliases, accounts, loadMs }, tell) {
  tell('memory')
  const pairs = []
  for (let round = 0; round < rounds; round += 1) {
    const express = await idleAndLoaded(await startServer('express.js'), loadMs)
    const sandbox = await idleAndLoaded(await startShipped('unlimited'), loadMs)
    pairs.push({ express, sandbox })
  }
  const middle = (read) => median(pairs.map(read))
  return {
    express_idle_mb: middle(({ express }) => express.idle),
    sandbox_idle_mb: middle(({ sandbox }) => sandbox.idle),
    idle_ratio: middle(({ express, sandbox }) => sandbox.idle / express.idle),
    express_loaded_mb: middle(({ express }) => express.loaded),
    sandbox_loaded_mb: middle(({ sandbox }) => sandbox.loaded),
    loaded_ratio: middle(({ express, sandbox }) => sandbox.loaded / express.loaded),
    ...(await perAlias(aliases)),
    ...(await perAccount(accounts)),
  }
}

/** Both servers list from at least 1,000 aliases, made over `/v1`. */
async function idleAndLoaded(server, ms) {
  const { port } = server
  try {
    const idle = (await server.ask('usage')).rss / MEGABYTE
    await load({ port, connections: 10, count: 1_000, calls: apiCalls.create })
    await load({ port, connections: 10, ms, calls: apiCalls.list })
    return { idle, loaded: (await server.ask('usage')).rss / MEGABYTE }
  } finally {
    await server.stop()
  }
}

async function perAlias(count) {
  const server = await startServer('sandbox.js', {}, ['--expose-gc'])
  try {
    await server.ask('perform', { action: 'populate_aliases', input: { count: 1 } }) // loads faker
    const before = (await server.ask('usage')).heapUsed
    await server.ask('perform', { action: 'populate_aliases', input: { count: count - 1 } })
    const unlisted = (await server.ask('usage')).heapUsed
    await server.ask('cursors', { count: 1 }) // the page order is built on first use
    const ordered = (await server.ask('usage')).heapUsed
    return {
      bytes_per_alias: (unlisted - before) / (count - 1),
      bytes_per_alias_ordered: (ordered - before) / (count - 1),
    }
  } finally {
    await server.stop()
  }
}

/** Accounts as new keys create them, each with one call in its request log. */
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
