import yargs, { type Argv, type Options } from 'yargs'
import { Failure, usageError } from '../output/failure.ts'
import type { Environment } from '../output/io.ts'
import { optionsOf, rowOf, type CommandRow } from './tables/command-row.ts'
import { PROGRAM } from '../output/wrong-value.ts'
import { missingValue, readValue, splitList } from './option-value.ts'
import type { OptionRow } from './tables/option-row.ts'
import { headingOf, optionNames, type OptionName } from './tables/options.ts'

/** The only module that knows yargs. It converts the tables of commands and options for yargs. */

/**
 * Creates a yargs without side effects: it neither exits nor prints, its messages do not depend on LANG, and
 * it does not convert texts to numbers or names to camel case.
 */
export function newYargs(args: readonly string[] = []): Argv {
  return yargs([...args])
    .scriptName(PROGRAM)
    .exitProcess(false)
    .help(false)
    .version(false)
    .updateStrings({
      count: 'boolean', // for help
      'Not enough arguments following: %s': '%s',
      'Argument unexpected for: %s': '%s',
    })
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'populate--': true,
      'strip-aliased': true,
      'unknown-options-as-args': true,
    })
}

/** Adds the options of a command for help. */
export function addOptions(parser: Argv, command: CommandRow): Argv {
  const hasHeadings = command.options.includes('port')
  for (const name of optionsOf(command)) {
    const { choices, ...row } = rowOf(command, name)
    parser.option(name, {
      ...toYargs(row),
      ...(choices !== undefined && { choices }),
      group: hasHeadings ? `${headingOf(name)}:` : 'Options:',
    })
  }
  return parser
}

/** The flag with which the scripts of yargs ask for what may follow. */
export const COMPLETION_FLAG = '--get-yargs-completions'

/** The words that may be values: the names of scenarios, and the first words of commands. */
type Candidates = {
  scenarios: readonly string[]
  wordsOf: (command: CommandRow) => readonly string[]
}

/** Lets yargs write the script for the shell that SHELL names, or answer that script. */
export function askForCompletion(
  argv: readonly string[],
  commands: readonly CommandRow[],
  { scenarios, wordsOf }: Candidates,
): string {
  const parser = yargs([...argv])
    .scriptName(PROGRAM)
    .exitProcess(false)
    .help(false)
    .version(false)
  parser.completion('completion', 'Print the script for the shell that SHELL names')
  for (const row of commands) {
    if (row.name === 'completion') continue
    parser.command(`${row.name} [word]`, row.summary, (inner) => {
      inner.positional('word', { choices: wordsOf(row) })
      for (const name of optionsOf(row)) {
        const option = rowOf(row, name)
        const values = name.startsWith('scenario') ? scenarios : option.choices
        inner.option(name, { ...toYargs(option), ...(values && { choices: values }) })
      }
    })
  }
  const written: string[] = []
  void parser.parse(argv, (_error: unknown, _: unknown, text: string) => void written.push(text))
  return `${written.join('')}\n`
}

/** Switches are counted, so that a repeated one is seen. The defaults are only shown. */
function toYargs({ type, short, env, summary, ...row }: OptionRow): Options {
  const { default: value, defaultText = value } = row
  return {
    ...(type === 'boolean' ? { count: true, nargs: 0 } : { string: true, nargs: 1 }),
    // Parsed as text, shown as a number.
    ...((type === 'integer' || type === 'number') && { number: true }),
    ...(short !== undefined && { alias: short }),
    ...(defaultText !== undefined && { defaultDescription: String(defaultText) }),
    description: env === undefined ? summary : `${summary} [${env}]`,
  }
}

/** The value of an option, and what set it. */
export type GivenOption = {
  readonly value: unknown
  readonly source: 'flag' | 'env'
  /** The flag or the variable, for messages. */
  readonly label: string
}

/** The arguments of a command. */
export type ReadArguments = {
  /** The options that a flag or a variable sets. */
  given: ReadonlyMap<OptionName, GivenOption>
  /** Words and unknown flags, in order. */
  loose: readonly string[]
  /** Everything after `--`, unchanged. */
  behind: readonly string[]
  /** The first mistake in the options that are known. */
  problem: Failure | undefined
}

