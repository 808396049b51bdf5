import { usageError } from '../output/failure.ts'
import type { Environment } from '../output/io.ts'
import { optionsOf, rowOf, type CommandRow } from './tables/command-row.ts'
import type { Context } from './context.ts'
import { readValue, splitList } from './option-value.ts'
import type { OptionRow } from './tables/option-row.ts'
import type { OptionName, Values } from './tables/options.ts'

type Options = Pick<Context<OptionName>, 'options' | 'sourceOf' | 'labelOf'>

/**
 * The options of a command, each from its flag, otherwise from its variable, otherwise from its default, and
 * the source of each. @throws Failure
 */
export function readOptions(
  command: CommandRow,
  flags: ReadonlyMap<OptionName, readonly string[]>,
  env: Environment,
): Options {
  const values: Partial<Record<OptionName, unknown>> = {}
  const sources = new Map<OptionName, 'flag' | 'env'>()
  const labelOf = (name: OptionName) =>
    sources.get(name) === 'env' ? rowOf(command, name).env! : `--${name}`
  for (const name of optionsOf(command)) {
    const row = rowOf(command, name)
    const texts = flags.get(name) ?? fromVariable(row, env)
    if (texts.length > 0) sources.set(name, flags.has(name) ? 'flag' : 'env')
    if (texts.length > 1 && row.type !== 'list' && name !== 'help') {
      throw usageError(`--${name} is used more than once`)
    }
    const read = texts.map((text) => {
      if (text === '') throw missingValue(name, row)
      return readValue(row, text, labelOf(name))
    })
    values[name] = row.type === 'list' ? read : (read[0] ?? defaultOf(row))
  }
  return {
    options: values as Values<OptionName>, // complete for the command that reads it
    sourceOf: (name) => sources.get(name) ?? 'default',
    labelOf,
  }
}

/** `missing value for --port <port>` */
export function missingValue(name: OptionName, { value }: OptionRow) {
  return usageError(`missing value for --${name} <${value}>`)
}

/** An empty variable counts as not set. */
function fromVariable({ type, env: name }: OptionRow, env: Environment): readonly string[] {
  const text = name === undefined ? undefined : env[name]
  if (!text) return []
  return type === 'list' ? splitList(text) : [text]
}

function defaultOf({ type, default: value }: OptionRow): unknown {
  return type === 'boolean' ? false : value
}
