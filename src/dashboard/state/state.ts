import { batch, computed, effect, signal } from '@preact/signals'
import { ControlClient, type ChoiceView, type ScenarioCard } from '../../client/client.ts'
import { SandboxError } from '../../client/error.ts'
import type { Account, Entry, Report } from './types.ts'
import { showError, showDone } from './notice.ts'
import { route } from './route.ts'

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
/** Is there no account of the name that stands in the URL? */
export const isUnknown = signal(false)
/** The journal of the account, newest first. */
export const entries = signal<Entry[]>([])
/** How many older calls the journal no longer holds, when it was last read. */
export const dropped = signal(0)
export const version = signal('')

/** As many calls as are kept here; the journal of an account has as many unless it was told otherwise. */
const MAX_ENTRIES = 1_000
/** How many calls were told of. */
let arrivals = 0

/** Takes a token that a person typed in, and starts again. */
export function unlock(text: string): void {
  sessionStorage.setItem(TOKEN, text)
  batch(() => {
    token.value = text
    isLocked.value = false
  })
}

/** The sandbox wants a token, and none is known that it takes. */
export function lock(): void {
  sessionStorage.removeItem(TOKEN)
  isLocked.value = true
}

/** The account anew: after every action and call, since each may change what comes next. */
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

/** Everything that is shown: when an account is opened, and when the connection was lost. */
export async function refreshAll(): Promise<void> {
  const name = route.value.account
  const api = client.value
  await read(async () => {
    const all = await api.accounts()
    if (route.value.account !== name) return
    accounts.value = all.map((each) => each.name)
    const found = all.find((each) => each.name === name)
    if (!found) return showNobody()
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
    // What came while the journal was on its way may not be in it.
    const known = new Set(journal.requests.map(({ id }) => id))
    const late = entries.value.slice(0, arrivals - arrived).filter(({ id }) => !known.has(id))
    entries.value = [...late, ...journal.requests.toReversed()].slice(0, MAX_ENTRIES)
  })
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}

/** A call as it came; one that is known already is replaced. */
export function takeEntry(entry: Entry): void {
  if (entry.account !== route.value.account) return
  arrivals += 1
  const others = entries.value.filter(({ id }) => id !== entry.id)
  entries.value = [entry, ...others].slice(0, MAX_ENTRIES)
}

/** Reads a call that was too large to be told; it may be gone from the journal by now. */
export async function fetchEntry({ account: name, id }: { account: string; id: string }) {
  if (name !== route.value.account) return
  try {
    takeEntry(await client.value.request(name, id))
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    if (error.status !== 404) showError(error.message)
  }
}

/** Performs an action on the account; says what became of it. Answers undefined when it was refused. */
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

/** Does something with the sandbox; a refusal is shown and not thrown. */
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

/** Reads something of the account that is looked at. That nothing answers is told by the live dot. */
export async function read<Result>(look: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    if (error.status === 401) lock()
    else if (error.status === 404) showNobody()
    else if (error.code !== 'unreachable') showError(error.message)
    return undefined
  }
}

/** The account is gone, or never was. */
function showNobody(): void {
  batch(() => {
    account.value = null
    isUnknown.value = true
  })
}

/** Opens the account of the URL, now and whenever it changes. */
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
