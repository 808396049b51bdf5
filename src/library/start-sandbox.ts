import { fetchUnverified } from '../client/http-fetch.ts'
import { ownFetch } from '../client/own-fetch.ts'
import { ControlClient } from '../client/client.ts'
import { SandboxError } from '../client/error.ts'
import { Sandbox } from '../client/sandbox.ts'
import { ActionError } from '../contract/control/action-error.ts'
import { PersistenceError } from '../core/persistence.ts'
import { loadCatalog } from '../node/files/scenario-catalog.ts'
import { WrongCertificate } from '../node/http/server/certificate.ts'
import { start, type RunningSandbox, type StartOptions } from '../node/start.ts'
import { DatabaseError } from '../node/store/database-error.ts'
import { checkOptions, wrong, type SandboxOptions } from './options.ts'
import { loadScenarios } from './load-scenarios.ts'
import { toStartOptions } from './start-options.ts'

/**
 * Starts a sandbox in this process. By default it listens on a free port that only this machine can reach.
 *
 * @throws SandboxError `bad_argument` for an invalid option or scenario, `cannot_listen` when the port is
 * in use, `database` when the file of `db` cannot be used.
 * @example
 * await using sandbox = await startSandbox({ scenario: 'plus', seed: 42, now: '2026-03-01T12:00:00Z' })
 * const response = await fetch(`${sandbox.url}/v1/aliases`, {
 *   headers: { authorization: `Bearer ${sandbox.apiKey}` },
 * })
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const checked = checkOptions(options)
  const catalog = await openFolder(checked.scenariosDir)
  const settings = toStartOptions(checked, catalog, await loadScenarios(checked.scenario, catalog))
  const running = await listen(settings)
  warnOfJudge()
  return new Sandbox({
    client: new ControlClient({
      url: running.url,
      token: settings.controlToken,
      fetch: settings.tls ? fetchUnverified : ownFetch,
    }),
    url: running.url,
    smtpUrl: running.smtpUrl,
    // Not the key of the settings: the file of `db` may hold another one.
    first: { name: 'default', first_key: running.sandbox.account('default').state.key.first },
    stop: () => running.close(0).catch((error: unknown) => Promise.reject(toSandboxError(error))),
  })
}

let hasWarned = false

/** Says once that a command which judges the requests to its own sandbox does not see this one. */
function warnOfJudge(): void {
  const judge = process.env['ALIAS_SANDBOX_JUDGED_BY']
  if (judge === undefined || hasWarned) return
  hasWarned = true
  process.stderr.write(
    `alias-sandbox: warning: startSandbox() started a sandbox of its own, and "alias-sandbox ${judge}" does not see what is sent to it; use connectSandbox() from alias-sandbox/client\n`,
  )
}

async function openFolder(folder: string | undefined) {
  try {
    return await loadCatalog(folder)
  } catch (error) {
    throw wrong('scenariosDir', (error as Error).message)
  }
}

async function listen(settings: StartOptions): Promise<RunningSandbox> {
  try {
    return await start(settings)
  } catch (error) {
    if (error instanceof ActionError) throw wrong('scenario', `scenario: ${error.message}`)
    if (isDatabaseError(error)) throw toSandboxError(error)
    if (error instanceof WrongCertificate) throw wrong(`tls.${error.part}`, `tls.${error.message}`)
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const { host = '127.0.0.1', smtpPort } = settings
    const { port = settings.port } = error as { port?: number }
    const name = port === smtpPort ? 'smtpPort: 0' : 'port: 0'
    const message = `cannot listen on port ${port} of ${host} (${code}); ${name} uses a free one`
    throw new SandboxError('cannot_listen', message, { cause: error })
  }
}

function isDatabaseError(error: unknown): error is DatabaseError | PersistenceError {
  return error instanceof DatabaseError || error instanceof PersistenceError
}

function toSandboxError(error: unknown): unknown {
  if (!isDatabaseError(error)) return error
  const message = `db: ${error.message}`
  return error instanceof DatabaseError && error.kind === 'usage'
    ? wrong('db', message)
    : new SandboxError('database', message, { field: 'db', cause: error })
}
