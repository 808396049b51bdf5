import { http, HttpResponse, type HttpHandler } from 'msw'
import type { FetchSandbox } from './library/create-sandbox.ts'
import { StandIn } from './library/stand-in.ts'

/**
 * `alias-sandbox/msw`: handlers for `setupServer` and `setupWorker` of MSW, by which a sandbox answers the requests for
 * `/v1` below a base URL. All other requests are left to MSW.
 *
 * @throws SandboxError `bad_argument`
 * @example
 * const sandbox = createSandbox({ scenario: 'past_due' })
 * const mocks = setupServer(...aliasHandlers(sandbox, 'https://api.example.com'))
 */
export function aliasHandlers(sandbox: FetchSandbox, baseUrl: string | URL): HttpHandler[] {
  const standIn = new StandIn(sandbox, baseUrl)
  const handler = http.all(standIn.pattern, async ({ request }) => {
    const { url, method, headers, signal } = request
    const body = /^(?:GET|HEAD)$/.test(method) ? null : await request.arrayBuffer()
    const answer = await standIn.answer(url, { method, headers, body, signal })
    return answer ?? HttpResponse.error() // a resolver that rejects would become a 500
  })
  return [handler]
}
