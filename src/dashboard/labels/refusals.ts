import type { PossibleActionView } from '../../contract/control/control-shapes.ts'
import { withFullStop } from '../../words/capitals.ts'

type Refusal = NonNullable<PossibleActionView['refused']>
type Reason = NonNullable<Refusal['reason']>

/** Where the message of the control API names actions and states, which this page calls otherwise. */
const plainly: { readonly [reason in Reason]?: string } = {
  already_past_due: 'A payment has already failed.',
  card_declined: 'The card on file is declined; use “Update the card” first.',
  no_open_invoice: 'There is no open invoice.',
  same_plan: 'This account is already on this plan.',
  subscribed: 'This account already has a plan.',
}

/** The reason why the sandbox refuses an action, as a sentence in the words of this page. */
export function refusalSentence({ reason, message }: Refusal): string {
  return (reason && plainly[reason]) ?? withFullStop(message)
}
