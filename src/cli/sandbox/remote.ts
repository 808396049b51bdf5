import { ControlClient } from '../../client/client.ts'
import { isNobodyThere, SandboxError } from '../../client/error.ts'
import { readControlToken } from './control-token.ts'
import { exitCodes, Failure, refuseBoth, runtimeError, usageError } from '../output/failure.ts'
import { httpFetch } from '../../client/http-fetch.ts'
import type { AccountView } from '../../contract/control/control-shapes.ts'
import type { Context } from '../args/context.ts'
import type { Entry } from '../args/entry-id.ts'
import type { ConnectionOption } from '../args/tables/option-groups.ts'
import type { Values } from '../args/tables/options.ts'
import { formatValue, wordList } from '../../contract/values/invalid-choice.ts'
import { printable } from '../../text/escape.ts'
import { defaults } from '../../contract/defaults.ts'
import { invalidValue } from '../output/wrong-value.ts'

/** Creates a client for the sandbox at --url. @throws Failure for an invalid URL. */
export function connect(
  context: Pick<Context<ConnectionOption>, 'options' | 'env' | 'labelOf'>,
): ControlClient {
  const { url } = context.options
  if (!/^https?:$/.test(urlOf(url)?.protocol ?? '')) {
    throw usageError(invalidValue(url, context.labelOf('url'), `a URL such as ${defaults.url}`))
  }
  const token = readControlToken(context)
  return new ControlClient({ url, token, origin: 'cli', fetch: httpFetch })
}

/** Some commands read the session of --file in place of a running sandbox. */
type SandboxContext = Context<ConnectionOption> & { readonly options: Partial<Values<'file'>> }
type AccountContext = SandboxContext & Context<'account'>

/** Runs `use` with a client for the running sandbox, or that of --file, and converts its errors to Failures. */
export async function withSandbox(
  context: SandboxContext,
  use: (client: ControlClient) => Promise<number>,
): Promise<number> {
  const { file } = context.options
  const client = file === undefined ? connect(context) : await openFile(context, file)
  try {
    return await use(client)
  } catch (error) {
    throw toFailure(error)
  }
}

/** Runs `use` with such a client and the account of `entry` or --account, which can be a name or a key. */
export function withAccount(
  context: AccountContext,
  use: (client: ControlClient, account: string) => Promise<number>,
  entry?: Entry,
): Promise<number> {
  const isChosen = context.sourceOf('account') !== 'default'
  return withSandbox(context, async (client) => {
    const isFlag = context.sourceOf('account') === 'flag'
    if (entry?.account !== undefined && !isFlag) return use(client, entry.account)
    const isSure = !isChosen && context.options.file === undefined
    const account = isSure ? context.options.account : await findAccount(client, context)
    if (entry?.account !== undefined && entry.account !== account) {
      throw usageError(
        `${entry.account}/${entry.id} is of account ${entry.account}, not of ${account}`,
      )
    }
    return use(client, account)
  })
}

/** The name of the account of --account; without one, the only account of a file. @throws Failure */
async function findAccount(client: ControlClient, context: AccountContext): Promise<string> {
  const { account: asked } = context.options
  const names = await accountNames(client)
  if (names.includes(asked)) return asked
  if (context.sourceOf('account') === 'default' && names.length === 1) return names[0]!
  const { accounts } = await client.ask('GET accounts')
  const owner = (accounts as AccountView[]).find(
    ({ api_key: key, first_key: first }) => key === asked || first === asked,
  )
  if (owner) return owner.name
  throw runtimeError(
    `no account has the name or key ${formatValue(asked)}; there is ${listOf(names)}`,
  )
}

/** The most accounts that a message names. */
const MAX_NAMED = 10

export function listOf(names: readonly string[]): string {
  return wordList(
    names.length > MAX_NAMED ? [...names.slice(0, MAX_NAMED), 'others'] : names,
    'and',
  )
}

/** The names of all accounts. */
export async function accountNames(client: ControlClient): Promise<string[]> {
  const { accounts } = await client.ask('GET accounts', { query: { fields: 'name' } })
  return accounts.map(({ name }) => name)
}

/** A client for the session of --file. @throws Failure */
async function openFile({ sourceOf }: SandboxContext, file: string): Promise<ControlClient> {
  refuseBoth(sourceOf('url') === 'flag', '--url', '--file')
  const { openSession } = await import('./session-sandbox.ts')
  return openSession(file)
}

/** Converts an error of the client to a Failure. */
export function toFailure(error: unknown): unknown {
  if (!(error instanceof SandboxError)) return error
  if (error.code === 'not_a_sandbox') {
    return runtimeError(`${error.message}; set --url to the address of the sandbox`)
  }
  if (isNobodyThere(error)) {
    return runtimeError(
      `${error.message}; start a sandbox with: npx alias-sandbox (or set --url to its address)`,
    )
  }
  const exitCode = error.code === 'bad_argument' ? exitCodes.usage : exitCodes.runtime
  return new Failure(exitCode, [`alias-sandbox: ${printable(error.message)}`])
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
