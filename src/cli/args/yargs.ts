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
type ReadArguments = {
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
  const problems: Failure[] = []
  const names = optionsOf(command)
  const parser = newYargs(args).fail((key) => void problems.push(misusedFlag(command, key)))
  for (const name of names) parser.option(name, toYargs(rowOf(command, name)))
  const { _: loose, '--': behind = [], $0: _program, ...values } = parser.parseSync() as YargsResult
  // `--port.x` and `--port-` are not flags, but yargs treats them as flags.
  const isOption = (key: string) => optionNames.some((name) => name === key)
  const strays = Object.keys(values).filter((key) => !isOption(key))
  const given = new Map<OptionName, GivenOption>()
  for (const name of names) {
    const row = rowOf(command, name)
    try {
      const found = fromFlag(name, row, values[name]) ?? fromVariable(row, env)
      if (found) given.set(name, found)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      problems.push(error) // --help behind it is still seen
    }
  }
  const flags = strays.map((key) => `--${key}`)
  return { given, loose: [...flags, ...loose], behind, problem: problems[0] }
}

/** An option as yargs parses it: how often a switch was used, one text or several. */
type Value = number | string | string[]
type YargsResult = { _: string[]; '--'?: string[]; $0: string } & Record<string, Value | undefined>

/** @throws Failure */
function fromFlag(name: OptionName, row: OptionRow, raw: Value = 0): GivenOption | undefined {
  if (raw === 0) return undefined
  const label = `--${name}`
  const texts = typeof raw === 'number' ? Array.from({ length: raw }, () => 'true') : [raw].flat()
  const isInquiry = name === 'help' || name === 'version'
  if (texts.length > 1 && row.type !== 'list' && !isInquiry) {
    throw usageError(`${label} is used more than once`)
  }
  // yargs takes an unknown flag for the value of the option before it.
  if (texts.some((text) => text === '' || text.startsWith('--'))) throw missingValue(name, row)
  return { value: toValue(row, texts, label), source: 'flag', label }
}

/** An empty variable counts as not set. @throws Failure */
function fromVariable(row: OptionRow, env: Environment): GivenOption | undefined {
  const { type, env: label = '' } = row
  const text = env[label] ?? ''
  const texts = type === 'list' ? splitList(text) : [text]
  if (texts.join('') === '') return undefined
  return { value: toValue(row, texts, label), source: 'env', label }
}

function toValue(row: OptionRow, texts: readonly string[], label: string): unknown {
  const values = texts.map((text) => readValue(row, text, label))
  return row.type === 'list' ? values : values[0]
}

/** The two mistakes that yargs finds itself, of which it names the flag: a switch with a value, another option without. */
function misusedFlag(command: CommandRow, key: string): Failure {
  const name = optionsOf(command).find(
    (each) => each === key || rowOf(command, each).short === key,
  )!
  const row = rowOf(command, name)
  return row.type === 'boolean' ? usageError(`--${name} takes no value`) : missingValue(name, row)
}
