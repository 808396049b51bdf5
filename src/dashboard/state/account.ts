import { batch, signal } from '@preact/signals'
import type { ChoiceView, ScenarioCard } from '../../contract/control/control-shapes.ts'
import { client, read } from './client.ts'
import { makeOrder } from './updates/refresh.ts'
import { route, whileOpen } from './route.ts'
import type { Account } from './types.ts'

/** The selected account; null until it is loaded, or if it does not exist. */
export const account = signal<Account | null>(null)
/** The names of all accounts. */
export const accounts = signal<string[]>([])
export const scenarios = signal<ScenarioCard[]>([])
export const choices = signal<ChoiceView[]>([])
/** Whether the account in the URL does not exist. */
export const isUnknown = signal(false)

/** Number of changes that this page has made; what they change is loaded again at once. */
export const ownChanges = signal(0)

const inOrder = makeOrder()

/** Shows an account that this page has just put back. */
export async function showAccount(fresh: Account): Promise<void> {
  ownChanges.value += 1
  await inOrder(() => Promise.resolve(fresh), show)
}

/** Loads the account again, after each action and call. */
export async function refreshAccount(): Promise<void> {
  const name = route.value.account
  const isOpen = whileOpen()
  await inOrder(
    () => read(() => client.value.ask('GET accounts/:account', { account: name }), missing(isOpen)),
    (fresh) => {
      if (isOpen()) show(fresh)
    },
  )
}

/** Loads the account again, as this page has just changed it. */
export async function refreshOwn(): Promise<void> {
  ownChanges.value += 1
  await refreshAccount()
}

function show(fresh: Account): void {
  batch(() => {
    account.value = fresh
    isUnknown.value = false
  })
}

const namesInOrder = makeOrder()

async function loadNames(): Promise<string[]> {
  const loaded = await client.value.ask('GET accounts', { query: { fields: 'name' } })
  return loaded.accounts.map(({ name }) => name)
}

/** Loads the names of all accounts again. */
export function refreshAccounts(): Promise<string[] | undefined> {
  return namesInOrder(
    () => read(loadNames),
    (names) => {
      accounts.value = names
    },
  )
}

/** Loads the names of all accounts, and the account with its choices if it is one of them. */
export async function refreshEverything(): Promise<void> {
  const isOpen = whileOpen()
  const names = await refreshAccounts()
  if (!names || !isOpen()) return
  const name = route.value.account
  if (names.includes(name)) await Promise.all([refreshAccount(), refreshChoices()])
  else missing(isOpen)()
}

/** Loads the account with its scenarios, when it is opened. */
export async function loadAccount(): Promise<void> {
  const loadScenarios = async () => {
    const loaded = await read(() => client.value.ask('GET scenarios'))
    if (loaded) scenarios.value = loaded.scenarios
  }
  await Promise.all([refreshEverything(), loadScenarios()])
}

const choicesInOrder = makeOrder()

/** Loads what the account does where the API document is silent. */
export async function refreshChoices(): Promise<void> {
  const name = route.value.account
  const isOpen = whileOpen()
  await choicesInOrder(
    () => read(() => client.value.ask('GET choices', { account: name }), missing(isOpen)),
    (loaded) => {
      if (isOpen()) choices.value = loaded.choices
    },
  )
}

/** The account was deleted, or never existed. */
function missing(isOpen: () => boolean): () => void {
  return () => {
    if (!isOpen()) return
    batch(() => {
      account.value = null
      isUnknown.value = true
    })
  }
}
