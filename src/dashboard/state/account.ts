import { batch, signal } from '@preact/signals'
import type { ChoiceView, ScenarioCard } from '../../client/client.ts'
import { client, read } from './client.ts'
import { route } from './route.ts'
import type { Account } from './types.ts'

/** The selected account; null until it is loaded, or if it does not exist. */
export const account = signal<Account | null>(null)
/** The names of all accounts. */
export const accounts = signal<string[]>([])
export const scenarios = signal<ScenarioCard[]>([])
export const choices = signal<ChoiceView[]>([])
/** Whether the account in the URL does not exist. */
export const isUnknown = signal(false)

/** Loads the account again, after each action and call. */
export async function refreshAccount(): Promise<void> {
  const name = route.value.account
  const fresh = await read(() => client.value.account(name), showNoAccount)
  if (fresh && route.value.account === name) account.value = fresh
}

export async function refreshAccounts(): Promise<void> {
  await read(async () => {
    accounts.value = (await client.value.accounts()).map(({ name }) => name)
  })
}

/** Loads the account with its choices, the names of all accounts, and the scenarios. */
export async function loadAccount(name: string): Promise<void> {
  const api = client.value
  const all = await read(() => api.accounts())
  if (!all || route.value.account !== name) return
  accounts.value = all.map((each) => each.name)
  const found = all.find((each) => each.name === name)
  if (!found) return showNoAccount()
  batch(() => {
    account.value = found
    isUnknown.value = false
  })
  const loaded = await read(() => Promise.all([api.scenarios(), api.choices(name)]), showNoAccount)
  if (!loaded || route.value.account !== name) return
  batch(() => {
    ;[scenarios.value, choices.value] = loaded
  })
}

/** Loads what the account does where the API document is silent. */
export async function refreshChoices(): Promise<void> {
  const name = route.value.account
  const loaded = await read(() => client.value.choices(name), showNoAccount)
  if (loaded && route.value.account === name) choices.value = loaded
}

/** The account was deleted, or never existed. */
function showNoAccount(): void {
  batch(() => {
    account.value = null
    isUnknown.value = true
  })
}
