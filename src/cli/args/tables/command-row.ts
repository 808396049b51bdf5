import type { Run } from '../context.ts'
import type { OptionRow } from './option-row.ts'
import { optionRow, type OptionName } from './options.ts'

export type CommandRow = {
  name: string
  summary: string
  /** Lines of usage, without the program's name. */
  usage: readonly string[]
  /** What its own help adds to the summary. */
  details?: string
  examples: readonly string[]
  /** How many words it takes, and which the first can be. */
  words: { min: number; max: number; first?: readonly string[] }
  options: readonly OptionName[]
  /** Where it differs from the option table. */
  overrides?: Partial<Record<OptionName, Partial<OptionRow>>>
  /** Unknown flags are arguments of an action. */
  takesActionArgs?: true
  /** What follows `--` is a command to run. */
  takesCommand?: true
  load: () => Promise<Run<OptionName>>
}

/** A row whose code may read the options that the row names, and no other. */
export function command<const Name extends OptionName = never>(
  row: Omit<CommandRow, 'options' | 'load'> & {
    options: readonly Name[]
    load: () => Promise<Run<Name>>
  },
): CommandRow {
  return row
}

/** The options that a command takes, with those that all commands take. */
export function optionsOf(row: CommandRow): OptionName[] {
  return [...row.options, 'help', 'version']
}

/** An option as one command takes it. */
export function rowOf({ overrides }: CommandRow, name: OptionName): OptionRow {
  return { ...optionRow(name), ...overrides?.[name] }
}
