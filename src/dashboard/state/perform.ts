import { messageOf } from '../labels/messages.ts'
import { toTimeOfDay } from '../labels/times.ts'
import { account, loadAccount, refreshAccount } from './account.ts'
import { attempt, client } from './client.ts'
import { showDone } from './message.ts'
import { route } from './route.ts'
import { loadStory } from './story.ts'

/** Loads everything again, when an account is opened and after a lost connection. */
export async function refreshAll(): Promise<void> {
  const { account: name } = route.value
  await Promise.all([loadAccount(name), loadStory(name)])
}

/**
 * Runs an action on the account and says what it changed, and what to do `next` if given. Returns
 * undefined when it was refused.
 */
export function perform(action: string, args: object = {}, next = ''): Promise<unknown> {
  return attempt(async () => {
    const performed = await client.value.perform(route.value.account, action, args)
    showDone(`${messageOf(performed, args)} ${next}`.trim())
    await refreshAccount()
    return performed.result ?? {}
  })
}

/** Takes the account back to before its last action. */
export function undo(): Promise<unknown> {
  return rewind(undefined)
}

/** Takes the account back to before an entry; the story keeps what took place. */
export function rewind(to: string | undefined): Promise<unknown> {
  return attempt(async () => {
    const { account: name } = route.value
    const fresh = await client.value.rewind(name, to)
    if (route.value.account === name) account.value = fresh
    const time = toTimeOfDay(Date.parse(fresh.clock.now))
    showDone(
      to === undefined
        ? `The last action was undone. The clock is ${time}.`
        : `The account is as it was before ${to}. The clock is ${time}.`,
    )
    return fresh
  })
}
