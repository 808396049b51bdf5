// One measurement: a load, and the resources that the server used for it.
import { load } from './load.js'

/** Puts a load on a server; returns calls per second, CPU time per call, and latencies in ms. */
export async function measure(server, options) {
  const before = await server.ask('usage')
  const { answered, seconds, latencies } = await load({ port: server.port, ...options })
  const after = await server.ask('usage')
  return {
    perSecond: answered / seconds,
    cpuUs: (after.cpuUs - before.cpuUs) / answered,
    p50: latencies.quantile(0.5),
    p99: latencies.quantile(0.99),
  }
}
