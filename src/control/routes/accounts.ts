import { ActionError } from '../../contract/control/action-error.ts'
import { readCreateAccountRequest } from '../../contract/control/create-account-request.ts'
import { formatValue } from '../../contract/values/invalid-choice.ts'
import { toWholeFaultView } from '../../core/account/fault-view.ts'
import { toAccountView } from '../views/account-view.ts'
import { answerAliases } from '../aliases.ts'
import { composeList } from '../compose.ts'
import type { Handlers } from '../route.ts'

/** Accounts with their aliases and faults. */
export const accountHandlers = {
  'GET accounts': ({ sandbox, machineMs, query }) => {
    if (query.read('fields') === 'name') {
      return { body: { accounts: sandbox.accounts().map(({ name }) => ({ name })) } }
    }
    const accounts = composeList(
      sandbox.accounts(),
      (account) => JSON.stringify(toAccountView(sandbox.syncClock(account, machineMs))),
      'request the accounts one by one',
    )
    return { pieces: ['{"accounts":', ...accounts, '}'] }
  },
  'POST accounts': ({ sandbox, body, machineMs }) => {
    const account = sandbox.createAccount(readCreateAccountRequest(body), machineMs)
    return { status: 201, body: toAccountView(sandbox.syncClock(account, machineMs)) }
  },
  'GET accounts/:account': ({ account }) => ({ body: toAccountView(account) }),
  'DELETE accounts/:account': ({ sandbox, account }) => {
    sandbox.deleteAccount(account.name)
    return { status: 204 }
  },
  'GET aliases': answerAliases,
  'GET faults': ({ account }) => ({ body: { faults: account.state.faults.map(toWholeFaultView) } }),
  'GET faults/:id': ({ account, params }) => {
    const fault = account.state.faults.find(({ id }) => id === params.id)
    if (!fault) throw new ActionError(404, `fault ${formatValue(params.id)} does not exist`)
    return { body: toWholeFaultView(fault) }
  },
} satisfies Partial<Handlers>
