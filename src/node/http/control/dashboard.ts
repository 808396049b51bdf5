import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { CONTROL } from '../../../contract/control/control-path.ts'
import type { PageShell } from '../../../history/page/html.ts'
import { loadPackageFile, packageFile } from '../../files/package-files.ts'

type Page = { type: string; read: () => Buffer }

const shell = () => loadPackageFile('dist/page.json') as PageShell

/** The only files that are served: the document, its script and its style sheet. Most runs never open the dashboard. */
const pages: ReadonlyMap<string, Page> = new Map([
  [
    `${CONTROL}/`,
    { type: 'text/html', read: () => readFileSync(packageFile('dist/dashboard/index.html')) },
  ],
  [
    `${CONTROL}/ui/app.js`,
    { type: 'text/javascript', read: () => gunzipSync(Buffer.from(shell().script, 'base64')) },
  ],
  [`${CONTROL}/ui/style.css`, { type: 'text/css', read: () => Buffer.from(shell().style) }],
])

/** Allows no foreign content, no inline code and no framing. */
const SECURITY_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
}

/** Whether the request is for the dashboard, or for a path that redirects to it. */
export function isDashboard(request: IncomingMessage): boolean {
  const { method, url = '' } = request
  if (url !== '/' && !url.startsWith(CONTROL)) return false
  const path = pathOf(url)
  if (pages.has(path)) return method === 'GET' || method === 'HEAD'
  return isRedirected(path, request)
}

/** Answers a request for which {@link isDashboard} is true. */
export function answerDashboard(request: IncomingMessage, response: ServerResponse): void {
  const path = pathOf(request.url ?? '')
  const page = pages.get(path)
  if (!page) {
    const headers = { ...SECURITY_HEADERS, Location: `${CONTROL}/`, 'Content-Length': 0 }
    response.writeHead(302, headers).end()
    return
  }
  const bytes = read(path, page)
  response.writeHead(200, {
    ...SECURITY_HEADERS,
    'Content-Type': `${page.type}; charset=utf-8`,
    'Content-Length': bytes.length,
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

function pathOf(url: string): string {
  return url.split('?')[0]!
}

/** Only browsers are redirected; for programs, `/` is a path that the service does not have. */
function isRedirected(path: string, { method, headers }: IncomingMessage): boolean {
  const isBrowser = method === 'GET' && (headers.accept ?? '').includes('text/html')
  return isBrowser && (path === '/' || path === CONTROL)
}

const files = new Map<string, Buffer>()

/** Reads a file on first use. */
function read(path: string, page: Page): Buffer {
  const bytes = files.get(path) ?? page.read()
  files.set(path, bytes)
  return bytes
}
