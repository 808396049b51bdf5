/** An option: parsing, help, environment variables, completion and the documentation are made from it. */
export type OptionRow = {
  type: 'boolean' | 'string' | 'list' | 'integer' | 'number'
  /** The heading in help that the option stands under. */
  group: 'Account' | 'Server' | 'Output' | 'Command' | 'Connection' | 'General'
  short?: string
  /** What stands for the value in the documentation and in messages. */
  value?: string
  /** The variable that sets it when the flag is not used; several values are separated by commas. */
  env?: string
  min?: number
  max?: number
  default?: string | number
  /** What help shows as the default, where there is no single value. */
  defaultText?: string
  /** What help and completion propose; the command checks it. */
  choices?: readonly string[]
  summary: string
}
