import { printable } from '../text/escape.ts'
import { ownFetch } from './own-fetch.ts'
import { ControlClient } from './client.ts'
import { controlTokenProblem } from '../text/control-token.ts'
import { SandboxError, toForeign } from './error.ts'
import { Sandbox } from './sandbox.ts'
import { refuseUnknownOption } from './unsaid.ts'

/** Client and sandbox are compatible if they have the same major version. */
export const MAJOR_VERSION = '0'

export type ConnectOptions = {
  /** The control token, if the sandbox requires one. Default: `ALIAS_SANDBOX_CONTROL_TOKEN`. */
  token?: string
}

/**
 * Connects to a running sandbox, such as one started by `alias-sandbox`, by `exec` or by the setup of a
 * test runner. The default URL is `ALIAS_SANDBOX_URL`, which `exec` sets.
 *
 * @throws SandboxError `bad_argument`, `unreachable`, `not_a_sandbox`, `wrong_version`, `unauthorized`
 * @example
 * const sandbox = await connectSandbox('http://127.0.0.1:25427')
 * const account = await sandbox.account('trial')
 */
export async function connectSandbox(
  url: string | URL | undefined = variable('ALIAS_SANDBOX_URL'),
  options: ConnectOptions = {},
): Promise<Sandbox> {
  refuseUnknownOption(options, ['token'])
  const client = new ControlClient({
    url: readUrl(url),
    token: readToken(options),
    fetch: ownFetch,
  })
  refuseVersion(client.url, await readVersion(client))
  const first = await client.ask('GET accounts/:account', { account: 'default' })
  return new Sandbox({ client, url: client.url, first, stop: () => Promise.resolve() })
}

function readToken({ token }: ConnectOptions): string | undefined {
  const label = token === undefined ? 'ALIAS_SANDBOX_CONTROL_TOKEN' : 'token'
  const used = token ?? (variable('ALIAS_SANDBOX_CONTROL_TOKEN') || undefined)
  const problem = used === undefined ? undefined : controlTokenProblem(used)
  if (problem === undefined) return used
  throw new SandboxError('bad_argument', `${label} ${problem}`, { field: 'token' })
}

function readUrl(url: string | URL | undefined): string {
  if (url === undefined) {
    const message = 'url: missing, and ALIAS_SANDBOX_URL is not set'
    throw new SandboxError('bad_argument', message, { field: 'url' })
  }
  const text = String(url)
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  const message = `url must be a URL such as http://127.0.0.1:25427 (got ${printable(JSON.stringify(text), 100)})`
  throw new SandboxError('bad_argument', message, { field: 'url' })
}

/** Error codes that mean that the server is not a sandbox. */
const foreignCodes: readonly string[] = [
  'bad_argument',
  'not_found',
  'refused',
  'timeout',
  'failed',
]

/** Returns the version of the sandbox. @throws SandboxError `not_a_sandbox` for another server. */
async function readVersion(client: ControlClient): Promise<unknown> {
  try {
    const { service, version } = await client.ask('GET live')
    if (service === 'alias-sandbox') return version
  } catch (error) {
    // A sandbox answers this request for everybody, except for a Host that it does not allow.
    if (!(error instanceof SandboxError && foreignCodes.includes(error.code))) throw error
  }
  throw toForeign(client.url)
}

function refuseVersion(url: string, version: unknown): void {
  if (String(version).split('.')[0] === MAJOR_VERSION) return
  const message = `alias-sandbox at ${url} has version ${printable(String(version), 40)}, but this client supports ${MAJOR_VERSION}.x; install the same version on both sides`
  throw new SandboxError('wrong_version', message, { url })
}

/** Reads an environment variable; always undefined in browsers. */
function variable(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.[name]
}
