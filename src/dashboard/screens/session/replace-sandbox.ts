import { signal } from '@preact/signals'
import { SandboxError } from '../../../client/error.ts'
import type { ControlClient } from '../../../client/client.ts'
import { countOf } from '../../labels/numbers.ts'
import { accounts, refreshAccounts } from '../../state/account.ts'
import { attempt, client } from '../../state/client.ts'
import { showDone } from '../../state/message.ts'
import { refreshAll } from '../../state/perform.ts'

type Replacement = 'reset' | 'load'

/** The sandbox before the last reset or load, for its undo. It survives a change of the screen. */
export const before = signal<{
  state: unknown
  names: readonly string[]
  what: Replacement
} | null>(null)

/** What a tester is asked before something is lost; null if nothing is asked. */
export const question = signal<{ title: string; text: string; action: string; run: Act } | null>(
  null,
)

type Act = () => Promise<void>

const RESET_DONE =
  'Every account is as it started; those created since were deleted. “Undo the reset” on Session brings all back.'

export function reset(): Promise<void> {
  return replace('reset', (api) => api.reset(), RESET_DONE)
}

export function load(state: unknown): Promise<void> {
  return replace('load', (api) => api.loadState(state), 'The session was loaded.')
}

/** Puts the sandbox back to before the reset or load; asks if accounts were created since. */
export async function undo(): Promise<void> {
  const stored = before.value
  if (!stored) return
  const run = async () => {
    if (!(await attempt(() => client.value.loadState(stored.state)))) return
    before.value = null
    await refreshAll()
    showDone(`Undone: all accounts are as they were before the ${stored.what}.`)
  }
  const created = (await namesNow()).filter((name) => !stored.names.includes(name))
  if (created.length === 0) return run()
  question.value = {
    title: `Undo the ${stored.what}?`,
    text: `${deletion(created, 'account')} What others did since is taken back too.`,
    action: `Undo the ${stored.what}`,
    run,
  }
}

/** Replaces the whole sandbox and keeps what was before; asks if accounts go, or if it cannot be undone. */
async function replace(
  what: Replacement,
  change: (api: ControlClient) => Promise<unknown>,
  done: string,
): Promise<void> {
  const current = await attempt(stateNow)
  if (!current) return
  const { state } = current
  const names = await namesNow()
  const run = async () => {
    if (!(await attempt(() => change(client.value)))) return
    before.value = state === null ? null : { state, names, what }
    await refreshAll()
    showDone(state === null ? 'All accounts were replaced.' : done)
  }
  const others = names.filter((name) => name !== 'default')
  if (others.length === 0 && state !== null) return run()
  const way =
    state === null
      ? 'This cannot be undone: the sandbox is too large for this page to keep.'
      : `“Undo the ${what}” brings everything back until you leave this page.`
  question.value = {
    title: what === 'reset' ? 'Reset everything?' : 'Replace everything?',
    text: `${others.length > 0 ? `${deletion(others, 'other account')} ` : ''}${way}`,
    action: what === 'reset' ? 'Reset all accounts' : 'Replace all accounts',
    run,
  }
}

/** The state of the sandbox; null if it is too large for an answer. */
async function stateNow(): Promise<{ state: unknown }> {
  try {
    return { state: await client.value.state() }
  } catch (error) {
    if (error instanceof SandboxError && error.status === TOO_LARGE) return { state: null }
    throw error
  }
}

const TOO_LARGE = 413

async function namesNow(): Promise<readonly string[]> {
  return (await refreshAccounts()) ?? accounts.value
}

const MAX_NAMED = 5

function deletion(names: readonly string[], what: string): string {
  const named = names.slice(0, MAX_NAMED).join(', ')
  const rest = names.length > MAX_NAMED ? ', …' : ''
  return `${countOf(names.length, what)} will be deleted: ${named}${rest}.`
}
