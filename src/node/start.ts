import { numberOf } from '../contract/history/entry-types.ts'
import type { NamedScenario, Scenario } from '../contract/scenario/scenario.ts'
import type { Session } from '../contract/session/session.ts'
import { contain, type Report } from '../core/contain.ts'
import { defaults } from '../contract/defaults.ts'
import type { Settings } from '../contract/settings.ts'
import { ReceivedBytes } from '../core/sizes/received-bytes.ts'
import { ActionError } from '../contract/control/action-error.ts'
import type { Manner } from '../core/calls/manner.ts'
import { Inboxes } from '../core/inbox/inboxes.ts'
import { DEFAULT_ACCOUNT } from '../core/accounts.ts'
import { Sandbox } from '../core/sandbox.ts'
import { loadSession } from '../history/session/load-session.ts'
import { toStoredText } from '../history/session/text.ts'
import { toEntryEvent, toHistoryNotice, toHistoryPlace } from '../control/events/history-events.ts'
import type { Persistence } from '../core/persistence.ts'
import type { ScenarioLookup } from '../core/sandbox-options.ts'
import { makeListener } from './http/listener.ts'
import { defaultDate } from './http/server/date-text.ts'
import { Connections } from './http/server/connections.ts'
import { FirstRefusals } from './http/v1/first-refusals.ts'
import { makeResponder } from './http/v1/respond.ts'
import { EventFeed } from '../control/events/event-feed.ts'
import { listen, type ServerTimeouts } from './http/server/server.ts'
import { LargeAnswers } from '../control/large-answers.ts'
import { WorkerThread } from './work/worker-thread.ts'
import { coreTarget } from '../scenario/core-target.ts'
import { runExpect, type UnmetStep } from '../scenario/expect.ts'
import { sampleTexts } from './files/sample-texts.ts'
import { refuseFile } from './store/database-error.ts'
import type { LockTimes } from './store/lock.ts'
import type { ProcessIdentity } from './store/process-identity.ts'
import type { MailServerOptions } from './smtp/mail-server.ts'
import { hostInUrl } from '../text/host.ts'
import type { MachineClock } from '../core/clock/machine-clock.ts'
import { machineClock } from './machine-clock.ts'
import { readActions, readOpenapi } from './files/documents.ts'
import { version } from './files/version.ts'
import { startOf } from './process-table.ts'
import { setImmediate } from './real-timers.ts'

/** The settings of a sandbox, which the caller has validated, and what only the caller can provide. */
export type StartOptions = Settings & {
  catalog: ScenarioLookup
  /** The scenario of account `default`, and its name. */
  start: NamedScenario
  /** Merged over every scenario that is found by name. */
  overrides: Scenario
  /** In which manner calls are made; as documented if omitted. */
  manner?: Manner | undefined
  /** The first refusals of a series are handed over when none has come for so many milliseconds. Default: at once. */
  firstRefusalMs?: number | undefined
  /** Called with unexpected errors. */
  onCrash: Report
  /** Called once with a one-line message when another process has taken over the file. */
  onDatabaseLost?: ((message: string) => void) | undefined
  /** Called when a client of the control API stops the sandbox. Absent: it cannot. */
  onStop?: (() => void) | undefined
  /** The times after which the lock of the file counts as abandoned. */
  lockTimes?: LockTimes | undefined
  /** The owner of the file's lock. Default: this process, on this machine. */
  lockOwner?: ProcessIdentity | undefined
  /** Counts the bodies and mails that are being received. Default: up to the limit in the table. */
  received?: ReceivedBytes | undefined
  /** Time limits for clients. */
  timeouts?: ServerTimeouts | undefined
  /** The machine's clock for the sandbox. Default: the real one. */
  clock?: MachineClock | undefined
}

/** A running sandbox. */
export interface RunningSandbox {
  readonly sandbox: Sandbox
  readonly port: number
  readonly url: string
  /** The address at which it receives mail, if it does. */
  readonly smtpUrl: string | undefined
  /** Set if it goes on from the file, so that the start scenario was ignored. */
  readonly continued: Continuation | undefined
  /**
   * Stops accepting connections, waits up to `graceMs` for requests in flight, and stores all changes.
   * A second call with 0 ends the wait. @throws PersistenceError when the last changes could not be stored.
   */
  close(graceMs?: number): Promise<void>
}

