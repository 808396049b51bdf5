import { messageOf } from '../labels/messages.ts'
import { loadAccount, refreshAccount } from './account.ts'
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
