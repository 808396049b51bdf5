import type { Operation } from '../../contract/operations.ts'
import { Account } from '../account/account.ts'
import { stepsAt } from '../actions/steps-at-calls.ts'
import { detachedHistory } from './account-before.ts'
import { recordStepsBefore } from './recording.ts'
import { ReplayHost } from './replay-host.ts'

/**
 * The account as the next call will find it: a copy in which the steps of its timeline at that call have
 * happened, or the account itself if there are none.
 */
export function afterStepsAt(account: Account, operation: Operation): Account {
  const { state, host } = account
  if (stepsAt(state, operation).length === 0) return account
  const copy = Account.from(new ReplayHost(host), detachedHistory(account), account.snapshot())
  recordStepsBefore(copy, operation, state.clock.machine_ms)
  return copy
}
