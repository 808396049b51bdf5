import type { Environment, SafeIo } from '../output/io.ts'
import type { ActionArgs } from './action-args.ts'
import type { OptionName, Values } from './tables/options.ts'

/** The input of a command. `Name` is the union of the options that it takes. */
export type Context<Name extends OptionName = never> = {
  readonly options: Values<Name>
  /** The source of the value of an option. */
  readonly sourceOf: (name: OptionName) => 'flag' | 'env' | 'default'
  /** The flag or the variable that set an option, for messages. */
  readonly labelOf: (name: OptionName) => string
  /** The positional arguments. */
  readonly words: readonly string[]
  /** The command to run: everything after `--`. */
  readonly childCommand: readonly string[]
  /** The arguments of an action, for the command that takes them. */
  readonly actionArgs: ActionArgs
  /** The commands that the first word may have been meant as; empty if a command was named. */
  readonly commandNames: readonly string[]
  readonly env: Environment
  readonly io: SafeIo
}

export type Run<Name extends OptionName> = (context: Context<Name>) => Promise<number> | number
