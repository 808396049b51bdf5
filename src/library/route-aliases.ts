import type { BrowserContext, Page, Request, Route } from '@playwright/test'
import type { FetchSandbox } from './create-sandbox.ts'
import { StandIn } from './stand-in.ts'

/**
 * Lets a sandbox answer the requests of a page, or of all pages of a context, for `/v1` below a base URL. An answer that
 * is cut off breaks the connection before it comes. Playwright answers preflights itself.
 *
 * @throws SandboxError `bad_argument`
 * @example
 * const sandbox = createSandbox({ scenario: 'past_due' })
 * await routeAliases(page, sandbox, 'https://api.example.com')
 */
export async function routeAliases(
  page: Page | BrowserContext,
  sandbox: FetchSandbox,
  baseUrl: string,
): Promise<void> {
  const standIn = new StandIn(sandbox, baseUrl)
  const open = new Map<Request, AbortController>()
  const leave = (request: Request) => open.get(request)?.abort()
  page.on('requestfailed', leave)
  ;(page as Page).on('close', () => open.forEach((left) => left.abort()))
  await page.route(standIn.pattern, async (route, request) => {
    const left = new AbortController()
    open.set(request, left)
    await answer(route, standIn, left.signal)
    open.delete(request)
  })
}

async function answer(route: Route, standIn: StandIn, left: AbortSignal): Promise<void> {
  const request = route.request()
  const body = request.postDataBuffer()
  const response = await standIn.answer(request.url(), {
    method: request.method(),
    headers: await request.allHeaders(),
    body: body && new Uint8Array(body),
    signal: left,
  })
  const bytes = response && (await bytesOf(response))
  if (!bytes) return route.abort('connectionreset') // Chromium takes half a body for a whole one
  const headers = Object.fromEntries(response.headers)
  await route.fulfill({ status: response.status, headers, body: bytes })
}

/** The body of an answer; undefined if it is cut off. */
async function bytesOf(response: Response): Promise<Buffer | undefined> {
  try {
    return Buffer.from(await response.arrayBuffer())
  } catch {
    return undefined
  }
}
