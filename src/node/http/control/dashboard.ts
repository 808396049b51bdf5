import { readFileSync, readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { packageFile } from '../../files/package-files.ts'
import { CONTROL } from '../../../contract/control/control-path.ts'

type Page = { file: string; type: string }

const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' }
const FOLDER = 'dist/dashboard'

/** The only files that are served, by their path: the page, its scripts and its style sheet. */
let pages: ReadonlyMap<string, Page> | undefined

/** Lists the files on first use, since most runs never open the dashboard. */
function listPages(): ReadonlyMap<string, Page> {
  const listed = new Map([[`${CONTROL}/`, { file: 'index.html', type: 'text/html' }]])
  for (const file of readdirSync(packageFile(FOLDER))) {
    const type = types[file.split('.').at(-1)!]
    if (type !== undefined) listed.set(`${CONTROL}/ui/${file}`, { file, type })
  }
  return listed
}

function pageAt(path: string): Page | undefined {
  if (path !== `${CONTROL}/` && !path.startsWith(`${CONTROL}/ui/`)) return undefined
  pages ??= listPages()
  return pages.get(path)
}

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
  if (pageAt(path)) return method === 'GET' || method === 'HEAD'
  return isRedirected(path, request)
}

/** Answers a request for which {@link isDashboard} is true. */
export function answerDashboard(request: IncomingMessage, response: ServerResponse): void {
  const page = pageAt(pathOf(request.url ?? ''))
  if (!page) {
    const headers = { ...SECURITY_HEADERS, Location: `${CONTROL}/`, 'Content-Length': 0 }
    response.writeHead(302, headers).end()
    return
  }
  const bytes = read(page.file)
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

/** Reads a file on first use, since most runs never open the dashboard. */
function read(file: string): Buffer {
  const bytes = files.get(file) ?? readFileSync(packageFile(`${FOLDER}/${file}`))
  files.set(file, bytes)
  return bytes
}
