import type { Run } from '../context.ts'
import type { OptionRow } from './option-row.ts'
import { optionRow, type OptionName } from './options.ts'

/** The parts of `--help`, in the order in which a user meets them. */
export const commandGroups = ['Run', 'Drive', 'Look', 'Test'] as const

export type CommandRow = {
  name: string
  group: (typeof commandGroups)[number]
  /** One line of `--help`. */
  summary: string
  /** Lines of usage, without the program's name. */
  usage: readonly string[]
  /** Text that the command's own help adds to the summary. */
  details?: string
  examples: readonly string[]
  /** The number of positional arguments, and the allowed values of the first one. */
  words: { min: number; max: number; first?: readonly string[] }
  options: readonly OptionName[]
  /** Differences from the option table. */
  overrides?: Partial<Record<OptionName, Partial<OptionRow>>>
  /** Unknown flags are arguments of an action. */
  takesActionArgs?: true
  /** Everything after `--` is a command to run. */
  takesCommand?: true
  load: () => Promise<Run<OptionName>>
}

type OwnRow = Omit<CommandRow, 'name' | 'group' | 'summary' | 'options' | 'load'>

/**
 * Returns a function that defines the commands of a part of `--help`. A command usually has no positional arguments; its
 * code can read only the options in its row.
 */
export function commandsIn(group: CommandRow['group']) {
  return <const Name extends OptionName = never>(
    name: string,
    summary: string,
    row: Omit<OwnRow, 'usage' | 'words'> &
      Partial<OwnRow> & { options: readonly Name[]; load: () => Promise<Run<Name>> },
  ): CommandRow => {
    const usual = { usage: [`${name} [options]`], words: { min: 0, max: 0 } }
    return { name, group, summary, ...usual, ...row }
  }
}

/** The options that a command takes, including those that all commands take. */
export function optionsOf(row: CommandRow): OptionName[] {
  return [...row.options, 'help', 'version']
}

/** An option with the overrides of one command. */
export function rowOf({ overrides }: CommandRow, name: OptionName): OptionRow {
  return { ...optionRow(name), ...overrides?.[name] }
}
