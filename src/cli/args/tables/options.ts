import { commandRows } from './command-options.ts'
import { exploreRows, mutateRows } from './hunt-options.ts'
import type { OptionRow } from './option-row.ts'
import { accountRows, outputRows, serverRows, startRows } from './start-options.ts'

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

/** The options that a variable sets, too: `--smtp-port` is ALIAS_SANDBOX_SMTP_PORT. */
const withVariable: readonly string[] = [...Object.keys(startRows), 'account', 'timeout', 'url']

export function optionRow(name: OptionName): OptionRow {
  if (!withVariable.includes(name)) return options[name]
  return { ...options[name], env: `ALIAS_SANDBOX_${name.toUpperCase().replaceAll('-', '_')}` }
}

/** The heading above an option in the help of a command with many. */
export function headingOf(name: OptionName): string {
  const headings = { Account: accountRows, Server: serverRows, Output: outputRows }
  return Object.entries(headings).find(([, rows]) => name in rows)?.[0] ?? 'Command'
}

/** Returns the value of an option that nobody sets. */
export function unsetValue({ type, default: usual }: OptionRow): Values<OptionName>[OptionName] {
  return type === 'boolean' ? false : type === 'list' ? [] : usual
}
