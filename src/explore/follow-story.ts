import { ActionError } from '../contract/action-error.ts'
import type { Account } from '../core/account/account.ts'
import type { BeforeCall, PendingCall } from '../core/before-call.ts'
import type { Step, Story } from './story.ts'

/** A run that makes more calls than this does not end by itself. */
const MAX_CALLS_OF_RUN = 500

/**
 * Lets a story happen: the `beforeCall` of a sandbox. A step happens to the account that makes its call.
 * A step that the account refuses changes nothing; its history shows the refusal.
 *
 * @param onEndless called once, when the run has made so many calls that it has to be stopped.
 */
export function followStory(story: Story, onEndless: () => void = () => {}): BeforeCall {
  const steps = [...story.steps].toSorted((a, b) => a.call - b.call)
  let next = 0
  return (call) => {
    if (call.number === MAX_CALLS_OF_RUN) onEndless()
    for (let step = steps[next]; step && step.call <= call.number; step = steps[++next]) {
      take(step, call)
    }
  }
}

function take(step: Step, call: PendingCall): void {
  const args = argumentsOf(step, call.account)
  if (!args) return
  try {
    call.perform(step.do, args)
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
  }
}

function argumentsOf(step: Step, account: Account): object | undefined {
  if (step.alias === undefined) return step.arguments
  const ids = account.aliases.all().map(({ id }) => id)
  const id = step.alias === 'first' ? ids[0] : ids.at(-1)
  return id === undefined ? undefined : { ...step.arguments, id }
}
