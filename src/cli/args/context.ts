import type { Environment, SafeIo } from '../output/io.ts'
import type { ActionArgs } from './action-args.ts'
import type { OptionName, Values } from './tables/options.ts'

/** What a command works with; `Name` are the options that it takes. */
export type Context<Name extends OptionName = never> = {
  readonly options: Values<Name>
  /** What set the value of an option? */
  readonly sourceOf: (name: OptionName) => 'flag' | 'env' | 'default'
  /** The flag or the variable that set an option, as messages name it. */
  readonly labelOf: (name: OptionName) => string
  /** The arguments that are no options. */
  readonly words: readonly string[]
  /** The command to run: everything after `--`. */
  readonly childCommand: readonly string[]
  /** The arguments of an action, for the command that takes them. */
  readonly actionArgs: ActionArgs
  /** The commands that the first word could have named; empty where a command was named. */
  readonly commandNames: readonly string[]
  readonly env: Environment
  readonly io: SafeIo
}

export type Run<Name extends OptionName> = (context: Context<Name>) => Promise<number> | number
