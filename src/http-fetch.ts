import type { Agent } from 'node:http'
import type { Fetch } from './client/client-options.ts'

/**
 * The part of `fetch` that the client needs, based on Node's HTTP module. The built-in `fetch` takes 30 ms
 * to load, as long as Node itself, and most commands send a single request.
 */
export const httpFetch = httpFetchOver(undefined)

/** The same, over connections of its own. */
export function httpFetchOver(agent: Agent | undefined): Fetch {
  return async (url, { body, ...init }) => {
    // An import would read http.WebSocket, for which Node 24 loads undici: 38 ms.
    const http = process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http')
    return new Promise((resolve, reject) => {
      const request = http.request(url, { ...init, agent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode: status = 0 } = response
          const bytes = Buffer.concat(chunks)
          resolve({
            ok: status >= 200 && status <= 299,
            status,
            json: () => Promise.resolve(bytes.toString()).then(JSON.parse),
            arrayBuffer: () => Promise.resolve(new Uint8Array(bytes).buffer),
          })
        })
      })
      request.on('error', reject)
      request.end(body)
    })
  }
}
