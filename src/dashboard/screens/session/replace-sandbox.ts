import { signal } from '@preact/signals'
import { SandboxError } from '../../../client/error.ts'
import type { ControlClient } from '../../../client/client.ts'
import { countOf } from '../../../text/numbers.ts'
import { accounts, refreshAccounts } from '../../state/account.ts'
import { attempt, client } from '../../state/client.ts'
import { showDone } from '../../state/message.ts'
import { refreshAll } from '../../state/perform.ts'
import { sandboxesSeen } from '../../state/updates/another-sandbox.ts'
import { doneSince, newestEntry, type Since } from './done-since.ts'

type Replacement = 'reset' | 'load'

/** The sandbox before the last reset or load, for its undo. It survives a change of the screen. */
export const before = signal<Before | null>(null)

type Before = {
  state: unknown
  names: readonly string[]
  what: Replacement
  /** After which entry of which sandbox something was done since. */
  since: Since | undefined
  sandbox: number
}

/** What a tester is asked before something is lost; null if nothing is asked. */
export const question = signal<{ title: string; text: string; action: string; run: Act } | null>(
  null,
)

type Act = () => Promise<void>

const RESET_DONE =
  'Every account is as it started; those created since were deleted. “Undo the reset” on Session brings the accounts back, but not their stories.'

export function reset(): Promise<void> {
  return replace('reset', (api) => api.reset(), RESET_DONE)
}

export function load(state: unknown): Promise<void> {
  return replace('load', (api) => api.loadState(state), 'The session was loaded.')
}

/** Puts the sandbox back to before the reset or load, after a question: what was done since goes, and all stories. */
export async function undo(): Promise<void> {
  const stored = before.value
  if (stored) askToUndo(stored, await undoLoses(stored))
}

function askToUndo(stored: Before, text: string): void {
  const { what } = stored
  question.value = {
    title: `Undo the ${what}?`,
    text,
    action: `Undo the ${what}`,
    run: async () => {
      // Others go on while the question is read.
      const now = await undoLoses(stored)
      if (now !== text) return askToUndo(stored, now)
      if (!(await attempt(() => client.value.loadState(stored.state)))) return
      before.value = null
      await refreshAll()
      showDone(
        `Undone: all accounts are as they were before the ${what}. Their stories begin anew.`,
      )
    },
  }
}

async function undoLoses({ names, since, sandbox }: Before): Promise<string> {
  const present = await namesNow()
  const created = present.filter((name) => !names.includes(name))
  const stay = present.filter((name) => names.includes(name))
  const isSame = sandbox === sandboxesSeen.value
  const lost = isSame ? await doneSince(since, stay) : ['what was done since']
  return [
    ...(created.length > 0 ? [deletion(created, 'account')] : []),
    ...(lost.length > 0 ? [`This will be lost: ${lost.join(', ')}.`] : []),
    'The stories of all accounts begin anew: the calls and actions up to now are not kept.',
  ].join(' ')
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
    const since = await newestEntry()
    before.value =
      state === null ? null : { state, names, what, since, sandbox: sandboxesSeen.value }
    await refreshAll()
    showDone(state === null ? 'All accounts were replaced.' : done)
  }
  const others = names.filter((name) => name !== 'default')
  if (others.length === 0 && state !== null) return run()
  const way =
    state === null
      ? 'This cannot be undone: the sandbox is too large for this page to keep.'
      : `“Undo the ${what}” brings the accounts back until you leave this page, but not their stories.`
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
