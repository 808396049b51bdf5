import { computed, effect, signal } from '@preact/signals'
import { ControlClient, type ChoiceView, type ScenarioCard } from '../client/client.ts'
import { SandboxError } from '../client/error.ts'
import type { Account, Entry, Report } from './views.ts'
import { showError, showDone } from './notice.ts'
import { place } from './place.ts'

const TOKEN = 'alias-sandbox-token'

/** The control token; kept for this tab only. */
export const token = signal(sessionStorage.getItem(TOKEN) ?? undefined)
/** The sandbox wants a token that we don't have. */
export const isLocked = signal(false)

export const client = computed(
  () => new ControlClient({ url: location.origin, token: token.value }),
)

/** The account that is looked at; null until it has been read, or when there is none of that name. */
export const account = signal<Account | null>(null)
export const accounts = signal<string[]>([])
export const scenarios = signal<ScenarioCard[]>([])
export const choices = signal<ChoiceView[]>([])
/** The journal of the account, newest first. */
export const entries = signal<Entry[]>([])
export const version = signal('')

/** Keeps a token that opens the control API, and starts again. */
export function unlock(text: string): void {
  sessionStorage.setItem(TOKEN, text)
  isLocked.value = false
  token.value = text
}

/** The account anew: after every action and call, since each may change what comes next. */
export async function refreshAccount(): Promise<void> {
  const name = place.value.account
  await attempt(async () => {
    const fresh = await client.value.account(name)
    if (place.value.account === name) account.value = fresh
  })
}

export async function refreshAccounts(): Promise<void> {
  await attempt(async () => {
    accounts.value = (await client.value.accounts()).map(({ name }) => name)
  })
}

/** Everything that is shown: when an account is opened, and when the connection was lost. */
export async function refreshAll(): Promise<void> {
  const name = place.value.account
  await attempt(async () => {
    const api = client.value
    const [all, cards, chosen, journal] = await Promise.all([
      api.accounts(),
      api.scenarios(),
      api.choices(name),
      api.requests(name),
    ])
    if (place.value.account !== name) return
    accounts.value = all.map((each) => each.name)
    account.value = all.find((each) => each.name === name) ?? null
    scenarios.value = cards
    choices.value = chosen
    entries.value = journal.toReversed()
  })
}

/** A call as it came; one that is known already is replaced. */
export function takeEntry(entry: Entry): void {
  if (entry.account !== place.value.account) return
  entries.value = [entry, ...entries.value.filter(({ id }) => id !== entry.id)].slice(0, 1_000)
}

/** Performs an action on the account; says what became of it. Answers undefined when it was refused. */
export function perform(action: string, given: object = {}): Promise<unknown> {
  return attempt(async () => {
    const { result } = await client.value.perform(place.value.account, action, given)
    showDone(`${action} done`)
    await refreshAccount()
    return result ?? {}
  })
}

export function report(): Promise<Report | undefined> {
  return attempt(() => client.value.report(place.value.account))
}

/** Does something with the sandbox; a refusal is shown and not thrown. */
export async function attempt<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    if (error.status === 401) isLocked.value = true
    else if (error.code === 'not_found' && error.message.includes('no account'))
      account.value = null
    else if (error.code !== 'unreachable') showError(error.message)
    return undefined
  }
}

/** Opens the account of the URL, now and whenever it changes. */
export function watchPlace(): void {
  let opened: string | undefined
  effect(() => {
    const { account: name } = place.value
    const key = `${name} ${token.value}`
    if (key === opened) return
    opened = key
    account.value = null
    entries.value = []
    void refreshAll()
  })
}
