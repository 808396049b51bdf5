import { refusalSentence } from '../labels/refusals.ts'
import type { Account } from '../service/types.ts'
import { client } from '../state/client.ts'
import { useLoaded } from './use-loaded.ts'

/** Says why an action cannot work now; undefined if it can, or if that is not known yet. */
export type Refusals = (action: string, plan?: string) => string | undefined

/** The reasons why the account refuses actions now; nothing is known of one that it would perform. */
export function useRefusals(view: Account): Refusals {
  const { name, plan, billing, card, trial_used: isTrialUsed, key_status: key } = view
  const tried = useLoaded(
    () => client.value.ask('GET accounts/:account/actions', { account: name }),
    JSON.stringify([name, plan, billing, card, isTrialUsed, key]),
  )
  return (action, wanted) => {
    const row = tried?.actions.find(
      (each) =>
        each.action === action &&
        (wanted === undefined || (each.arguments as { plan?: string }).plan === wanted),
    )
    return row?.refused ? refusalSentence(row.refused) : undefined
  }
}
