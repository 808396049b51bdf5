import { ActionError } from '../../contract/control/action-error.ts'
import type { ActionArguments } from '../../contract/actions.ts'
import { formatValue } from '../../contract/values/invalid-choice.ts'
import type { Account } from '../account/account.ts'
import { armFault, clearFaults } from '../account/faults.ts'
import { toFaultView } from '../account/fault-view.ts'
import type { HandlersOf } from './handler.ts'

export const faultActions = {
  arm_fault: (account, args) => ({ fault: toFaultView(armFault(account, args)) }),
  clear_faults: clear,
} satisfies HandlersOf<'faults'>

function clear(account: Account, which: ActionArguments<'clear_faults'>) {
  const { id } = which
  if (id !== undefined && !account.state.faults.some((fault) => fault.id === id)) {
    throw new ActionError(404, `fault ${formatValue(id)} does not exist`, 'id')
  }
  return { cleared: clearFaults(account, which) }
}
