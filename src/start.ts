import { getHeapStatistics } from 'node:v8'
import type { NamedScenario, Scenario } from './contract/scenario.ts'
import { contain, type Report } from './contain.ts'
import { memoryLimitsOf } from './core/memory/memory-limits.ts'
import { ActionError } from './contract/action-error.ts'
import { Sandbox } from './core/sandbox.ts'
import type { Persistence } from './core/persistence.ts'
import type { ScenarioLookup } from './core/sandbox-options.ts'
import { makeApp } from './http/app.ts'
import { defaultDate } from './http/server/date-text.ts'
import { makeResponder } from './http/v1/respond.ts'
import { makeEventFeed, toEntryEvent } from './http/control/events/events.ts'
import { listen, type ServerTimeouts } from './http/server/server.ts'
import { ReceivedBodies } from './http/server/received-bodies.ts'
import { UnreadAnswers } from './http/server/unread-answers.ts'
import { Waiters } from './http/control/waiters.ts'
import { coreTarget } from './scenario/core-target.ts'
import { runExpect } from './scenario/expect.ts'
import { sampleTexts } from './scenario/sample-texts.ts'
import { refuseFile } from './store/database-error.ts'
import type { LockTimes } from './store/lock.ts'
import { version } from './version.ts'

/** Everything that a sandbox can be started with; all of it is checked by whoever asks. */
export type StartOptions = {
  catalog: ScenarioLookup
  start: { name: string; scenario: Scenario }
  overrides: Scenario
  seed: number
  apiKey: string
  /** The file that everything is stored in; undefined: in memory. */
  db?: string | undefined
  /** None: both loopback addresses. */
  host: string | undefined
  /** 0: a free one. */
  port: number
  allowedHosts: readonly string[]
  controlToken: string | undefined
  exposeHeaders: boolean
  /** Is the dashboard served? It is, when left out. */
  ui?: boolean
  /** The origin whose web pages may call `/v1`. */
  corsOrigin: string | undefined
  maxAccounts: number
  maxRequests: number
  /** Told of what must never happen: an error that nothing here expects. */
  onCrash: Report
  /** Told once, in one line, when the file can be written no more: another process took it over. */
  onDatabaseLost?: ((message: string) => void) | undefined
  /** When the lock of the file counts as left; as is usual when left out. */
  lockTimes?: LockTimes | undefined
  /** How long clients may take; as long as is usual when left out. */
  timeouts?: ServerTimeouts | undefined
}

/** A sandbox that runs and listens. */
export interface RunningSandbox {
  readonly sandbox: Sandbox
  readonly port: number
  readonly url: string
  /** Was there a file that holds a sandbox? Then `start` was not looked at. */
  readonly isContinued: boolean
  /**
   * Stops accepting, finishes what is in flight for at most `graceMs`, stores it, closes. May be
   * called again, with 0 to finish no more. @throws PersistenceError when the last changes could not be stored.
   */
  close(graceMs?: number): Promise<void>
}

const LOOPBACK = ['127.0.0.1', '::1']
const now = () => Date.now()

/**
 * Puts the parts together and listens: the one place that knows all edges, and the one that reads
 * the machine's clock.
 * @throws ActionRefused, DatabaseError, PersistenceError, or the system's error when it cannot listen.
 */
export async function start(options: StartOptions): Promise<RunningSandbox> {
  const { sandbox, appWith, onCrash } = assemble(options)
  const opened =
    options.db === undefined ? undefined : await persistIn(options.db, sandbox, options)
  const { app, hangUp } = appWith(opened?.persistence)
  const hosts = options.host === undefined ? LOOPBACK : [options.host]
  const server = await listen(app, hosts, options.port, {
    date: () => defaultDate(sandbox, now()),
    timeouts: options.timeouts,
    onCrash,
  }).catch(async (error: unknown) => {
    await opened?.persistence.close()
    throw error
  })
  let closed: Promise<void> | undefined
  return {
    sandbox,
    port: server.port,
    url: `http://${hostInUrl(options.host)}:${server.port}`,
    isContinued: opened?.isContinued ?? false,
    close: (graceMs) => {
      if (closed) void server.close(graceMs)
      return (closed ??= close(graceMs))
    },
  }

  async function close(graceMs?: number): Promise<void> {
    hangUp()
    await server.close(graceMs)
    await opened?.persistence.close()
  }
}

