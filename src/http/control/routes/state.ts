import { inputBounds, storedBounds } from '../../../contract/bounds.ts'
import { check, toField, formatIssue } from '../../../contract/validation-issue.ts'
import { migrate, steps } from '../../../contract/migrations.ts'
import { sandboxState, type SandboxState } from '../../../contract/state.ts'
import { toAccountView } from '../../../core/views/account-view.ts'
import { toStatePieces } from '../../../core/views/state-text.ts'
import type { Account } from '../../../core/account/account.ts'
import { ActionError } from '../../../contract/action-error.ts'
import type { Sandbox } from '../../../core/sandbox.ts'
import { tooLarge } from '../compose.ts'
import type { Route } from '../route.ts'

/** The state of the sandbox or of an account as one JSON value, to save and to restore. */
export const stateRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'state',
    scope: 'sandbox',
    summary: 'Get the state of the whole sandbox as one JSON value',
    isLarge: true,
    answer: ({ sandbox, machineMs }) => ({ pieces: statePieces(sandbox, machineMs) }),
  },
  {
    method: 'PUT',
    path: 'state',
    scope: 'sandbox',
    summary: 'Replace the state of the whole sandbox; an invalid state changes nothing',
    bodyLimit: inputBounds.stateBytes.max,
    answer: ({ sandbox, body, machineMs }) => {
      sandbox.restore(readState(body), machineMs)
      return {
        body: {
          accounts: sandbox
            .accounts()
            .map((account) => toAccountView(sandbox.syncClock(account, machineMs))),
        },
      }
    },
  },
  {
    method: 'GET',
    path: 'accounts/:account/state',
    scope: 'sandbox',
    summary: 'Get the state of one account, in the format of the whole sandbox',
    isLarge: true,
    answer: ({ sandbox, account, machineMs }) => ({
      pieces: statePieces(sandbox, machineMs, [account]),
    }),
  },
  {
    method: 'PUT',
    path: 'accounts/:account/state',
    scope: 'sandbox',
    summary:
      'Restore one account from such a value and keep its journal; an invalid state changes nothing',
    bodyLimit: inputBounds.stateBytes.max,
    answer: ({ sandbox, account, body, machineMs }) => {
      sandbox.restoreAccount(account, readState(body), machineMs)
      return { body: toAccountView(sandbox.syncClock(account, machineMs)) }
    },
  },
]

/** @throws ActionError 413 for a state that would be too large for PUT. */
function statePieces(sandbox: Sandbox, machineMs: number, some?: Account[]): string[] {
  const state = sandbox.liveState(machineMs, some)
  const pieces = toStatePieces(state, storedBounds.controlAnswerBytes.max)
  if (pieces === null) throw tooLarge('use --db to persist a sandbox of this size')
  return pieces
}

/** Reads the current version of the state and every earlier one. */
function readState(body: object): SandboxState {
  const checked = check(sandboxState, migrate(body, steps).value)
  if (checked.ok) return checked.value
  const [first] = checked.issues
  throw new ActionError(400, formatIssue(first, 'state'), toField(first.path))
}
