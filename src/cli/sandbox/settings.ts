import { checkChoices } from '../../contract/choices/choices.ts'
import { check, formatIssue } from '../../contract/values/validation-issue.ts'
import { defaults } from '../../contract/defaults.ts'
import type { NamedScenario, Scenario } from '../../contract/scenario/scenario.ts'
import { settingsEntries, type Settings } from '../../contract/settings.ts'
import { instant } from '../../contract/values/times.ts'
import { varyChoices } from '../../core/random/vary.ts'
import { API_KEY, INVALID_API_KEY } from '../../contract/control/create-account-request.ts'
import { mergeNamed, ScenarioError } from '../../scenario/merge.ts'
import { chooseScenario, loadCatalog } from '../../node/files/scenario-catalog.ts'
import { type ScenarioCatalog } from '../../scenario/catalog.ts'
import type { StartOptions } from '../../node/start.ts'
import { readCertificate } from './certificate.ts'
import { readControlToken } from './control-token.ts'
import type { Context } from '../args/context.ts'
import { crashReport } from '../output/crash-report.ts'
import { exitCodes, Failure, usageError } from '../output/failure.ts'
import type { Io } from '../output/io.ts'
import { invalidValue, unknownWord } from '../output/wrong-value.ts'
import { isLoopback } from '../../text/host.ts'
import { startOptions, type StartOption } from '../args/tables/option-groups.ts'
import { optionRow, unsetValue, type Values } from '../args/tables/options.ts'

type SettingsContext = Context<StartOption>
/** `start` and `exec` have all options, other commands only some. */
type SomeSettings = Omit<SettingsContext, 'options'> & { readonly options: Partial<StartValues> }
type StartValues = Values<StartOption>

/** The options that a command does not have: its sandboxes listen on free loopback ports. */
const unset = {
  ...(Object.fromEntries(
    startOptions.map((name) => [name, unsetValue(optionRow(name))]),
  ) as StartValues),
  port: 0,
}

/** Checks the options and converts them to those of `start`. @throws Failure */
export async function readSettings(given: SomeSettings): Promise<StartOptions> {
  const context = { ...given, options: { ...unset, ...given.options } }
  const { io, options } = context
  const overrides = readOverrides(context)
  if (options.vary !== undefined && !options.quiet) {
    printDrawn(io, options.vary, overrides.choices ?? {})
  }
  const catalog = await readable(() => loadCatalog(options['scenarios-dir']))
  const chosen = await choose(context, options.scenario, catalog)
  if (options.open && options['no-ui']) throw usageError('--open cannot be used with --no-ui')
  const host = options.host?.replace(/^\[(.*)\]$/, '$1') // URLs put IPv6 addresses in brackets
  const controlToken = readControlToken(context)
  if (options['smtp-port'] !== undefined && controlToken === undefined) {
    refuseOpenMail(host, context)
  }
  return {
    catalog,
    start: await readable(() => mergeNamed([chosen], overrides)),
    overrides,
    ...sameNamed(options),
    apiKey: readApiKey(context),
    ui: !options['no-ui'],
    host,
    allowedHosts: options['allowed-host'].map((name) => readHostName(name, context)),
    controlToken,
    tls: readCertificate(context),
    corsOrigin: readOrigin(options['cors-origin'], context),
    onDatabaseLost: (message) => io.stderr.write(`alias-sandbox: --db ${message}\n`),
    onCrash: crashReport(io),
  }
}

/** Whoever can send a mail can burn an alias, which otherwise takes the control API. @throws Failure */
function refuseOpenMail(host: string | undefined, { labelOf }: SomeSettings): void {
  if (host === undefined || isLoopback(host)) return
  throw usageError(
    `${labelOf('smtp-port')} with ${labelOf('host')} ${host}, which other machines can reach, needs a control token: set ALIAS_SANDBOX_CONTROL_TOKEN or --control-token-file`,
  )
}

