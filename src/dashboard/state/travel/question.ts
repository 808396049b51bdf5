import { signal } from '@preact/signals'
import { account } from '../account.ts'
import type { Losses } from './losses.ts'

/** A question before the account goes back and something is lost. */
type Question = {
  title: string
  /** Where to, or what goes. */
  text: string
  /** The losses, as the story stands: others go on while the question is read. */
  losses: () => Losses
  /** The label of the button that does it. */
  action: string
  goBack: () => void
}

export const question = signal<Question | null>(null)

/** Goes back at once if nothing is lost by it, otherwise asks. */
export function goBackOrAsk(pending: Question): void {
  if (account.peek()?.can_come_back === false) {
    const text = `${pending.text} With so many aliases it may be impossible to take this back.`
    question.value = { ...pending, text }
  } else if (pending.losses().lost.length === 0) pending.goBack()
  else question.value = pending
}
