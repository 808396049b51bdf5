import { didYouMean, invalidChoice, formatValue } from '../../contract/invalid-choice.ts'
import { commandNames, findCommand, optionsOf, type CommandRow } from './commands.ts'
import type { Context } from './context.ts'
import { usageError } from '../output/failure.ts'
import type { Environment } from '../output/io.ts'
import { optionNames, optionRow, type OptionName } from './options.ts'
import { readValue, splitList } from './option-value.ts'
import { cut, type Token } from './tokens.ts'

/** What was asked for on the command line. */
export type Parsed = Omit<Context, 'env' | 'io'> & { command: CommandRow }

type OptionToken = Extract<Token, { kind: 'option' }>

/** Reads the command line and the environment; a flag wins over a variable. @throws Failure */
export function parse(argv: readonly string[], env: Environment): Parsed {
  const end = argv.indexOf('--')
  const before = end < 0 ? argv : argv.slice(0, end)
  const behind = end < 0 ? [] : argv.slice(end + 1)
  const { command, isImplied, own } = splitCommand(before)
  const known = optionsOf(command)
  const tokens = cut(own, known)
  const flags = new Map<OptionName, string[]>()
  const args: Record<string, string | true> = {}
  for (const [position, token] of tokens.entries()) {
    if (token.kind === 'word') continue
    const name = known.find((option) => option === token.name)
    if (name !== undefined) addFlag(flags, name, token)
    else if (command.takesArguments && token.written.startsWith('--')) {
      addArgument(args, token, tokens, position)
    } else throw unknownFlag(token.written, command, known)
  }
  const isHelpRequested = flags.has('help') || flags.has('version')
  const words = tokens.flatMap((token) => (token.kind === 'word' ? [token.value] : []))
  if (!command.takesCommand) words.push(...behind)
  if (!isHelpRequested) checkWords(words, command)
  return {
    command,
    isImplied,
    words,
    rest: command.takesCommand ? behind : [],
    args,
    ...readOptions(command, known, flags, isHelpRequested ? {} : env),
  }
}

/** The ready file that a command line names, even one that {@link parse} refuses. */
export function namedReadyFile(argv: readonly string[], env: Environment): string | undefined {
  const end = argv.indexOf('--')
  const { command, own } = splitCommand(end < 0 ? argv : argv.slice(0, end))
  const known = optionsOf(command)
  if (!known.includes('ready-file')) return undefined
  const flag = cut(own, known)
    .filter((token) => token.kind === 'option')
    .find(({ name }) => name === 'ready-file')
  return flag?.value ?? env[optionRow('ready-file').env!]
}

/** The command is the first word that is no option's value; `start` when that is no command. */
function splitCommand(argv: readonly string[]): {
  command: CommandRow
  isImplied: boolean
  own: readonly string[]
} {
  const first = cut(argv, optionNames).find((token) => token.kind === 'word')
  const isHelp = first?.value === 'help'
  const rest = first ? argv.filter((_, index) => index !== first.index) : argv
  if (isHelp) {
    const { command, isImplied, own } = splitCommand(rest)
    const topic = isImplied && cut(own, optionNames).find((token) => token.kind === 'word')
    if (topic) throw usageError(`help: ${invalidChoice(topic.value, commandNames)}`)
    return { command, isImplied, own: [...own, '--help'] }
  }
  const named = first && findCommand(first.value)
  if (named) return { command: named, isImplied: false, own: rest }
  return { command: findCommand('start')!, isImplied: true, own: argv } // the table has it
}

function addFlag(flags: Map<OptionName, string[]>, name: OptionName, token: OptionToken): void {
  const { type } = optionRow(name)
  const written = token.written
  const earlier = flags.get(name)
  if (earlier && type !== 'list' && name !== 'help') throw usageError(`${written} is given twice`)
  if (type === 'flag') {
    if (token.value !== undefined) throw usageError(`${written} takes no value`)
    flags.set(name, ['true'])
    return
  }
  const isMissing = !token.value || (!token.isInline && /^-(?!\d|$)/.test(token.value))
  if (isMissing) throw usageError(`${written} needs a value: ${written} <${optionRow(name).value}>`)
  flags.set(name, [...(earlier ?? []), token.value!])
}

/** An argument of an action: what follows it is its value, unless that is a flag too. */
function addArgument(
  args: Record<string, string | true>,
  token: OptionToken,
  tokens: Token[],
  position: number,
): void {
  const name = token.name.replaceAll('-', '_')
  if (Object.hasOwn(args, name)) throw usageError(`${token.written} is given twice`)
  const next = tokens[position + 1]
  if (token.value !== undefined) args[name] = token.value
  else if (next?.kind === 'word') {
    args[name] = next.value
    tokens.splice(position + 1, 1)
  } else args[name] = true
}

function unknownFlag(written: string, command: CommandRow, known: readonly OptionName[]) {
  const flags = known.map((name) => `--${name}`)
  const hint = didYouMean(written, flags)
  return usageError(
    `unknown flag ${JSON.stringify(written).slice(1, -1)}${hint && ` (${hint.slice(2)})`}; ${command.name} takes ${flags.join(', ')}`,
  )
}

function checkWords(words: readonly string[], command: CommandRow): void {
  const { name, words: allowed, usage, takesCommand } = command
  const [first] = words
  if (first !== undefined && allowed.first && !allowed.first.includes(first)) {
    throw usageError(`${name}: ${invalidChoice(first, allowed.first)}`)
  }
  if (words.length >= allowed.min && words.length <= allowed.max) return
  const problem =
    words.length < allowed.min
      ? `missing argument ${missingArgument(usage, words.length)}`
      : `unexpected argument ${formatValue(words[allowed.max])}${takesCommand ? ' (the command goes behind --)' : ''}`
  throw usageError(`${name}: ${problem}; usage: alias-sandbox ${name} ${usage}`.trimEnd())
}

/** The placeholder in the usage that stands for the first word that was not given. */
function missingArgument(usage: string, args: number): string {
  return [...usage.matchAll(/<[^>]+>/g)][args]?.[0] ?? usage
}

function readOptions(
  command: CommandRow,
  known: readonly OptionName[],
  flags: ReadonlyMap<OptionName, string[]>,
  env: Environment,
): Pick<Context, 'options' | 'sourceOf'> {
  const values = new Map<OptionName, unknown>()
  const sources = new Map<OptionName, 'flag' | 'env'>()
  for (const name of known) {
    const row = optionRow(name)
    const flag = flags.get(name)
    const variable = row.env === undefined ? '' : (env[row.env] ?? '')
    const texts = flag ?? (row.type === 'list' ? splitList(variable) : variable ? [variable] : [])
    if (texts.length === 0) {
      values.set(name, command.defaults?.[name] ?? row.default)
      continue
    }
    const label = flag ? `--${name}` : row.env!
    const read = texts.map((text) => readValue(row, text, label))
    values.set(name, row.type === 'list' ? read : read[0])
    sources.set(name, flag ? 'flag' : 'env')
  }
  return {
    options: Object.fromEntries(values),
    sourceOf: (name) => sources.get(name) ?? 'default',
  }
}
