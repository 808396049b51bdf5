import type { ActionName, PerformedView, Results } from './types.ts'

/** The answer to an action: its result, the account's time, and the events that fired. */
export type Performed<Name extends ActionName = ActionName> = Omit<PerformedView, 'result'> & {
  result: Results[Name]
}
