import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Attack } from './attacks.ts'

/** A page that attacks as soon as it is loaded and collects all that it can read in `loot`. */
export function toPage({ script }: Attack, target: string): string {
  return `<!doctype html><title>attack</title><body><script>
    const target = ${JSON.stringify(target)}, loot = []
    const take = (...things) => loot.push(...things.map(String))
    const attack = (async () => { ${script} })().catch(take)
  </script>`
}

/** The attacker's server: its pages, and a redirect to any URL. */
export interface Attacker {
  readonly port: number
  /** Sets the page that it serves from now on. */
  serve(page: string, headers?: Record<string, string>): void
  close(): void
}

export function startAttacker(): Promise<Attacker> {
  let page = ''
  let headers: Record<string, string> = {}
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://attacker')
    const to = searchParams.get('to')
    if (pathname === '/redirect' && to) response.writeHead(307, { location: to }).end()
    else response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(page)
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        serve(next, more = {}) {
          page = next
          headers = more
        },
        close() {
          server.close()
          server.closeAllConnections()
        },
      }),
    )
  })
}