type CamelCase<Flag extends string> = Flag extends `${infer Head}-${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : Flag

type SameNamed<Options> = {
  [Flag in keyof Options as Extract<CamelCase<Flag & string>, keyof Settings>]: Options[Flag]
}

/** The options that have the name of a setting: `--max-accounts` is `maxAccounts`. */
function sameNamed<Options extends Partial<Values<StartOption>>>(
  options: Options,
): SameNamed<Options> {
  const named = Object.entries(options).map(([flag, value]) => [toCamelCase(flag), value] as const)
  return Object.fromEntries(named.filter(([name]) => name in settingsEntries)) as SameNamed<Options>
}

function toCamelCase(flag: string): string {
  return flag.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

/** Positional scenarios override the environment variable, as flags do, and are combined with flags. */
async function choose(
  context: SettingsContext,
  options: readonly string[],
  catalog: ScenarioCatalog,
): Promise<NamedScenario> {
  const { words, commandNames } = context
  const isReplaced = words.length > 0 && context.sourceOf('scenario') === 'env'
  const requested = isReplaced ? words : [...words, ...options]
  const names = requested.length === 0 ? [defaults.scenario] : requested
  try {
    return await readable(() => chooseScenario(catalog, names))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const { isScenarioPath } = await import('../../node/files/scenario-files.ts')
    const unknown = names.find((name) => !catalog.find(name) && !isScenarioPath(name)) ?? ''
    if (/\.(html|har)$/i.test(unknown)) {
      throw usageError(
        `${unknown} is no scenario (.yaml, .yml or .json); load and replay read a page`,
      )
    }
    // The first word could have been the name of a command.
    const isCommandToo = commandNames.length > 0 && unknown === words[0]
    const kind = isCommandToo ? 'command or scenario' : 'scenario'
    const known = isCommandToo ? [...commandNames, ...catalog.names()] : catalog.names()
    const hint = { known, listedBy: isCommandToo ? '--help' : 'scenarios' }
    const label = words.includes(unknown) ? {} : { label: context.labelOf('scenario') }
    throw usageError(unknownWord(kind, unknown, { ...hint, ...label }))
  }
}

/** Converts the errors in a scenario to a Failure with one `file:line:column` line for each. */
export async function readable<Result>(read: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ScenarioError) throw new Failure(exitCodes.usage, error.lines)
    throw error
  }
}

/** Reads the fields that override those of every scenario: choices, waits and the clock. */
function readOverrides(context: SettingsContext): Scenario {
  const { options } = context
  const { now, frozen, scale } = options
  const chosen = readChoices(context)
  const drawn = options.vary === undefined ? {} : varyChoices(options.vary)
  const choices = { ...drawn, ...chosen }
  const clock = {
    ...(now !== undefined && { now: readNow(now, context) }),
    ...(frozen && { mode: 'frozen' as const }),
    ...(scale !== undefined && { scale }),
  }
  return {
    ...(options['short-waits'] && { waits: 'short' as const }),
    ...(Object.keys(choices).length > 0 && { choices }),
    ...(Object.keys(clock).length > 0 && { clock }),
  }
}

function readChoices(context: SettingsContext) {
  const label = context.labelOf('choice')
  const values = new Map<string, string>() // a plain object would treat __proto__ specially
  for (const text of context.options.choice) {
    const [, id, value] = /^([^=]+)=(.+)$/s.exec(text) ?? []
    if (id === undefined || value === undefined) {
      throw usageError(invalidValue(text, label, 'id=value, such as page_size=10'))
    }
    if (values.has(id)) throw usageError(`${label}: ${id} is set more than once`)
    values.set(id, value)
  }
  const checked = checkChoices(Object.fromEntries(values))
  if (checked.ok) return checked.value
  throw usageError(`${label}: ${formatIssue(checked.issues[0])}`)
}

function printDrawn({ stderr }: Io, seed: number, choices: object): void {
  const set = Object.entries(choices).map(([id, value]) => `${id}=${value}`)
  stderr.write(`alias-sandbox: --vary ${seed} chose ${set.join(' ') || 'the defaults'}\n`)
}

/** Checks a host name as it appears in a Host header, without a port. */
function readHostName(text: string, { labelOf }: SettingsContext): string {
  if (/^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9._-]*[a-z0-9])?\.?)$/i.test(text)) return text
  throw usageError(
    invalidValue(
      text,
      labelOf('allowed-host'),
      'a host name without a port, such as api.localhost',
    ),
  )
}

function readOrigin(text: string | undefined, { labelOf }: SettingsContext): string | undefined {
  if (text === undefined || (URL.canParse(text) && new URL(text).origin === text)) return text
  throw usageError(
    invalidValue(text, labelOf('cors-origin'), 'an origin such as http://localhost:5173'),
  )
}

function readNow(text: string, { labelOf }: SettingsContext): string | number {
  const checked = check(instant, /^\d+$/.test(text) ? Number(text) : text)
  if (checked.ok) return checked.value
  const isMilliseconds = /^\d{12,14}$/.test(text)
  const hint = isMilliseconds ? `; did you mean ${Math.floor(Number(text) / 1_000)} seconds?` : ''
  throw usageError(`${formatIssue(checked.issues[0], labelOf('now'))}${hint}`)
}

function readApiKey({ options, labelOf }: SettingsContext): string {
  const { 'api-key': key } = options
  if (API_KEY.test(key)) return key
  throw usageError(`${labelOf('api-key')} ${INVALID_API_KEY}`)
}
