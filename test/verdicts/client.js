// A process that sends requests as it is told, over transports of its own: `{ transport, schedule, url }` by IPC.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import axios from 'axios'
import got from 'got'
import { Agent as UndiciAgent, request as undiciRequest } from 'undici'
import '../support/process/fresh-build.js'
import { connectSandbox } from '../../dist/client.js'

const headers = { authorization: 'Bearer sandbox_default' }

/** Sends with Node's HTTP module. */
function overAgent(options) {
  return (url) => {
    const agent = new Agent(options)
    const call = () =>
      new Promise((resolve, reject) => {
        request(`${url}/v1/aliases`, { agent, headers }, (response) => {
          response.resume().on('end', resolve).on('error', reject)
        })
          .on('error', reject)
          .end()
      })
    return { call, close: () => agent.destroy() }
  }
}

/** A socket of its own for each worker, which is kept. */
function overRawSockets(url) {
  const { hostname, port, host } = new URL(url)
  const sockets = new Map()
  const call = async (worker) => {
    let socket = sockets.get(worker)
    if (!socket) {
      socket = connect(Number(port), hostname)
      sockets.set(worker, socket)
      await once(socket, 'connect')
    }
    socket.write(
      `GET /v1/aliases HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${headers.authorization}\r\n\r\n`,
    )
    await once(socket, 'data') // a refusal is one packet
  }
  return { call, close: () => sockets.forEach((socket) => socket.destroy()) }
}

/** How requests are sent; `call` gets the number of the worker. */
const transports = {
  fetch: (url) => ({
    call: async () => (await fetch(`${url}/v1/aliases`, { headers })).arrayBuffer(),
    close: () => {},
  }),
  'undici, 8 sockets': (url) => {
    const dispatcher = new UndiciAgent({ connections: 8 })
    const call = async () =>
      (await undiciRequest(`${url}/v1/aliases`, { headers, dispatcher })).body.text()
    return { call, close: () => dispatcher.close() }
  },
  'http.Agent, 1 socket': overAgent({ keepAlive: true, maxSockets: 1 }),
  'http.Agent, 8 sockets': overAgent({ keepAlive: true, maxSockets: 8 }),
  'http.Agent without keep-alive': overAgent({ keepAlive: false }),
  axios: (url) => ({
    call: () => axios.get(`${url}/v1/aliases`, { headers, validateStatus: () => true }),
    close: () => {},
  }),
  got: (url) => ({
    call: () => got(`${url}/v1/aliases`, { headers, throwHttpErrors: false, retry: { limit: 0 } }),
    close: () => {},
  }),
  'raw sockets': overRawSockets,
}

const threads = fileURLToPath(new URL('threads.py', import.meta.url))

async function play({ transport, schedule: { workers, calls, reads, processes = 1 }, url }) {
  const sandbox = reads && (await connectSandbox(url))
  if (transport === 'Python threads') {
    const reading = sandbox?.defaultAccount.requests()
    await promisify(execFile)('python3', [threads, url, ...[processes, workers, calls].map(String)])
    return reading
  }
  const { call, close } = transports[transport](url)
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let made = 0; made < calls; made += 1) {
        await sandbox?.defaultAccount.requests()
        await call(worker)
      }
    }),
  )
  await close()
}

process.on('message', (job) => {
  play(job).then(
    () => process.send({}),
    (error) => process.send({ error: String(error) }),
  )
})
