import type { NamedScenario, Scenario } from './contract/scenario.ts'
import { Sandbox, type Shelf } from './core/sandbox.ts'
import { makeApp } from './http/app.ts'
import { defaultDate } from './http/date-text.ts'
import { makeCourier } from './http/deliver.ts'
import { listen, type Patience } from './http/server.ts'
import { coreTarget } from './scenario/core-target.ts'
import { runExpect } from './scenario/expect.ts'
import { loadProse } from './scenario/prose.ts'
import { version } from './version.ts'

/** Everything that a sandbox can be started with; all of it is checked by whoever asks. */
export type StartOptions = {
  shelf: Shelf
  start: { name: string; scenario: Scenario }
  overrides: Scenario
  seed: number
  apiKey: string
  /** None: both loopback addresses. */
  host: string | undefined
  /** 0: a free one. */
  port: number
  allowedHosts: readonly string[]
  controlToken: string | undefined
  exposeHeaders: boolean
  /** The origin whose web pages may call `/v1`. */
  corsOrigin: string | undefined
  maxAccounts: number
  maxRequests: number
  onCrash: (error: unknown) => void
  /** How long clients may take; as long as is usual when left out. */
  patience?: Patience | undefined
}

/** A sandbox that runs and listens. */
export interface RunningSandbox {
  readonly sandbox: Sandbox
  readonly port: number
  readonly url: string
  /** Stops accepting, finishes what is in flight, closes. May be called again. */
  close(): Promise<void>
}

const LOOPBACK = ['127.0.0.1', '::1']

/**
 * Puts the parts together and listens: the one place that knows all edges, and the one that reads
 * the machine's clock.
 */
export async function start(options: StartOptions): Promise<RunningSandbox> {
  const now = () => Date.now()
  const sandbox = new Sandbox({ ...options, prose: loadProse }, now())
  const courier = makeCourier()
  const closing = new AbortController()
  const app = makeApp(sandbox, {
    ...options,
    // Who listens at an address is also called by it.
    allowedHosts: [...options.allowedHosts, hostInUrl(options.host)],
    now,
    courier,
    version,
    closing: closing.signal,
    isExposed: options.host !== undefined && !isLoopback(options.host),
  })
  const server = await listen(
    app,
    options.host === undefined ? LOOPBACK : [options.host],
    options.port,
    { date: () => defaultDate(sandbox, now()), patience: options.patience },
  )
  return {
    sandbox,
    port: server.port,
    url: `http://${hostInUrl(options.host)}:${server.port}`,
    close() {
      closing.abort()
      courier.release()
      return server.close()
    },
  }
}

/**
 * Runs what a scenario expects, in process; answers a line for each step that was not met.
 * @throws ActionRefused when no account can start so.
 */
export function tryScenario(shelf: Shelf, named: NamedScenario): Promise<string[]> {
  const settings = { overrides: {}, apiKey: 'sandbox_default', maxAccounts: 10, maxRequests: 10 }
  const sandbox = new Sandbox(
    { ...settings, shelf, start: named, seed: 1, prose: loadProse },
    Date.now(),
  )
  return runExpect(coreTarget(sandbox, sandbox.account('default')), named.scenario.expect ?? [])
}

/** Can only this machine reach it? */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

function hostInUrl(host: string | undefined): string {
  if (host === undefined || host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
