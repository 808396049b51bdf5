import { formatValue } from '../../contract/values/invalid-choice.ts'
import { printable } from '../../text/escape.ts'
import { usageError, type Failure } from '../output/failure.ts'
import type { Environment } from '../output/io.ts'
import { invalidWord, PROGRAM, toHint } from '../output/wrong-value.ts'
import { isFlag, splitActionArgs } from './action-args.ts'
import { optionsOf, rowOf, type CommandRow } from './tables/command-row.ts'
import { commandNames, commands } from './tables/commands.ts'
import type { Context } from './context.ts'
import { splitCommand } from './find-command.ts'
import { optionNames, type OptionName, type Values, unsetValue } from './tables/options.ts'
import { readArguments, type GivenOption } from './yargs.ts'

/** The longest flag that a message repeats in full. */
const MAX_FLAG = 60

/** A command line that can run. */
export type ParsedCommand = Omit<Context<OptionName>, 'env' | 'io'> & { command: CommandRow }

/** A command line that requests help or the version; everything else in it is ignored. */
export type Inquiry = { asksFor: 'help' | 'version'; command: CommandRow; isImplied: boolean }

/** Reads the command line and the environment; a flag wins over a variable. @throws Failure */
export function parse(argv: readonly string[], env: Environment): ParsedCommand | Inquiry {
  const { row: command, isImplied, args } = splitCommand(argv, commands)
  const read = readArguments(command, args, env)
  for (const asksFor of ['help', 'version'] as const) {
    if (read.given.has(asksFor)) return { asksFor, command, isImplied }
  }
  const { words, args: actionArgs } = command.takesActionArgs
    ? splitActionArgs(read.loose)
    : { words: [...read.loose], args: {} }
  const unknown = words.find(isFlag)
  if (unknown !== undefined) throw unknownOption(unknown, command)
  if (read.problem) throw read.problem
  if (!command.takesCommand) words.push(...read.behind)
  checkWords(words, command)
  return {
    command,
    commandNames: isImplied ? commandNames : [],
    words,
    childCommand: command.takesCommand ? read.behind : [],
    actionArgs,
    ...toOptions(command, read.given),
  }
}

type ParsedOptions = Pick<Context<OptionName>, 'options' | 'sourceOf' | 'labelOf'>

/** The options of a command with their defaults, and what set each. */
function toOptions(
  command: CommandRow,
  given: ReadonlyMap<OptionName, GivenOption>,
): ParsedOptions {
  const values = optionsOf(command).map((name) => {
    return [name, given.get(name)?.value ?? unsetValue(rowOf(command, name))]
  })
  return {
    options: Object.fromEntries(values) as Values<OptionName>, // complete for the command that reads it
    sourceOf: (name) => given.get(name)?.source ?? 'default',
    labelOf: (name) => given.get(name)?.label ?? `--${name}`,
  }
}

function unknownOption(written: string, { name, options }: CommandRow): Failure {
  const [flag = written] = written.split('=', 1)
  const known = [...options, 'help', 'version'].map((option) => `--${option}`)
  const elsewhere = optionNames.some((option) => `--${option}` === flag)
  const hint = toHint(flag, known, '--') || `; see: ${PROGRAM} ${name} --help`
  return usageError(
    `unknown option ${printable(flag, MAX_FLAG)}${elsewhere ? ` for ${name}` : ''}${hint}`,
  )
}

function checkWords(words: readonly string[], command: CommandRow): void {
  const { name, words: allowed, usage } = command
  const [first] = words
  if (first !== undefined && allowed.first && !allowed.first.includes(first)) {
    throw usageError(invalidWord(first, name, allowed.first))
  }
  if (words.length >= allowed.min && words.length <= allowed.max) return
  const problem =
    words.length < allowed.min
      ? `missing argument ${missingArgument(usage[0]!, words.length)}`
      : `unexpected argument ${formatValue(words[allowed.max])}${usage[0]?.includes('-- <command>') ? ' (write the command after --)' : ''}`
  throw usageError(`${name}: ${problem}; usage: ${PROGRAM} ${usage[0]}`)
}

/** The placeholder in the usage for the first missing word. */
function missingArgument(usage: string, count: number): string {
  return [...usage.matchAll(/<[^>]+>/g)][count]?.[0] ?? usage
}
