import { commandRows } from './command-options.ts'
import { exploreRows } from './explore-options.ts'
import { mutateRows } from './mutate-options.ts'
import type { OptionRow } from './option-row.ts'
import { startRows } from './start-options.ts'

/** Every option of the command line. */
const options = { ...startRows, ...commandRows, ...exploreRows, ...mutateRows }

type Rows = typeof options
export type OptionName = keyof Rows

type TypeOf<Row extends OptionRow> = {
  boolean: boolean
  string: string
  list: readonly string[]
  integer: number
  number: number
}[Row['type']]

/** An option with a single value and no default may be undefined. */
type ValueOf<Row extends OptionRow> =
  | TypeOf<Row>
  | (Row extends { type: 'boolean' | 'list' } | { default: unknown } ? never : undefined)

/** The values of these options, from flags, variables and defaults. */
export type Values<Name extends OptionName> = { readonly [Each in Name]: ValueOf<Rows[Each]> }

export const optionNames = Object.keys(options) as OptionName[]

export function optionRow(name: OptionName): OptionRow {
  return options[name]
}

/** Returns the value of an option that nobody sets. */
export function unsetValue({ type, default: usual }: OptionRow): Values<OptionName>[OptionName] {
  return type === 'boolean' ? false : type === 'list' ? [] : usual
}
