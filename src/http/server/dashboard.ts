import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { packageFile } from '../../package-files.ts'
import { CONTROL } from './guard.ts'

type Page = { file: string; type: string }

/** Everything that is served: no other path leads to a file. */
const pages = new Map<string, Page>([
  [`${CONTROL}/`, { file: 'index.html', type: 'text/html' }],
  [`${CONTROL}/ui/app.js`, { file: 'app.js', type: 'text/javascript' }],
  [`${CONTROL}/ui/app.css`, { file: 'app.css', type: 'text/css' }],
])

/** Nothing from elsewhere, nothing inline, never in a frame. */
const SAFETY = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
}

/** Is it the dashboard that is asked for, or the way to it? */
export function isDashboard(request: IncomingMessage): boolean {
  const { method, url = '' } = request
  if (url !== '/' && !url.startsWith(CONTROL)) return false
  const path = pathOf(url)
  if (pages.has(path)) return method === 'GET' || method === 'HEAD'
  return isOnTheWay(path, request)
}

/** Answers what {@link isDashboard}. */
export function answerDashboard(request: IncomingMessage, response: ServerResponse): void {
  const page = pages.get(pathOf(request.url ?? ''))
  if (!page) {
    response.writeHead(302, { ...SAFETY, Location: `${CONTROL}/`, 'Content-Length': 0 }).end()
    return
  }
  const bytes = read(page.file)
  response.writeHead(200, {
    ...SAFETY,
    'Content-Type': `${page.type}; charset=utf-8`,
    'Content-Length': bytes.length,
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

function pathOf(url: string): string {
  return url.split('?')[0]!
}

/** A person who types the address in; to programs, `/` is a path that the service does not have. */
function isOnTheWay(path: string, { method, headers }: IncomingMessage): boolean {
  const isPerson = method === 'GET' && (headers.accept ?? '').includes('text/html')
  return isPerson && (path === '/' || path === CONTROL)
}

const files = new Map<string, Buffer>()

/** Read when it is first asked for, since most sandboxes are never looked at. */
function read(file: string): Buffer {
  const bytes = files.get(file) ?? readFileSync(packageFile(`dist/dashboard/${file}`))
  files.set(file, bytes)
  return bytes
}
