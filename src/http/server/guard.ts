import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { inputBounds } from '../../contract/bounds.ts'
import { formatValue } from '../../contract/invalid-choice.ts'

/** Who is let in. A web page must not drive the sandbox, nor a neighbour on the network. */
export type GuardOptions = {
  /** Names that a Host header may carry, beside those of loopback. */
  allowedHosts: readonly string[]
  /** The token that the control API asks for; none asks nothing. */
  controlToken: string | undefined
  /** Is the sandbox reachable from elsewhere? Then the control API is closed without a token. */
  isExposed: boolean
}

export type Refusal = { status: number; message: string; headers?: Record<string, string> }

export type Guard = {
  /** Before everything, on every path. */
  admit: (request: IncomingMessage) => Refusal | undefined
  /** For the dashboard's files, which hold no secret: no token, and links may lead to them. */
  admitPage: (request: IncomingMessage) => Refusal | undefined
  /** For the control API, its reads too. */
  admitControl: (request: IncomingMessage) => Refusal | undefined
}

export const CONTROL = '/_sandbox'
const LIVE = `${CONTROL}/live`
const MAX_TARGET = inputBounds.targetBytes.max
const MAX_HEADERS = inputBounds.headers.max
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?\.?)(?::(\d{1,5}))?$/i

export function makeGuard(options: GuardOptions): Guard {
  const names = new Set([
    ...loopbackNames,
    ...options.allowedHosts.map((name) => name.toLowerCase()),
  ])
  let lastAdmitted = ''
  return {
    admit(request) {
      const target = request.url ?? ''
      if (target.length > MAX_TARGET) {
        return {
          status: 414,
          message: `The request target is longer than ${MAX_TARGET} bytes.`,
        }
      }
      if (!target.startsWith('/') || target.includes('#')) {
        return { status: 400, message: 'The request target has to be a path.' }
      }
      const coding = request.headers['transfer-encoding']
      if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
        // RFC 9112, 6.1. Node takes off the chunks and leaves the rest as it came.
        return { status: 501, message: 'The only Transfer-Encoding that is read is chunked.' }
      }
      const host = onlyHost(request)
      if (typeof host !== 'string') return host
      if (host === lastAdmitted) return undefined
      const refusal = refuseHost(host, names)
      if (!refusal) lastAdmitted = host
      return refusal
    },
    admitPage(request) {
      return isNavigation(request) ? undefined : refuseForeignPage(request)
    },
    admitControl(request) {
      return refuseForeignPage(request) ?? refuseToken(request, options) ?? refuseForm(request)
    },
  }
}

/** The one Host header; headers that decide who is asking may not be given twice. */
function onlyHost({ rawHeaders, headers }: IncomingMessage): string | Refusal {
  if (rawHeaders.length > MAX_HEADERS * 2) {
    return { status: 431, message: `More than ${MAX_HEADERS} headers.` }
  }
  let hosts = 0
  let authorizations = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const { length } = rawHeaders[index]!
    if (length === 4 && rawHeaders[index]!.toLowerCase() === 'host') hosts += 1
    else if (length === 13 && rawHeaders[index]!.toLowerCase() === 'authorization')
      authorizations += 1
  }
  if (hosts !== 1) {
    return {
      status: 400,
      message: `One Host header is needed; ${hosts === 0 ? 'none' : hosts} came.`,
    }
  }
  if (authorizations > 1) {
    return { status: 400, message: `The Authorization header came ${authorizations} times.` }
  }
  return headers.host ?? ''
}

/** Against DNS rebinding: a page that got its name to lead here still says that name. */
function refuseHost(host: string, names: ReadonlySet<string>): Refusal | undefined {
  const match = HOST.exec(host)
  if (!match || Number(match[2] ?? 0) > 65_535) {
    return { status: 400, message: 'The Host header is malformed.' }
  }
  if (names.has(match[1]!.toLowerCase())) return undefined
  return {
    status: 403,
    message: `Host ${formatValue(match[1])} is not this sandbox's; name it with --allowed-host.`,
  }
}

/** Requests that a browser makes for a page of another origin, simple ones and reads included. */
function refuseForeignPage({ headers }: IncomingMessage): Refusal | undefined {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return { status: 403, message: 'The control API does not answer pages of other origins.' }
  }
  const { origin } = headers
  if (origin !== undefined && origin !== `http://${headers.host}`) {
    return { status: 403, message: `Origin ${formatValue(origin)} may not use the control API.` }
  }
  if (headers.upgrade?.toLowerCase() === 'websocket') {
    return { status: 403, message: 'There are no WebSockets here.' }
  }
  return undefined
}

/** Somebody follows a link: the page is shown to a person, and not to the page that links. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  return method === 'GET' && mode === 'navigate' && destination === 'document'
}

/** Is this the control API's path? */
export function isControl({ url = '' }: IncomingMessage): boolean {
  return url.startsWith(CONTROL) && /^(\/|\?|$)/.test(url.slice(CONTROL.length))
}

const tokenHelp = 'set ALIAS_SANDBOX_CONTROL_TOKEN or --control-token-file on both sides'

function refuseToken(request: IncomingMessage, options: GuardOptions): Refusal | undefined {
  const { controlToken, isExposed } = options
  if (request.url?.split('?')[0] === LIVE || (controlToken === undefined && !isExposed))
    return undefined
  if (controlToken === undefined) {
    return {
      status: 401,
      message: `The sandbox listens beyond this machine, so its control API needs a token: ${tokenHelp}.`,
    }
  }
  const input = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  if (sameSecret(input, controlToken)) return undefined
  return { status: 401, message: `The control API needs its token as a Bearer: ${tokenHelp}.` }
}

/** What a form can send without asking first is not taken: writes say application/json. */
function refuseForm({ method, headers }: IncomingMessage): Refusal | undefined {
  if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH') return undefined
  if (/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) return undefined
  return { status: 415, message: 'Send Content-Type: application/json, even without a body.' }
}

/** Compares in a time that does not tell where they differ. */
function sameSecret(input: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(input), digest(expected))
}
