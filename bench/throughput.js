// Throughput compared with other servers. Rounds alternate between them, so that a slow moment of the machine
// affects all of them.
import { apiCalls, callsOfKeys, pagesBehind } from './calls.js'
import { startServer } from './child.js'
import { load } from './load.js'
import { measure } from './measure.js'
import { installMockServers, mockServers } from './mock-servers.js'
import { median, medianRatio } from './stats.js'

/** The number of different pages to request, where it is not always the first. */
const PAGES = 48

const systems = [
  { name: 'bare Express 5', file: 'express.js', calls: apiCalls },
  { name: 'node:http', file: 'node-http.js', calls: apiCalls },
  ...mockServers,
  { name: 'alias-sandbox', file: 'sandbox.js', calls: apiCalls, options: { aliases: 1_000 } },
  { name: 'alias-sandbox, 1,000 keys', file: 'sandbox.js', calls: callsOfKeys(1_000) },
  {
    name: `alias-sandbox, ${PAGES} pages`,
    file: 'sandbox.js',
    options: { aliases: 1_000 },
    only: 'list',
    async prepare(server) {
      return pagesBehind(await server.ask('cursors', { count: PAGES }))
    },
  },
]

/** The most creations of one round: those of all rounds must fit into what a sandbox holds. */
const CREATIONS = 6_000

/**
 * Rows of medians for list and create, per number of connections. Ratios are to the first system, `to_mock` to the
 * fastest mock server.
 */
export async function measureThroughput({ rounds, ms, connections }, tell) {
  installMockServers(tell)
  const rows = []
  for (const operation of ['list', 'create']) {
    for (const open of connections) {
      tell(`${operation}, ${open} connections`)
      rows.push(...(await compare(operation, open, rounds, ms)))
    }
  }
  return rows
}

async function compare(operation, connections, rounds, ms) {
  const compared = systems.filter(({ only = operation }) => only === operation)
  const servers = []
  const bounds = { connections, ms, count: operation === 'create' ? CREATIONS : Infinity }
  try {
    for (const system of compared) servers.push(await startServer(system.file, system.options))
    const callsOf = await Promise.all(
      compared.map((system, index) => system.prepare?.(servers[index]) ?? system.calls[operation]),
    )
    const results = compared.map(() => [])
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, server] of servers.entries()) {
        const calls = callsOf[index]
        if (round === 0) {
          // Uses every key once, which creates its account, and then warms up.
          await load({ port: server.port, connections, calls, count: calls.length })
          await load({ port: server.port, calls, ...bounds })
        } else results[index].push(await measure(server, { calls, ...bounds }))
      }
    }
    return compared.map((_system, index) => toRow(compared, operation, connections, results, index))
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

function toRow(compared, operation, connections, results, index) {
  const all = (field, of = index) => results[of].map((result) => result[field])
  const ratio = (field, to = 0) => medianRatio(all(field), all(field, to))
  return {
    operation,
    connections,
    system: compared[index].name,
    per_second: median(all('perSecond')),
    ratio: ratio('perSecond'),
    to_mock: ratio('perSecond', fastestMock(compared, results)),
    cpu_us: median(all('cpuUs')),
    cpu_ratio: ratio('cpuUs'),
    p50_ms: median(all('p50')),
    p99_ms: median(all('p99')),
    p99_ratio: ratio('p99'),
  }
}

/** The index of the mock server that answered most. */
function fastestMock(compared, results) {
  const speed = (system) =>
    median(results[compared.indexOf(system)].map(({ perSecond }) => perSecond))
  const [fastest] = compared
    .filter((system) => mockServers.includes(system))
    .toSorted((one, other) => speed(other) - speed(one))
  return compared.indexOf(fastest)
}
