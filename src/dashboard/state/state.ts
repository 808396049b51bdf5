import { batch, computed, effect, signal } from '@preact/signals'
import { ControlClient, type ChoiceView, type ScenarioCard } from '../../client/client.ts'
import { SandboxError } from '../../client/error.ts'
import type { Account, Entry, Report } from './types.ts'
import { showError, showDone } from './notice.ts'
import { route } from './route.ts'

const TOKEN = 'alias-sandbox-token'

/** The control token, stored for this browser tab only. */
export const token = signal(sessionStorage.getItem(TOKEN) ?? undefined)
/** Whether the sandbox requires a token and the page has no valid one. */
export const isLocked = signal(false)

export const client = computed(
  () => new ControlClient({ url: location.origin, token: token.value, origin: 'dashboard' }),
)

/** The selected account; null until it is loaded, or if it does not exist. */
export const account = signal<Account | null>(null)
export const accounts = signal<string[]>([])
export const scenarios = signal<ScenarioCard[]>([])
export const choices = signal<ChoiceView[]>([])
/** Whether the account in the URL does not exist. */
export const isUnknown = signal(false)
/** The journal of the account, newest first. */
export const entries = signal<Entry[]>([])
/** How many older calls the journal had dropped when it was last loaded. */
export const dropped = signal(0)
/** What the sandbox says of itself when the connection opens, such as its version. */
export const hello = signal<Readonly<Record<string, string>>>({})
export const version = computed(() => hello.value['version'] ?? '')

/** The maximum number of calls in this page, equal to the default size of a journal. */
const MAX_ENTRIES = 1_000
/** How many calls have arrived as events. */
let arrivals = 0

/** Stores a token that the user has entered, and connects again. */
export function unlock(text: string): void {
  sessionStorage.setItem(TOKEN, text)
  batch(() => {
    token.value = text
    isLocked.value = false
  })
}

/** Deletes the token and asks for another one. */
export function lock(): void {
  sessionStorage.removeItem(TOKEN)
  isLocked.value = true
}

/** Loads the account again, after each action and call. */
export async function refreshAccount(): Promise<void> {
  const name = route.value.account
  await read(async () => {
    const fresh = await client.value.account(name)
    if (route.value.account === name) account.value = fresh
  })
}

export async function refreshAccounts(): Promise<void> {
  await read(async () => {
    accounts.value = (await client.value.accounts()).map(({ name }) => name)
  })
}

/** Loads everything again, when an account is opened and after a lost connection. */
export async function refreshAll(): Promise<void> {
  const name = route.value.account
  const api = client.value
  await read(async () => {
    const all = await api.accounts()
    if (route.value.account !== name) return
    accounts.value = all.map((each) => each.name)
    const found = all.find((each) => each.name === name)
    if (!found) return showNoAccount()
    batch(() => {
      account.value = found
      isUnknown.value = false
    })
    const arrived = arrivals
    const [cards, chosen, journal] = await Promise.all([
      api.scenarios(),
      api.choices(name),
      api.journal(name, { limit: MAX_ENTRIES }),
    ])
    if (route.value.account !== name) return
    scenarios.value = cards
    choices.value = chosen
    dropped.value = sum(journal.dropped)
    // Calls that arrived while the journal was being loaded may not be in it.
    const known = new Set(journal.requests.map(({ id }) => id))
    const late = entries.value.slice(0, arrivals - arrived).filter(({ id }) => !known.has(id))
    entries.value = [...late, ...journal.requests.toReversed()].slice(0, MAX_ENTRIES)
  })
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}

/** Adds a call, or replaces it if it is known already. */
export function takeEntry(entry: Entry): void {
  if (entry.account !== route.value.account) return
  arrivals += 1
  const others = entries.value.filter(({ id }) => id !== entry.id)
  entries.value = [entry, ...others].slice(0, MAX_ENTRIES)
}

/** Loads a call that was too large for an event; the journal may have dropped it since. */
export async function fetchEntry({ account: name, id }: { account: string; id: string }) {
  if (name !== route.value.account) return
  try {
    takeEntry(await client.value.request(name, id))
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    if (error.status !== 404) showError(error.message)
  }
}

/** What a developer needs to get the same answer; undefined if it cannot be had, which is shown. */
export async function fetchBugReport({ account: name, id }: Entry): Promise<string | undefined> {
  return (await attempt(() => client.value.bugReport(name, id)))?.markdown
}

/** Runs an action on the account and shows the result. Returns undefined when the sandbox refused it. */
export function perform(action: string, args: object = {}): Promise<unknown> {
  return attempt(async () => {
    const { result } = await client.value.perform(route.value.account, action, args)
    showDone(`${action} done`)
    await refreshAccount()
    return result ?? {}
  })
}

export function report(): Promise<Report | undefined> {
  return read(() => client.value.report(route.value.account))
}

/** Runs a request and shows an error instead of throwing it. */
export async function attempt<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    if (error.status === 401) lock()
    else showError(error.message)
    return undefined
  }
}

/** Loads something about the selected account. The live dot shows an unreachable sandbox, so no error is shown for it. */
export async function read<Result>(look: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    if (error.status === 401) lock()
    else if (error.status === 404) showNoAccount()
    else if (error.code !== 'unreachable') showError(error.message)
    return undefined
  }
}

/** The account was deleted, or never existed. */
function showNoAccount(): void {
  batch(() => {
    account.value = null
    isUnknown.value = true
  })
}

/** Loads the account in the URL, now and whenever it changes. */
export function watchRoute(): void {
  let opened: string | undefined
  effect(() => {
    const { account: name } = route.value
    const key = `${name} ${token.value}`
    if (key === opened) return
    opened = key
    batch(() => {
      account.value = null
      isUnknown.value = false
      entries.value = []
    })
    void refreshAll()
  })
}