/** The parts without a server: a sandbox, and an app that somebody else may listen with. */
export function assemble(options: Omit<StartOptions, 'port' | 'db'>) {
  const onCrash = makeReport(options.onCrash)
  const sandbox = new Sandbox(
    {
      ...options,
      onCrash,
      sampleTexts,
      memoryLimits: memoryLimitsOf(getHeapStatistics().heap_size_limit),
    },
    now(),
  )
  const closing = new AbortController()
  const unread = new UnreadAnswers()
  const responder = makeResponder(unread, onCrash)
  const events = makeEventFeed(now().toString(36), closing.signal, onCrash)
  sandbox.listen((entry, account) => {
    events.publish('request', account.name, ...toEntryEvent(entry))
    // Its key may have made the account.
    if (entry.number === 1) events.publish('accounts', null, () => ({}))
  })
  const appWith = (persistence?: Persistence) => ({
    app: makeApp(sandbox, {
      ...options,
      onCrash,
      // Who listens at an address is also called by it.
      allowedHosts: [...options.allowedHosts, hostInUrl(options.host)],
      now,
      bodies: new ReceivedBodies(),
      responder,
      version,
      closing: closing.signal,
      persistence,
      events,
      unread,
      waiters: new Waiters(closing.signal),
      readScenario,
      ui: options.ui ?? true,
      isExposed: options.host !== undefined && !isLoopback(options.host),
    }),
    /** Lets go of whoever waits for an answer. */
    hangUp: () => {
      closing.abort()
      responder.release()
    },
  })
  return { sandbox, appWith, onCrash }
}

/** Tells an error as a warning of Node: on standard error, and without ending anything. */
export function warnOf(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}

/** Whoever is told of an error may fail to take it; then it is a warning, and nothing more. */
function makeReport(onCrash: Report): Report {
  return contain((failure) => warnOf(failure), onCrash)
}

/** The YAML parser is loaded only when a text is to be read. */
async function readScenario(text: string, file: string): Promise<NamedScenario> {
  const { parseScenario } = await import('./scenario/parse.ts')
  return parseScenario(text, file)
}

/** Stores a sandbox in a file; a state that the file already holds replaces the one that was started. */
async function persistIn(
  path: string,
  sandbox: Sandbox,
  { lockTimes, onDatabaseLost: onLost }: StartOptions,
): Promise<{ persistence: Persistence; isContinued: boolean }> {
  const { openStore } = await import('./store/store.ts')
  const store = await openStore(path, { lockTimes, onLost })
  try {
    if (store.found) sandbox.resume(store.found)
    const persistence = await store.persist({
      state: () => sandbox.liveState(now()),
      rollBack: (state) => sandbox.rollBack(state),
    })
    return { persistence, isContinued: store.found !== null }
  } catch (error) {
    await store.abandon()
    if (!(error instanceof ActionError)) throw error
    return refuseFile(path, `contradicts itself: ${error.message}`)
  }
}

/**
 * Runs what a scenario expects, in process; answers a line for each step that was not met.
 * @throws ActionRefused when no account can start so.
 */
export function tryScenario(catalog: ScenarioLookup, named: NamedScenario): Promise<string[]> {
  const settings = {
    overrides: {},
    apiKey: 'sandbox_default',
    maxAccounts: 10,
    maxRequests: 10,
    onCrash: warnOf,
  }
  const sandbox = new Sandbox({ ...settings, catalog, start: named, seed: 1, sampleTexts }, now())
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
