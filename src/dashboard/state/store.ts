import { batch, effect, signal, untracked } from '@preact/signals'
import type { ChoiceView, ScenarioCard } from '../../contract/control/control-shapes.ts'
import { followChanges } from '../service/changes.ts'
import type { Change, Source } from '../service/service.ts'
import { client, isLocked, lock, read, source } from './client.ts'
import { forgetHistory, isHistoryLoaded, loadHistory, loadUntold, takeEntry } from './history.ts'
import { host } from './host.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { route, whileOpen } from './route.ts'
import { tell } from './told.ts'
import type { Account } from '../service/types.ts'

/**
 * All that the page knows of the sandbox, beside the history. It follows the changes that the sandbox tells; who
 * presses something waits for `refresh`, and then sees what came of it.
 */

/** The open account; null until it is loaded, or if it does not exist. */
export const account = signal<Account | null>(null)
/** The names of all accounts. */
export const accounts = signal<readonly string[]>([])
export const scenarios = signal<readonly ScenarioCard[]>([])
/** The choices of the account where the API document is silent. */
export const choices = signal<readonly ChoiceView[]>([])
/** Whether the account in the URL does not exist. */
export const isUnknown = signal(false)
/** Whether the sandbox tells of changes. */
export const connection = signal<'live' | 'lost'>('lost')
/** Grows with every change; a screen that loads something of its own does so again then. */
export const changed = signal(0)

/** The parts that are loaded beside the account itself. */
const due = { accounts: true, scenarios: true, choices: true }

/** Loads the account again, and what else has changed. */
export const refresh = oneAtATime(async () => {
  const { account: name } = route.peek()
  const isOpen = whileOpen()
  const asked = { account: name }
  if (due.accounts) await loadAccounts()
  if (due.scenarios) await loadScenarios()
  const onMissing = () => {
    if (isOpen()) showMissing()
  }
  const view = await read(() => client.value.ask('GET accounts/:account', asked), onMissing)
  if (!view || !isOpen()) return
  batch(() => {
    account.value = view
    isUnknown.value = false
  })
  if (due.choices) await loadChoices(name, isOpen)
  if (!isHistoryLoaded.peek()) await loadHistory(name, isOpen)
  await loadUntold(name, isOpen)
  if (isOpen()) changed.value += 1
})

async function loadAccounts(): Promise<void> {
  due.accounts = false
  const loaded = await read(() => client.value.ask('GET accounts', { query: { fields: 'name' } }))
  if (loaded) accounts.value = loaded.accounts.map(({ name }) => name)
}

async function loadScenarios(): Promise<void> {
  due.scenarios = false
  const loaded = await read(() => client.value.ask('GET scenarios'))
  if (loaded) scenarios.value = loaded.scenarios
}

async function loadChoices(name: string, isOpen: () => boolean): Promise<void> {
  due.choices = false
  const loaded = await read(() => client.value.ask('GET choices', { account: name }))
  if (loaded && isOpen()) choices.value = loaded.choices
}

function showMissing(): void {
  batch(() => {
    account.value = null
    isUnknown.value = true
  })
}

/** Follows the account in the URL, and the sandbox of its run, as long as the page is open. */
export function follow(): void {
  let opened = ''
  let followed: Source | undefined
  let stop = () => {}
  effect(() => {
    const { run, account: name } = route.value
    const told = isLocked.value ? undefined : source.value
    if (opened !== `${run} ${name}`) {
      opened = `${run} ${name}`
      untracked(forget)
      void refresh()
    }
    if (followed === told) return
    stop()
    followed = told
    stop = told ? untracked(() => followChanges(told, take)) : () => {}
  })
}

function take(change: Change): void {
  switch (change.type) {
    case 'entry':
      return takeToldEntry(change)
    case 'accounts':
      due.accounts = true
      return void refresh()
    case 'everything':
      forgetHistory()
      return reload()
    case 'live':
      return welcome(change.isAnother)
    case 'lost':
      connection.value = 'lost'
      return undefined
    case 'refused':
      return lock()
  }
}

function takeToldEntry({ entry }: Extract<Change, { type: 'entry' }>): void {
  if (entry.account !== route.peek().account) return
  if ('too_large' in entry || entry.type !== 'call') due.choices = true
  takeEntry(entry, () => void refresh())
}

function welcome(isAnother: boolean): void {
  connection.value = 'live'
  if (isAnother) {
    tell('page', 'The sandbox was started again: its history begins anew.')
    forgetHistory()
  }
  reload()
}

/** Loads everything again. */
function reload(): void {
  Object.assign(due, { accounts: true, scenarios: true, choices: true })
  isHistoryLoaded.value = false
  void refresh()
}

/** Forgets an account that is not open any more. */
function forget(): void {
  due.choices = true
  batch(() => {
    account.value = null
    isUnknown.value = false
    choices.value = []
    forgetHistory(host.value.recordedIn(route.peek()))
  })
}
