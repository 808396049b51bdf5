import { onTestFinished } from 'vitest'
import { startSandbox } from '../../src/index.ts'
import { createSandbox, type FetchSandbox, type FetchSandboxOptions } from '../../src/fetch.ts'
import type { Sandbox } from '../../src/client.ts'
import { ControlClient } from '../../src/client/client.ts'
import { Sandbox as SandboxOfClient } from '../../src/client/sandbox.ts'
import type { Session as PageSession } from '../../src/contract/session/session.ts'
import { sampleTexts } from '../../src/node/files/sample-texts.ts'
import { PageSandbox } from '../../src/page/page-sandbox.ts'
import { machineClock } from '../../src/web/timers.ts'

/** A sandbox on one of its hosts, and the way in which a client sends it a request. */
export type Hosted = {
  sandbox: Sandbox
  send: (path: string, init?: RequestInit) => Promise<Response>
}

type Open = (options: FetchSandboxOptions) => Promise<Hosted>

/** All start alike: at one time, which stands still, with one key. */
const alike = { now: '2026-03-01T12:00:00Z', frozen: true, apiKey: 'sandbox_default' } as const

export const openPort: Open = async (options) => {
  const sandbox = await startSandbox({ ui: false, ...alike, ...options })
  onTestFinished(() => sandbox.close())
  return { sandbox, send: (path, init) => fetch(sandbox.url + path, init) }
}

const openFetch: Open = (options) =>
  Promise.resolve(toHosted(createSandbox({ ...alike, ...options })))

/** A page in which one continues from the session of a fresh sandbox. */
const openPage: Open = async (options) => {
  const session = await createSandbox({ ...alike, ...options }).session()
  const page = new PageSandbox(session as unknown as PageSession, {
    clock: machineClock,
    sampleTexts,
    page: () => ({ bytes: new Uint8Array() }),
  })
  page.resume()
  const url = 'http://127.0.0.1'
  const sandbox = new SandboxOfClient({
    client: new ControlClient({ url, fetch: page.send }),
    url,
    first: { name: 'default', first_key: alike.apiKey },
    stop: () => Promise.resolve(),
  })
  return { sandbox, send: (path, init) => page.send(url + path, init) }
}

function toHosted(sandbox: FetchSandbox): Hosted {
  onTestFinished(() => sandbox.close())
  return { sandbox, send: (path, init) => sandbox.fetch(sandbox.url + path, init) }
}

/** The hosts whose answers are those of the port. */
export const otherHosts: [name: string, open: Open][] = [
  ['fetch', openFetch],
  ['page', openPage],
]