/** The continuation of a sandbox from its file. */
type Continuation = {
  /** The first request of the file that this version answers otherwise, such as `default/req_12`. */
  differsFrom: string | undefined
}

/** All sandboxes of this process share it. */
const workerThread = new WorkerThread()

const LOOPBACK = ['127.0.0.1', '::1']

/**
 * Assembles the parts and starts listening. This is the composition root: every other module gets the
 * machine's clock from it.
 * @throws ActionError, DatabaseError, PersistenceError, or the system's error when it cannot listen.
 */
export async function start(options: StartOptions): Promise<RunningSandbox> {
  const { clock = machineClock } = options
  const now = () => clock.now()
  const { sandbox, inboxes, received, listenerWith, connections, onCrash } = assemble(options)
  const opened =
    options.db === undefined ? undefined : await persistIn(options.db, sandbox, options)
  let mail: Awaited<ReturnType<typeof openMail>>
  const { listener, hangUp } = listenerWith(opened?.persistence, () => mail?.url)
  const hosts = options.host === undefined ? LOOPBACK : [options.host]
  const server = await listen(listener, hosts, options.port, {
    date: () => defaultDate(sandbox, now()),
    timeouts: options.timeouts,
    onConnection: (socket) => connections.accept(socket),
    onWaiting: (request) => connections.queue(request),
    onCrash,
  }).catch(async (error: unknown) => {
    await opened?.persistence.close()
    throw error
  })
  try {
    const persistence = opened?.persistence
    mail = await openMail(options, { sandbox, inboxes, received, persistence }, onCrash)
  } catch (error) {
    await close(0)
    throw error
  }
  let closed: Promise<void> | undefined
  return {
    sandbox,
    port: server.port,
    url: `http://${hostInUrl(options.host)}:${server.port}`,
    smtpUrl: mail?.url,
    continued: opened?.continued,
    close: (graceMs) => {
      if (closed) void server.close(graceMs)
      return (closed ??= close(graceMs))
    },
  }

  async function close(graceMs?: number): Promise<void> {
    hangUp()
    await Promise.all([server.close(graceMs), mail?.stop()])
    await opened?.persistence.close()
  }
}

type MailParts = Pick<MailServerOptions, 'inboxes' | 'received' | 'persistence'> & {
  sandbox: Sandbox
}

/** Loads the mail server only if it is asked for. @throws the system's error when it cannot listen. */
async function openMail(
  { smtpPort: port, host = LOOPBACK[0]!, clock = machineClock }: StartOptions,
  { sandbox, ...kept }: MailParts,
  report: Report,
) {
  if (port === undefined) return undefined
  const { startMailServer } = await import('./smtp/mail-server.ts')
  return startMailServer(sandbox, {
    port,
    host,
    now: () => clock.now(),
    report,
    thread: workerThread,
    ...kept,
  })
}

