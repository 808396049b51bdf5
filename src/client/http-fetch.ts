import type { Agent, IncomingMessage } from 'node:http'
import type { FetchAnswer, Fetch } from './client-options.ts'

/**
 * The part of `fetch` that the client needs, based on Node's HTTP module. The built-in `fetch` takes 30 ms
 * to load, as long as Node itself, and most commands send a single request.
 */
export const httpFetch = httpFetchOver(undefined)

/** Returns a fetch over connections of its own. */
export function httpFetchOver(agent: Agent | undefined): Fetch {
  return async (url, { body, ...init }) => {
    // An import would read http.WebSocket, for which Node 24 loads undici: 38 ms.
    const http = process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http')
    return new Promise((resolve, reject) => {
      const reasonOf = (error: Error): Error => (init.signal?.aborted ? init.signal.reason : error)
      const send = () => {
        const request = http.request(url, { ...init, agent }, (response) => {
          resolve(toFetchAnswer(response, reasonOf))
        })
        request.on('error', (error: NodeJS.ErrnoException) => {
          // The server had closed the connection while it rested, and has not seen the request.
          if (request.reusedSocket && error.code === 'ECONNRESET') send()
          else reject(reasonOf(error))
        })
        request.end(body)
      }
      send()
    })
  }
}

const agents = new Map<string, Agent>()

/** A fetch over connections that this process has for it alone, and keeps. */
export const ownHttpFetch: Fetch = (url, init) => {
  const protocol = url.startsWith('https:') ? 'node:https' : 'node:http'
  let agent = agents.get(protocol)
  if (agent === undefined) {
    agent = new (process.getBuiltinModule(protocol).Agent)({ keepAlive: true })
    agents.set(protocol, agent)
  }
  return httpFetchOver(agent)(url, init)
}

/** For a server of this process, on an address that it has taken itself: nobody has to vouch for it. */
export const fetchUnverified: Fetch = (url, init) => {
  const { Agent } = process.getBuiltinModule('node:https')
  unverified ??= new Agent({ keepAlive: true, rejectUnauthorized: false })
  return httpFetchOver(unverified)(url, init)
}
let unverified: Agent | undefined

/** Reads the body at once, as a connection is free only then. */
function toFetchAnswer(response: IncomingMessage, reasonOf: (error: Error) => Error): FetchAnswer {
  const { statusCode: status = 0 } = response
  const body = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', (error) => reject(reasonOf(error)))
    response.on('end', () => resolve(Buffer.concat(chunks)))
  })
  body.catch(() => {}) // whoever needs it hears of it
  return {
    ok: status >= 200 && status <= 299,
    status,
    json: async () => JSON.parse((await body).toString()) as unknown,
    arrayBuffer: async () => new Uint8Array(await body).buffer,
  }
}
