import { SandboxError } from '../client/error.ts'
import { mustBe } from '../contract/values/invalid-choice.ts'
import type { FetchSandbox } from './create-sandbox.ts'

/** A request, as an interceptor tells of it. */
type InterceptedRequest = {
  method: string
  headers: Headers | Record<string, string>
  body: ArrayBuffer | Uint8Array<ArrayBuffer> | null
  signal: AbortSignal
}

/** A sandbox in the place of the service that a client knows by a base URL. */
export class StandIn {
  /** Matches the URLs of `/v1` below the base URL. */
  readonly pattern: RegExp
  readonly #sandbox: Pick<FetchSandbox, 'fetch' | 'url'>
  /** The path of the base URL, of which the sandbox knows nothing. */
  readonly #path: string

  /** @throws SandboxError `bad_argument` */
  constructor(sandbox: FetchSandbox, baseUrl: string | URL) {
    if (!isFetchSandbox(sandbox)) {
      throw wrong('sandbox', 'must be one that createSandbox of alias-sandbox/fetch returned')
    }
    const { origin, path } = checkBaseUrl(baseUrl instanceof URL ? baseUrl.href : baseUrl)
    this.pattern = new RegExp(`^${escaped(`${origin}${path}/v1`)}(?:[/?#]|$)`)
    this.#sandbox = sandbox
    this.#path = path
  }

  /** @returns undefined when no answer comes: the connection breaks, or the client has left */
  async answer(url: string, request: InterceptedRequest): Promise<Response | undefined> {
    const { pathname, search } = new URL(url)
    const target = `${this.#sandbox.url}${pathname.slice(this.#path.length)}${search}`
    try {
      return await this.#sandbox.fetch(target, request)
    } catch (error) {
      if (request.signal.aborted || error instanceof TypeError) return undefined
      throw error
    }
  }
}

/** A sandbox of startSandbox or connectSandbox has no `fetch`. */
function isFetchSandbox(sandbox: unknown): boolean {
  const { fetch, defaultAccount } = Object(sandbox) as Partial<FetchSandbox>
  return typeof fetch === 'function' && defaultAccount !== undefined
}

/** @throws SandboxError `bad_argument` */
function checkBaseUrl(baseUrl: string): { origin: string; path: string } {
  const { location } = globalThis as { location?: { href: string } }
  const refuse = (expected: string) => wrong('baseUrl', mustBe(expected, baseUrl))
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl, location?.href)) {
    throw refuse('a URL such as https://api.example.com')
  }
  const { protocol, origin, pathname, search, hash } = new URL(baseUrl, location?.href)
  if (!/^https?:$/.test(protocol)) throw refuse('a URL of http or https')
  if (search !== '' || hash !== '') throw refuse('a URL without ? and #')
  const path = pathname.replace(/\/+$/, '')
  if (path.endsWith('/v1')) throw refuse('the URL in front of /v1')
  return { origin, path }
}

function wrong(field: string, message: string): SandboxError {
  return new SandboxError('bad_argument', `${field}: ${message}`, { field })
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}
