import * as v from 'valibot'
import { sessionHeader, type Session } from '../../../src/contract/session/session.ts'
import { accountState, type AccountState } from '../../../src/contract/state/state.ts'
import { snapshotPieces } from '../../../src/core/account/state-text.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { loadSession } from '../../../src/history/session/load-session.ts'
import type { SessionReplay } from '../../../src/history/session/replay-session.ts'

const count = v.number()

/** All that a sandbox is at a moment, without what happened in it. */
export const sandboxState = v.strictObject({
  seed: count,
  accounts_named: count,
  accounts_deleted: count,
  accounts: v.array(accountState),
})
export type SandboxState = v.InferOutput<typeof sandboxState>

export function stateOf(sandbox: Sandbox, machineMs: number): SandboxState {
  const accounts = sandbox.accounts().map((account) => {
    const snapshot = sandbox.syncClock(account, machineMs).pinned(machineMs)
    return JSON.parse([...snapshotPieces(snapshot)].join('')) as AccountState
  })
  const { seed, named, deleted } = sandbox.facts
  return { seed, accounts_named: named, accounts_deleted: deleted, accounts }
}

/** A session without histories: each account starts as it was. */
export function sessionOf({ accounts, ...facts }: SandboxState): Session {
  return {
    ...sessionHeader,
    ...facts,
    accounts: accounts.map((state) => {
      const real_at = new Date(state.clock.machine_ms).toISOString()
      return { name: state.name, start: { real_at, state }, history: [] }
    }),
  }
}

/** Makes a sandbox what another one was. @throws ActionError */
export function becomes(
  sandbox: Sandbox,
  state: SandboxState,
  { machineMs = state.accounts[0]!.clock.machine_ms, isOwn = false } = {},
): SessionReplay {
  return loadSession(sandbox, sessionOf(state), { machineMs, isOwn })
}
