import type { Environment, SafeIo } from '../output/io.ts'
import type { OptionName, Options } from './options.ts'

/** What a command is given to work with. */
export type Context = {
  options: Options
  /** Was it set by a flag or a variable, and by which? */
  sourceOf: (name: OptionName) => 'flag' | 'env' | 'default'
  /** What stands behind the command's name. */
  words: readonly string[]
  /** What stands behind `--`. */
  rest: readonly string[]
  /** Arguments of an action, for the command that takes such. */
  args: Readonly<Record<string, string | true>>
  /** Was the command left out, so that `start` was meant? */
  isImplied: boolean
  env: Environment
  io: SafeIo
}

export type Run = (context: Context) => Promise<number> | number
