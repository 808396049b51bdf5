/** An option. Parsing, help, environment variables, completion and the documentation use this row. */
export type OptionRow = {
  type: 'boolean' | 'string' | 'list' | 'integer' | 'number'
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
  summary: string
}