/** Assembles a sandbox and what answers its requests, without a server. */
export function assemble(options: StartOptions) {
  const settings: Settings = options
  const { clock = machineClock, received = new ReceivedBytes() } = options
  const now = () => clock.now()
  const onCrash = makeReport(options.onCrash)
  const sandbox = new Sandbox(
    {
      settings,
      catalog: options.catalog,
      start: options.start,
      overrides: options.overrides,
      sampleTexts,
      manner: options.manner,
      onCrash,
    },
    now(),
  )
  const inboxes = new Inboxes(sandbox.histories)
  const closing = new AbortController()
  const connections = new Connections(sandbox.histories.served)
  const { firstRefusalMs } = options
  const firstRefusals =
    firstRefusalMs === undefined ? undefined : new FirstRefusals(sandbox, firstRefusalMs, now)
  const responder = makeResponder({ connections, clock, firstRefusals }, onCrash)
  const events = new EventFeed({
    run: now().toString(36),
    closing: closing.signal,
    clock,
    soon: (act) => connections.atEndOfTurn(() => setImmediate(act)),
    report: onCrash,
  })
  sandbox.listen((entry, account) => {
    if (!events.isWatched) return
    events.publish('request', account.name, ...toEntryEvent(entry, sandbox.knownIn(account.name)))
    // The first call may have created the account.
    if (numberOf(entry) === 1) events.publish('accounts', null, () => ({}))
  })
  sandbox.histories.onAdded((entry) => {
    if (!events.isWatched) return
    events.publish(
      'history',
      entry.account,
      () => toHistoryNotice(entry, sandbox.knownIn(entry.account)),
      () => toHistoryPlace(entry),
    )
  })
  const listenerWith = (
    persistence?: Persistence,
    smtpUrl = (): string | undefined => undefined,
  ) => ({
    listener: makeListener(sandbox, settings, {
      onCrash,
      clock,
      received,
      connections,
      responder,
      version,
      closing: closing.signal,
      persistence,
      events,
      inboxes,
      defaultAccount: DEFAULT_ACCOUNT,
      work: workerThread,
      nextTurn: setImmediate,
      largeAnswers: new LargeAnswers(setImmediate),
      derivedAnswers: new LargeAnswers(setImmediate),
      documents: { actions: readActions, openapi: readOpenapi },
      process: {
        pid: process.pid,
        started: () => startOf(process.pid) ?? null,
        smtpUrl,
        stop: options.onStop,
      },
    }),
    /** Ends all waiting requests, event streams and delayed responses. */
    hangUp: () => {
      closing.abort()
      responder.release()
    },
  })
  return { sandbox, inboxes, received, listenerWith, connections, onCrash }
}

/** Emits an error as a Node warning, which goes to stderr and does not end the process. */
export function warnOf(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}

/** If `onCrash` itself throws, the error becomes a warning. */
function makeReport(onCrash: Report): Report {
  return contain((failure) => warnOf(failure), onCrash)
}

/** Stores a sandbox in a file. A session that the file already holds takes the place of the start scenario. */
async function persistIn(
  path: string,
  sandbox: Sandbox,
  { lockTimes, lockOwner: self, onDatabaseLost: onLost, clock = machineClock }: StartOptions,
): Promise<{ persistence: Persistence; continued: Continuation | undefined }> {
  const now = () => clock.now()
  const { openStore } = await import('./store/store.ts')
  const store = await openStore(path, { lockTimes, self, onLost })
  try {
    const continued = store.found ? resume(sandbox, store.found, now()) : undefined
    const persistence = await store.persist(() => {
      const text = toStoredText(sandbox, { version, machineMs: now() })
      const checkpoint = sandbox.checkpoint()
      return { text, goBack: () => sandbox.rollBack(checkpoint, now()) }
    })
    return { persistence, continued }
  } catch (error) {
    await store.abandon()
    if (!(error instanceof ActionError)) throw error
    return refuseFile(path, `is inconsistent: ${error.message}`)
  }
}

/** Goes on from a session, without a limit: a lower one cannot lose acknowledged data. */
function resume(sandbox: Sandbox, session: Session, machineMs: number): Continuation {
  const { first } = loadSession(sandbox, session, { machineMs, isOwn: true })
  const entry = first?.answer.entry
  return { differsFrom: entry && `${entry.account}/${entry.id}` }
}

/**
 * Runs the `expect` steps of a scenario in this process and returns those that failed.
 * @throws ActionError when no account can start in the scenario.
 */
export function tryScenario(catalog: ScenarioLookup, named: NamedScenario): Promise<UnmetStep[]> {
  const settings = { seed: 1, apiKey: defaults.apiKey, maxAccounts: 10, maxRequests: 10 }
  const sandbox = new Sandbox(
    { settings, catalog, start: named, overrides: {}, sampleTexts, onCrash: warnOf },
    machineClock.now(),
  )
  return runExpect(coreTarget(sandbox, sandbox.account('default')), named.scenario.expect ?? [])
}
