import { ActionError } from '../../contract/control/action-error.ts'
import { PersistenceError } from '../../core/persistence.ts'
import { start, urlOf, type RunningSandbox, type StartOptions } from '../../node/start.ts'
import { DatabaseError } from '../../node/store/database-error.ts'
import type { Context } from '../args/context.ts'
import { exitCodes, Failure, runtimeError, usageError } from '../output/failure.ts'
import { defaults } from '../../contract/defaults.ts'
import { printable } from '../../text/escape.ts'
import { ControlClient } from '../../client/client.ts'
import { httpFetch } from '../../client/http-fetch.ts'
import type { Live } from '../../contract/control/control-shapes.ts'

/** Starts the sandbox on the requested port, never on another one. @throws Failure */
export async function openSandbox(
  settings: StartOptions,
  { labelOf }: LabelContext,
): Promise<RunningSandbox> {
  try {
    return await start(settings)
  } catch (error) {
    throw await toFailure(error as NodeJS.ErrnoException, settings, labelOf)
  }
}

type LabelContext = Pick<Context<'db'>, 'labelOf'>

/** Stops it. @throws Failure when the last changes could not be stored. */
export async function closeSandbox(running: RunningSandbox): Promise<void> {
  try {
    await running.close()
  } catch (error) {
    throw isDatabaseError(error) ? toDatabaseFailure(error, '--db') : error
  }
}

function isDatabaseError(error: unknown): error is DatabaseError | PersistenceError {
  return error instanceof DatabaseError || error instanceof PersistenceError
}

/** A path that cannot be a database is a usage error; all other problems are runtime errors. */
function toDatabaseFailure(error: DatabaseError | PersistenceError, label: string): Failure {
  const isUsage = error instanceof DatabaseError && error.kind === 'usage'
  return isUsage
    ? usageError(`${label}: ${error.message}`)
    : runtimeError(`${label} ${error.message}`)
}

async function toFailure(
  error: NodeJS.ErrnoException,
  settings: StartOptions,
  labelOf: LabelContext['labelOf'],
): Promise<unknown> {
  const { host = '127.0.0.1', port } = settings
  if (error instanceof ActionError) {
    return usageError(`scenario ${settings.start.name}: ${error.message}`)
  }
  if (isDatabaseError(error)) return toDatabaseFailure(error, labelOf('db'))
  if (error.code !== undefined && isOfMail(error as { port?: number }, settings)) {
    return new Failure(exitCodes.port, [
      `alias-sandbox: cannot receive mail on port ${settings.smtpPort} (${error.code}); choose another with --smtp-port, or 0 for a free one`,
    ])
  }
  switch (error.code) {
    case 'EADDRINUSE': {
      const url = urlOf(settings, port)
      const owner = await findOwner(url)
      const at = url === defaults.url ? '' : ` --url ${url}`
      const who = owner
        ? `alias-sandbox (pid ${owner.pid}, version ${printable(owner.version)}); end it with: npx alias-sandbox stop${at}; or`
        : 'another program;'
      return new Failure(exitCodes.port, [
        `alias-sandbox: port ${port} is already in use by ${who} choose another with --port, or 0 for a free one`,
      ])
    }
    case 'EACCES':
      return runtimeError(
        `no permission to listen on port ${port} (EACCES); ports below 1024 may need root; choose another with --port`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return runtimeError(
        `cannot listen on ${labelOf('host')} ${host} (${error.code}): not an address of this machine; the default is 127.0.0.1`,
      )
    default:
      return error
  }
}

/** The system's error names the port on which it could not listen. */
function isOfMail({ port }: { port?: number }, { smtpPort }: StartOptions): boolean {
  return smtpPort !== undefined && port === smtpPort
}

/** The time in which the program on the port has to identify itself. A sandbox on a busy machine needs a while. */
const ANSWER_MS = 2_000

/** The sandbox that listens on a port; undefined if that is another program, or does not answer. */
async function findOwner(url: string): Promise<Live | undefined> {
  const client = new ControlClient({ url, fetch: httpFetch })
  try {
    return await client.ask('GET live', { signal: AbortSignal.timeout(ANSWER_MS) })
  } catch {
    return undefined // it is no sandbox, whatever else it is
  }
}
