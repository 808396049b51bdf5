import type { Fetch } from '../../client/client.ts'

/**
 * As much of `fetch` as the client needs, over Node's HTTP module: the built-in one takes 30 ms to
 * load at its first use, as long as Node itself, and a command makes one call.
 */
export const httpFetch: Fetch = async (url, { body, ...init }) => {
  const http = url.startsWith('https:') ? await import('node:https') : await import('node:http')
  return new Promise((resolve, reject) => {
    const request = http.request(url, init, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0 } = response
        const text = Buffer.concat(chunks).toString()
        resolve({
          ok: status >= 200 && status <= 299,
          status,
          json: () => Promise.resolve(text).then(JSON.parse),
        })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}
