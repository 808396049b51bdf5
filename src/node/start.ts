import type { NamedScenario } from '../contract/scenario/scenario.ts'
import type { Session } from '../contract/session/session.ts'
import { contain } from '../core/contain.ts'
import { defaults } from '../contract/defaults.ts'
import type { Settings } from '../contract/settings.ts'
import { ReceivedBytes } from '../core/sizes/received-bytes.ts'
import { ActionError } from '../contract/control/action-error.ts'
import { Sandbox } from '../core/sandbox.ts'
import { loadSession } from '../history/session/load-session.ts'
import { toStoredText } from '../history/session/text.ts'
import type { Persistence } from '../core/persistence.ts'
import type { ScenarioLookup } from '../core/sandbox-options.ts'
import { makeListener } from './http/listener.ts'
import { defaultDate } from '../service/date-text.ts'
import {
  assemble as assembleService,
  type Service,
  type ServiceOptions,
} from '../service/service.ts'
import { checkCertificate } from './http/server/certificate.ts'
import { Connections } from './http/server/connections.ts'
import { FirstRefusals } from './http/v1/first-refusals.ts'
import { makeResponder } from './http/v1/respond.ts'
import { listen, type ServerTimeouts } from './http/server/server.ts'
import { WorkerThread } from './work/worker-thread.ts'
import { coreTarget } from '../scenario/core-target.ts'
import { runExpect, type UnmetStep } from '../scenario/expect.ts'
import { sampleTexts } from './files/sample-texts.ts'
import { refuseFile } from './store/database-error.ts'
import type { MailServerOptions } from './smtp/mail-server.ts'
import { hostInUrl } from '../text/host.ts'
import type { MachineClock } from '../core/clock/machine-clock.ts'
import { machineClock } from './machine-clock.ts'
import { readActions, readOpenapi } from './files/documents.ts'
import { version } from './files/version.ts'
import { startOf } from './process-table.ts'
import { setImmediate } from './real-timers.ts'

/** The settings of a sandbox, which the caller has validated, and what only the caller can provide. */
export type StartOptions = Settings &
  Omit<ServiceOptions, 'settings' | 'host'> & {
    /** The first refusals of a series are handed over when none has come for so many milliseconds. Default: at once. */
    firstRefusalMs?: number | undefined
    /** Called once with a one-line message when another process has taken over the file. */
    onDatabaseLost?: ((message: string) => void) | undefined
    /** Called when a client of the control API stops the sandbox. Absent: it cannot. */
    onStop?: (() => void) | undefined
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
 * @throws ActionError, DatabaseError, PersistenceError, WrongCertificate, or the system's error when it cannot listen.
 */
export async function start(options: StartOptions): Promise<RunningSandbox> {
  const { clock = machineClock } = options
  const now = () => clock.now()
  if (options.tls) checkCertificate(options.tls)
  const { service, received, listenerWith, connections } = assemble(options)
  const { sandbox, onCrash } = service
  const opened =
    options.db === undefined ? undefined : await persistIn(options.db, sandbox, options)
  let mail: Awaited<ReturnType<typeof openMail>>
  const { listener, hangUp } = listenerWith(opened?.persistence, () => mail?.url)
  const hosts = options.host === undefined ? LOOPBACK : [options.host]
  const server = await listen(listener, hosts, options.port, {
    date: () => defaultDate(sandbox, now()),
    timeouts: options.timeouts,
    tls: options.tls,
    onConnection: (socket) => connections.accept(socket),
    onWaiting: (request) => connections.queue(request),
    onCrash,
  }).catch(async (error: unknown) => {
    await opened?.persistence.close()
    throw error
  })
  try {
    const persistence = opened?.persistence
    mail = await openMail(options, service, { received, persistence })
  } catch (error) {
    await close(0)
    throw error
  }
  let closed: Promise<void> | undefined
  return {
    sandbox,
    port: server.port,
    url: urlOf(options, server.port),
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

/** The address of a sandbox on a port. */
export function urlOf({ tls, host }: Pick<Settings, 'tls' | 'host'>, port: number): string {
  return `${tls ? 'https' : 'http'}://${hostInUrl(host)}:${port}`
}

/** Loads the mail server only if it is asked for. @throws the system's error when it cannot listen. */
async function openMail(
  { smtpPort: port, host = LOOPBACK[0]! }: StartOptions,
  { sandbox, clock, onCrash: report, controlApi }: Service,
  kept: Pick<MailServerOptions, 'received' | 'persistence'>,
) {
  if (port === undefined) return undefined
  const { startMailServer } = await import('./smtp/mail-server.ts')
  const { inboxes } = (await controlApi()).parts
  const now = () => clock.now()
  return startMailServer(sandbox, {
    port,
    host,
    now,
    report,
    thread: workerThread,
    inboxes,
    ...kept,
  })
}

/** Assembles a sandbox and what answers its requests, without a server. */
export function assemble(options: StartOptions) {
  const { clock = machineClock, received = new ReceivedBytes(), firstRefusalMs } = options
  const onCrash = contain((failure) => warnOf(failure), options.onCrash)
  let smtpUrl = (): string | undefined => undefined
  const service = assembleService({
    ...options,
    settings: options,
    onCrash,
    host: {
      clock,
      sampleTexts,
      version,
      work: workerThread,
      nextTurn: setImmediate,
      soon: (act) => connections.atEndOfTurn(() => setImmediate(act)),
      documents: { actions: readActions, openapi: readOpenapi },
      process: {
        pid: process.pid,
        started: () => startOf(process.pid) ?? null,
        smtpUrl: () => smtpUrl(),
        stop: options.onStop,
      },
    },
  })
  const { sandbox } = service
  const connections = new Connections(sandbox.histories.served)
  const firstRefusals =
    firstRefusalMs === undefined
      ? undefined
      : new FirstRefusals(sandbox, firstRefusalMs, () => clock.now())
  const responder = makeResponder({ connections, clock, firstRefusals }, onCrash)
  const listenerWith = (persistence?: Persistence, receivesAt = smtpUrl) => {
    smtpUrl = receivesAt
    return {
      listener: makeListener(service, { received, connections, responder, persistence }),
      /** Ends all waiting requests, event streams and delayed responses. */
      hangUp: () => {
        service.close()
        responder.release()
      },
    }
  }
  return { service, received, listenerWith, connections }
}

/** Emits an error as a Node warning, which goes to stderr and does not end the process. */
export function warnOf(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}

/** Stores a sandbox in a file. A session that the file already holds takes the place of the start scenario. */
async function persistIn(
  path: string,
  sandbox: Sandbox,
  { onDatabaseLost: onLost, clock = machineClock }: StartOptions,
): Promise<{ persistence: Persistence; continued: Continuation | undefined }> {
  const now = () => clock.now()
  const { openStore } = await import('./store/store.ts')
  const store = await openStore(path, { onLost })
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
