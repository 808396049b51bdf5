import type { ActionName } from '../contract/actions.ts'
import type { Results } from '../core/actions/run-action.ts'
import type { PerformedView } from './client.ts'

/** What an action returns: its result, the account's time, and the events that fired. */
export type Performed<Name extends ActionName = ActionName> = Omit<PerformedView, 'result'> & {
  result: Results[Name]
}
