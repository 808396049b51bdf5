import { storedBounds } from '../../contract/bounds.ts'
import { checkChoices } from '../../contract/choices.ts'
import { check, formatIssue } from '../../contract/validation-issue.ts'
import { invalidChoice, formatValue } from '../../contract/invalid-choice.ts'
import type { NamedScenario, Scenario } from '../../contract/scenario.ts'
import { instant } from '../../contract/times.ts'
import { varyChoices } from '../../core/random/vary.ts'
import { API_KEY, NO_API_KEY } from '../../contract/create-account-request.ts'
import { mergeNamed, ScenarioError } from '../../scenario/merge.ts'
import { chooseScenario, loadCatalog, type ScenarioCatalog } from '../../scenario/catalog.ts'
import type { StartOptions } from '../../start.ts'
import { commandNames } from '../args/commands.ts'
import { readControlToken } from './control-token.ts'
import type { Context } from '../args/context.ts'
import { crashReport } from '../output/crash-report.ts'
import { exitCodes, Failure, usageError } from '../output/failure.ts'
import type { Io } from '../output/io.ts'
import { optionRow, type OptionName } from '../args/options.ts'

/** Everything that `start` and `exec` can be told, checked. @throws Failure */
export async function readSettings(context: Context): Promise<StartOptions> {
  const { options, io } = context
  const overrides = readOverrides(context)
  if (options.vary !== undefined && !options.quiet)
    printDrawn(io, options.vary, overrides.choices ?? {})
  const catalog = await readable(() => loadCatalog(options['scenarios-dir']))
  const chosen = await choose(context, catalog)
  const host = options.host?.replace(/^\[(.*)\]$/, '$1') // as URLs write IPv6
  if (options.open && options['no-ui'])
    throw usageError('--open: there is nothing to open with --no-ui')
  const controlToken = readControlToken(context)
  return {
    catalog,
    start: await readable(() => mergeNamed([chosen], overrides)),
    overrides,
    seed: options.seed ?? 1,
    apiKey: readApiKey(context),
    db: options.db,
    ui: !options['no-ui'],
    host,
    port: options.port ?? 0,
    allowedHosts: options['allowed-host'] ?? [],
    controlToken,
    exposeHeaders: options['expose-headers'] ?? false,
    corsOrigin: readOrigin(context),
    maxAccounts: options['max-accounts'] ?? storedBounds.accounts.max,
    maxRequests: options['max-requests'] ?? storedBounds.journalEntries.max,
    onDatabaseLost: (message) => io.stderr.write(`alias-sandbox: ${message}\n`),
    onCrash: crashReport(io),
  }
}

/** Words win over the variable, as flags do; words and flags add up. */
async function choose(context: Context, catalog: ScenarioCatalog): Promise<NamedScenario> {
  const { options, sourceOf, words } = context
  const flags = sourceOf('scenario') === 'env' && words.length > 0 ? [] : (options.scenario ?? [])
  const requested = [...words, ...flags]
  const names = requested.length === 0 ? ['plus'] : requested
  try {
    return await readable(() => chooseScenario(catalog, names))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const { isScenarioPath } = await import('../../scenario/load.ts')
    const unknown = names.find((name) => !catalog.find(name) && !isScenarioPath(name)) ?? ''
    const isFirstWord = context.isImplied && unknown === words[0]
    const known = isFirstWord ? [...commandNames, ...catalog.names()] : catalog.names()
    const flag = words.length > 0 ? '--scenario' : labelOf('scenario', context)
    const label = isFirstWord ? 'command or scenario' : flag
    throw usageError(`${label}: ${invalidChoice(unknown, known)}`)
  }
}

/** What a value was set with: the flag, or the variable. */
function labelOf(name: OptionName, { sourceOf }: Context): string {
  return sourceOf(name) === 'env' ? (optionRow(name).env ?? name) : `--${name}`
}

/** Tells everything that is wrong with a scenario, a line for each, as editors like to read it. */
export async function readable<Result>(read: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ScenarioError) throw new Failure(exitCodes.usage, error.lines)
    throw error
  }
}

/** What is laid over every scenario: choices and the clock. */
export function readOverrides(context: Context): Scenario {
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
    ...(Object.keys(choices).length > 0 && { choices }),
    ...(Object.keys(clock).length > 0 && { clock }),
  }
}

function readChoices(context: Context) {
  const label = labelOf('choice', context)
  const args = new Map<string, string>() // an object would take __proto__ for its own
  for (const text of context.options.choice ?? []) {
    const [, id, value] = /^([^=]+)=(.+)$/s.exec(text) ?? []
    if (id === undefined || value === undefined) {
      throw usageError(
        `${label}: ${formatValue(text)} is not of the form id=value, such as page_size=10`,
      )
    }
    if (args.has(id)) throw usageError(`${label}: ${id} is given twice`)
    args.set(id, value)
  }
  const checked = checkChoices(Object.fromEntries(args))
  if (checked.ok) return checked.value
  throw usageError(`${label}: ${formatIssue(checked.issues[0])}`)
}

function printDrawn({ stderr }: Io, seed: number, choices: object): void {
  const set = Object.entries(choices).map(([id, value]) => `${id}=${value}`)
  stderr.write(`alias-sandbox: --vary ${seed} chose ${set.join(' ') || 'the defaults'}\n`)
}

function readOrigin(context: Context): string | undefined {
  const text = context.options['cors-origin']
  if (text === undefined || (URL.canParse(text) && new URL(text).origin === text)) return text
  throw usageError(
    `${labelOf('cors-origin', context)}: ${formatValue(text)} is not an origin such as http://localhost:5173`,
  )
}

function readNow(text: string, context: Context): string | number {
  const checked = check(instant, /^\d+$/.test(text) ? Number(text) : text)
  if (checked.ok) return checked.value
  const isMilliseconds = /^\d{12,14}$/.test(text)
  const hint = isMilliseconds ? `; did you mean ${Math.floor(Number(text) / 1_000)} seconds?` : ''
  throw usageError(`${labelOf('now', context)}: ${formatIssue(checked.issues[0])}${hint}`)
}

function readApiKey(context: Context): string {
  const { 'api-key': key = '' } = context.options
  if (API_KEY.test(key)) return key
  throw usageError(`${labelOf('api-key', context)}: ${NO_API_KEY}`)
}
