import { formatValue } from '../../contract/invalid-choice.ts'
import { printable } from '../../text/escape.ts'
import { usageError, type Failure } from '../output/failure.ts'
import type { Environment } from '../output/io.ts'
import { invalidWord, PROGRAM, toHint } from '../output/wrong-value.ts'
import { isFlag, splitActionArgs } from './action-args.ts'
import { optionsOf, rowOf, type CommandRow } from './tables/command-row.ts'
import { commandNames, commands } from './tables/commands.ts'
import type { Context } from './context.ts'
import { splitCommand } from './find-command.ts'
import { optionNames, type OptionName } from './tables/options.ts'
import { readArguments, type ReadArguments } from './read-arguments.ts'
import { missingValue, readOptions } from './read-options.ts'
import { parseErrors } from './yargs.ts'

/** The longest flag that a message repeats in full. */
const MAX_FLAG = 60

/** A command line that can run. */
export type Parsed = Omit<Context<OptionName>, 'env' | 'io'> & { command: CommandRow }

/** A command line that requests help or the version; everything else in it is ignored. */
export type Inquiry = { asksFor: 'help' | 'version'; command: CommandRow; isImplied: boolean }

/** Reads the command line and the environment; a flag wins over a variable. @throws Failure */
export function parse(argv: readonly string[], env: Environment): Parsed | Inquiry {
  const { row: command, isImplied, args } = splitCommand(argv, commands)
  const read = readArguments(command, args)
  for (const asksFor of ['help', 'version'] as const) {
    if (read.flags.has(asksFor)) return { asksFor, command, isImplied }
  }
  const { words, args: actionArgs } = command.takesActionArgs
    ? splitActionArgs(read.loose)
    : { words: [...read.loose], args: {} }
  const unknown = words.find(isFlag)
  if (unknown !== undefined) throw unknownOption(unknown, command)
  if (read.problem !== undefined) throw toFailure(read.problem, command)
  refuseSwallowedFlags(read, command)
  if (!command.takesCommand) words.push(...read.behind)
  checkWords(words, command)
  return {
    command,
    commandNames: isImplied ? commandNames : [],
    words,
    childCommand: command.takesCommand ? read.behind : [],
    actionArgs,
    ...readOptions(command, read.flags, env),
  }
}

/** The ready file in a command line, even in one that {@link parse} rejects. */
export function namedReadyFile(argv: readonly string[], env: Environment): string | undefined {
  const { row: command, args } = splitCommand(argv, commands)
  if (!command.options.includes('ready-file')) return undefined
  const [file] = readArguments(command, args).flags.get('ready-file') ?? []
  return file ?? env[rowOf(command, 'ready-file').env!]
}

/** Replaces the message of yargs with ours, because yargs names the flag without its dashes. */
function toFailure(problem: string, command: CommandRow): Failure {
  const isOf = (what: string, option: OptionName) =>
    problem === `${what} ${option}` || problem === `${what} ${rowOf(command, option).short}`
  for (const option of optionsOf(command)) {
    if (isOf(parseErrors.missingValue, option)) return missingValue(option, rowOf(command, option))
    if (isOf(parseErrors.unexpectedValue, option)) return usageError(`--${option} takes no value`)
  }
  return usageError(problem)
}

/** yargs treats an unknown flag as the value of the option before it. */
function refuseSwallowedFlags({ flags }: ReadArguments, command: CommandRow): void {
  for (const [name, values] of flags) {
    if (values.some((value) => value.startsWith('--')))
      throw missingValue(name, rowOf(command, name))
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
