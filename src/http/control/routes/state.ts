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

/** What a sandbox or an account is, as one JSON value: to save, to load, to go back to. */
export const stateRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'state',
    scope: 'sandbox',
    summary: 'The whole sandbox as one JSON value',
    isLarge: true,
    answer: ({ sandbox, machineMs }) => ({ pieces: statePieces(sandbox, machineMs) }),
  },
  {
    method: 'PUT',
    path: 'state',
    scope: 'sandbox',
    summary: 'Replace the whole sandbox, or change nothing',
    bodyLimit: inputBounds.stateBytes.max,
    answer: ({ sandbox, body, machineMs }) => {
      sandbox.restore(readState(body))
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
    summary: 'One account as one JSON value, in the form of the whole',
    isLarge: true,
    answer: ({ sandbox, account, machineMs }) => ({
      pieces: statePieces(sandbox, machineMs, [account]),
    }),
  },
  {
    method: 'PUT',
    path: 'accounts/:account/state',
    scope: 'sandbox',
    summary: 'Put one account back to such a value, or change nothing; its journal stays',
    bodyLimit: inputBounds.stateBytes.max,
    answer: ({ sandbox, account, body, machineMs }) => {
      sandbox.restoreAccount(account, readState(body))
      return { body: toAccountView(sandbox.syncClock(account, machineMs)) }
    },
  },
]

/** A state that PUT would not take back is not made either. */
function statePieces(sandbox: Sandbox, machineMs: number, some?: Account[]): string[] {
  const state = sandbox.liveState(machineMs, some)
  const pieces = toStatePieces(state, storedBounds.controlAnswerBytes.max)
  if (pieces === null) throw tooLarge('keep a sandbox of this size by --db')
  return pieces
}

/** Earlier versions are read, too. */
function readState(body: object): SandboxState {
  const checked = check(sandboxState, migrate(body, steps).value)
  if (checked.ok) return checked.value
  const [first] = checked.issues
  throw new ActionError(400, formatIssue(first), toField(first.path))
}
