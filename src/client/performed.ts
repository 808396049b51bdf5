import type { ActionName } from '../contract/actions.ts'
import type { Results } from '../core/actions/run-action.ts'
import type { PerformedView } from './client.ts'

/** What an action did: its own result, the account's now, and what time did meanwhile. */
export type Performed<Name extends ActionName = ActionName> = Omit<PerformedView, 'result'> & {
  result: Results[Name]
}
