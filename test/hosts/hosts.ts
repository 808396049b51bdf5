import { onTestFinished } from 'vitest'
import { startSandbox } from '../../src/index.ts'
import { createSandbox, type FetchSandbox, type FetchSandboxOptions } from '../../src/fetch.ts'
import type { Sandbox } from '../../src/client.ts'

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

function toHosted(sandbox: FetchSandbox): Hosted {
  onTestFinished(() => sandbox.close())
  return { sandbox, send: (path, init) => sandbox.fetch(sandbox.url + path, init) }
}

/** The hosts whose answers are those of the port. */
export const otherHosts: [name: string, open: Open][] = [['fetch', openFetch]]
