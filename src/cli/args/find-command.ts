import { usageError } from '../output/failure.ts'
import { PROGRAM, unknownWord } from '../output/wrong-value.ts'
import type { CommandRow } from './tables/command-row.ts'
import { otherWords } from './tables/other-words.ts'
import { optionNames, optionRow } from './tables/options.ts'

/** The command that a command line selects, and its remaining arguments. */
type FoundCommand = { row: CommandRow; isImplied: boolean; args: readonly string[] }

/**
 * The command is the first word that is not the value of an option; `start` if that word is not a command.
 * `help <command>` means `<command> --help`. @throws Failure
 */
export function splitCommand(
  argv: readonly string[],
  commands: readonly CommandRow[],
): FoundCommand {
  const start = commands[0]! // the default command is the first of the table
  const at = firstWord(argv)
  const word = argv[at]
  if (word === undefined) return { row: start, isImplied: true, args: argv }
  const rest = argv.toSpliced(at, 1)
  if (word === 'help') return helpTopic(rest, commands)
  const row = commands.find(({ name }) => name === word)
  if (!row && Object.hasOwn(otherWords, word)) {
    throw usageError(`there is no command ${word}; use: ${PROGRAM} ${otherWords[word]}`)
  }
  return row ? { row, isImplied: false, args: rest } : { row: start, isImplied: true, args: argv }
}

function helpTopic(argv: readonly string[], commands: readonly CommandRow[]): FoundCommand {
  const { row, isImplied, args } = splitCommand(argv, commands)
  const topic = isImplied ? args[firstWord(args)] : undefined
  if (topic !== undefined) {
    const known = commands.map(({ name }) => name)
    throw usageError(unknownWord('command', topic, { known, listedBy: '--help' }))
  }
  return { row, isImplied, args: ['--help', ...args] }
}

/** The index of the first word; the length of the command line if there is none. */
function firstWord(argv: readonly string[]): number {
  for (let at = 0; at < argv.length; at += 1) {
    const arg = argv[at]!
    if (arg === '--') break
    if (!arg.startsWith('-')) return at
    if (flagsWithValue.has(arg)) at += 1
  }
  return argv.length
}

const flagsWithValue = new Set(
  optionNames.flatMap((name) => {
    const { type, short } = optionRow(name)
    if (type === 'boolean') return []
    return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`]
  }),
)