/** Reads the flags of a command, and the variables of the options whose flags are not used. */
export function readArguments(
  command: CommandRow,
  args: readonly string[],
  env: Environment,
): ReadArguments {
  let problem: Failure | undefined
  const parser = newYargs(withSplitLetters(args, command)).fail((key) => {
    problem ??= misusedFlag(command, key)
  })
  for (const name of optionsOf(command)) {
    const row = rowOf(command, name)
    const variable = variableOf(row, env)
    parser.option(name, { ...toYargs(row), ...(variable && { default: variable }) })
  }
  const { _: loose, '--': behind = [], $0: _program, ...values } = parser.parseSync() as YargsResult
  const given = new Map<OptionName, GivenOption>()
  const strays: string[] = []
  for (const [key, raw] of Object.entries(values)) {
    const name = optionNames.find((known) => known === key)
    // `--port.x` and `--port-` are not flags, but yargs treats them as flags.
    if (name === undefined) strays.push(`--${key}`)
    else if (raw !== undefined && raw !== 0) {
      try {
        given.set(name, toGiven(name, rowOf(command, name), raw))
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        problem ??= error // --help behind it is still seen
      }
    }
  }
  return { given, loose: [...strays, ...loose], behind, problem }
}

/** Splits `-sfree`, because yargs only reads `-p80` and `-s free`. */
function withSplitLetters(args: readonly string[], command: CommandRow): string[] {
  const end = args.indexOf('--')
  const letters = optionsOf(command).flatMap((name) => {
    const { short, type } = rowOf(command, name)
    return short === undefined || type === 'boolean' ? [] : [short]
  })
  return args.flatMap((arg, at) => {
    const isAttached = /^-[a-z][^=]/s.test(arg) && letters.includes(arg[1]!)
    return isAttached && (end < 0 || at < end) ? [arg.slice(0, 2), arg.slice(2)] : [arg]
  })
}

/** A variable that sets an option; a list has several texts. */
class Variable {
  readonly name: string
  readonly texts: readonly string[]

  constructor(name: string, texts: readonly string[]) {
    this.name = name
    this.texts = texts
  }
}

/** An empty variable counts as not set. */
function variableOf({ type, env: name }: OptionRow, env: Environment): Variable | undefined {
  const text = name === undefined ? undefined : env[name]
  if (name === undefined || text === undefined) return undefined
  const texts = type === 'list' ? splitList(text) : [text]
  return texts.join('') === '' ? undefined : new Variable(name, texts)
}

/** An option as yargs parses it: how often a switch was used, one text or several, or its variable. */
type Value = number | string | string[] | Variable
type YargsResult = { _: string[]; '--'?: string[]; $0: string } & Record<string, Value | undefined>

/** @throws Failure */
function toGiven(name: OptionName, row: OptionRow, raw: Value): GivenOption {
  const isVariable = raw instanceof Variable
  const label = isVariable ? raw.name : `--${name}`
  const texts = isVariable ? raw.texts : toTexts(raw)
  const isInquiry = name === 'help' || name === 'version'
  if (texts.length > 1 && row.type !== 'list' && !isInquiry) {
    throw usageError(`--${name} is used more than once`)
  }
  const values = texts.map((text) => {
    // yargs takes an unknown flag for the value of the option before it.
    if (text === '' || (!isVariable && text.startsWith('--'))) throw missingValue(name, row)
    return readValue(row, text, label)
  })
  const value = row.type === 'list' ? values : values[0]
  return { value, source: isVariable ? 'env' : 'flag', label }
}

function toTexts(raw: number | string | string[]): readonly string[] {
  if (typeof raw === 'number') return Array.from({ length: raw }, () => 'true')
  return typeof raw === 'string' ? [raw] : raw
}

/** The two mistakes that yargs finds itself, of which it names the flag: a switch with a value, another option without. */
function misusedFlag(command: CommandRow, key: string): Failure {
  const name = optionsOf(command).find(
    (each) => each === key || rowOf(command, each).short === key,
  )!
  const row = rowOf(command, name)
  return row.type === 'boolean' ? usageError(`--${name} takes no value`) : missingValue(name, row)
}
