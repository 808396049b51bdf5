import { refreshAccounts } from '../account.ts'
import { attempt, client } from '../client.ts'
import { copy } from '../browser/clipboard.ts'
import { showDone, showMade } from '../message.ts'
import { go, route } from '../route.ts'
import { once } from '../under-way.ts'

/** Creates an account as this one was before an entry, and switches to it. */
export async function tryFrom(at: string): Promise<void> {
  await once('fork', () => branchOff(at))
}

async function branchOff(at: string): Promise<void> {
  const { account: name } = route.value
  const fork = await attempt(() => client.value.fork(name, { at }))
  if (!fork) return
  const said = `You are on ${fork.name} now. Its API key is ${fork.api_key}.`
  showMade(said, fork, () => void copy(fork.api_key, 'The API key was copied.'))
  await refreshAccounts()
  go({ account: fork.name, screen: 'story' })
}

/** Deletes the account that is open, and goes back to where it branched off. */
export async function deleteFork(parent: string, at: string | null): Promise<void> {
  await once('delete', () => remove(parent, at))
}

async function remove(parent: string, at: string | null): Promise<void> {
  const { account: name } = route.value
  // First, so that the page never asks for an account that is gone.
  go({ account: parent, screen: 'story', detail: at })
  const isDone = await attempt(async () => {
    await client.value.deleteAccount(name)
    return true
  })
  if (isDone) showDone(`The fork ${name} was deleted.`)
  await refreshAccounts()
}
