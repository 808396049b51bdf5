import type { ActionName } from './types.ts'
import type { Written } from './written.ts'

/** The answer to an action: its result, the account's time, and the events that fired. */
export type Performed<Name extends ActionName = ActionName> = Omit<
  Written['PerformedView'],
  'result'
> & {
  result: Written['Results'][Name]
}
