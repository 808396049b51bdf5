// Durability: the cost of writing a creation to the disk before responding.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiCalls } from './calls.js'
import { startServer } from './child.js'
import { measure } from './measure.js'
import { median } from './stats.js'

/** Creations per second and latencies with a given number of existing aliases, in memory and with `--db`. */
export async function measureDurability({ sizes, connections, rounds, ms }, tell) {
  const rows = []
  for (const aliases of sizes) {
    for (const where of ['in memory', '--db']) {
      tell(`durability: ${aliases} aliases, ${where}`)
      rows.push({
        where,
        aliases,
        connections,
        ...(await measureOne(where, aliases, connections, rounds, ms)),
      })
    }
  }
  return rows
}

/** Uses a fresh sandbox for each round, because creations make the file grow. */
async function measureOne(where, aliases, connections, rounds, ms) {
  const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-bench-'))
  const results = []
  try {
    for (let round = 0; round < rounds; round += 1) {
      const db = where === '--db' ? join(folder, `${round}.json`) : undefined
      const server = await startServer('sandbox.js', { aliases, db })
      try {
        const options = { calls: apiCalls.create, connections }
        await measure(server, { ...options, ms: 300 })
        results.push(await measure(server, { ...options, ms }))
      } finally {
        await server.stop()
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const of = (field) => median(results.map((result) => result[field]))
  return { per_second: of('perSecond'), cpu_us: of('cpuUs'), p50_ms: of('p50'), p99_ms: of('p99') }
}
