import { printable } from '../text/escape.ts'
import { ControlClient } from './client.ts'
import { controlTokenProblem } from './control-token.ts'
import { SandboxError, toUnreachable } from './error.ts'
import { Sandbox } from './sandbox.ts'

/** Versions with this first number understand each other. */
export const MAJOR_VERSION = '0'

export type ConnectOptions = {
  /** The control token, where the sandbox asks for one; else that of `ALIAS_SANDBOX_CONTROL_TOKEN`. */
  token?: string
}

/**
 * Connects to a sandbox that runs already: started by `alias-sandbox`, by `exec` or by a test runner's
 * set-up. Without a URL it is the one of `ALIAS_SANDBOX_URL`, which `exec` sets.
 *
 * @throws SandboxError `bad_argument`, `unreachable`, `not_a_sandbox`, `wrong_version`, `unauthorized`
 * @example
 * const sandbox = await connectSandbox('http://127.0.0.1:25427')
 * const account = await sandbox.account({ scenario: 'trial' })
 */
export async function connectSandbox(
  url: string | URL | undefined = variable('ALIAS_SANDBOX_URL'),
  options: ConnectOptions = {},
): Promise<Sandbox> {
  refuseUnknown(options)
  const client = new ControlClient({ url: readUrl(url), token: readToken(options) })
  refuseVersion(client.url, await greet(client))
  const first = await client.account('default')
  return new Sandbox({ client, url: client.url, first, stop: () => Promise.resolve() })
}

function refuseUnknown(options: ConnectOptions): void {
  const unknown = Object.keys(options).find((option) => option !== 'token')
  if (unknown === undefined) return
  const message = `${printable(unknown, 60)}: is not known (allowed: token)`
  throw new SandboxError('bad_argument', message, { field: unknown })
}

function readToken({ token }: ConnectOptions): string | undefined {
  const label = token === undefined ? 'ALIAS_SANDBOX_CONTROL_TOKEN' : 'token'
  const used = token ?? (variable('ALIAS_SANDBOX_CONTROL_TOKEN') || undefined)
  const problem = used === undefined ? undefined : controlTokenProblem(used)
  if (problem === undefined) return used
  throw new SandboxError('bad_argument', `${label}: ${problem}`, { field: 'token' })
}

function readUrl(url: string | URL | undefined): string {
  if (url === undefined) {
    const message = 'url: is missing, and ALIAS_SANDBOX_URL is not set'
    throw new SandboxError('bad_argument', message, { field: 'url' })
  }
  const text = String(url)
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  const message = `url: ${printable(JSON.stringify(text), 100)} is not a URL such as http://127.0.0.1:25427`
  throw new SandboxError('bad_argument', message, { field: 'url' })
}

/** What another server may answer where a sandbox tells its version. */
const refusals: readonly string[] = ['bad_argument', 'not_found', 'refused', 'timeout', 'failed']

/** The version of the sandbox that answers. @throws SandboxError when it is none. */
async function greet(client: ControlClient): Promise<unknown> {
  try {
    const { service, version } = await client.live()
    if (service === 'alias-sandbox') return version
  } catch (error) {
    // A sandbox refuses nobody this answer, but for a name that it does not go by.
    if (!(error instanceof SandboxError && refusals.includes(error.code))) throw error
  }
  throw toUnreachable(client.url, true)
}

function refuseVersion(url: string, version: unknown): void {
  if (String(version).split('.')[0] === MAJOR_VERSION) return
  const message = `the alias-sandbox at ${url} has version ${printable(String(version), 40)}, and this client speaks to ${MAJOR_VERSION}.x: install the same version on both sides`
  throw new SandboxError('wrong_version', message, { url })
}

/** A variable of the environment, where there is one: browsers have none. */
function variable(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.[name]
}
