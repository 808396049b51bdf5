/** An option. Parsing, help, environment variables, completion and the documentation use this row. */
export type OptionRow = {
  type: 'boolean' | 'string' | 'list' | 'integer' | 'number'
  summary: string
  short?: string
  /** The placeholder for the value in the documentation and in messages. */
  value?: string
  /** The variable that sets it if the flag is not used; multiple values are separated by commas. */
  env?: string | undefined
  min?: number
  max?: number
  default?: string | number | undefined
  /** The default shown in help, if there is no single value. */
  defaultText?: string
  /** The allowed values, which help and completion list. */
  choices?: readonly string[] | undefined
}

type More = Partial<Omit<OptionRow, 'type' | 'summary' | 'value'>>

/** Defines an option with a value; `more` is what else its row has. */
const withValue =
  <const Type extends OptionRow['type']>(type: Type) =>
  <const Row extends More = object>(value: string, summary: string, more?: Row) => ({
    type,
    value,
    summary,
    ...(more as Row),
  })

export const text = withValue('string')
/** A list may be written as several flags, or with commas in a variable. */
export const list = withValue('list')
export const integer = withValue('integer')
export const number = withValue('number')

/** Defines an option that is there or not. */
export function flag(summary: string, more: { short?: string } = {}) {
  return { type: 'boolean', summary, ...more } as const
}
