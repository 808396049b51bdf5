import { optionsOf, rowOf, type CommandRow } from './tables/command-row.ts'
import { optionNames, type OptionName } from './tables/options.ts'
import { addOptions, newYargs } from './yargs.ts'

/** The arguments of a command as yargs parses them, before validation. */
export type ReadArguments = {
  /** The values of each flag that was used, in order; a flag without a value counts as `true`. */
  flags: ReadonlyMap<OptionName, readonly string[]>
  /** Words and unknown flags, in order. */
  loose: readonly string[]
  /** Everything after `--`, unchanged. */
  behind: readonly string[]
  /** The first error that yargs reports. */
  problem: string | undefined
}

export function readArguments(command: CommandRow, args: readonly string[]): ReadArguments {
  let problem: string | undefined
  const parser = addOptions(newYargs(withSplitLetters(args, command)), command).fail((message) => {
    problem ??= message
  })
  const { _: loose, '--': behind = [], $0: _program, ...values } = parser.parseSync() as Parsed
  const flags = new Map<OptionName, readonly string[]>()
  const strays: string[] = []
  for (const [key, value] of Object.entries(values)) {
    const name = optionNames.find((known) => known === key)
    // `--port.x` and `--port-` are not flags, but yargs treats them as flags.
    if (name === undefined) strays.push(`--${key}`)
    else if (value !== 0) flags.set(name, toTexts(value))
  }
  return { flags, loose: [...strays, ...loose], behind, problem }
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

type Value = number | string | string[] | undefined
type Parsed = { _: string[]; '--'?: string[]; $0: string } & Record<string, Value>

function toTexts(value: Value): readonly string[] {
  if (typeof value === 'number') return Array.from({ length: value }, () => 'true')
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}
