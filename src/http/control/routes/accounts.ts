import { ActionError } from '../../../contract/control/action-error.ts'
import { readCreateAccountRequest } from '../../../contract/control/create-account-request.ts'
import { formatValue } from '../../../contract/values/invalid-choice.ts'
import { toWholeFaultView } from '../../../core/account/fault-view.ts'
import { toAccountView } from '../../../core/views/account-view.ts'
import { aliasParameters, answerAliases } from '../aliases.ts'
import { composeList } from '../compose.ts'
import { wordOf } from '../query.ts'
import type { Route } from '../route.ts'

/** Accounts with their aliases and faults. */
export const accountRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'accounts',
    scope: 'sandbox',
    parameters: ['fields'],
    summary: 'List all accounts (fields=name: only their names)',
    isLarge: true,
    answer: ({ sandbox, machineMs, query }) => {
      if (wordOf(query, 'fields', ['name']) === 'name') {
        return { body: { accounts: sandbox.accounts().map(({ name }) => ({ name })) } }
      }
      const accounts = composeList(
        sandbox.accounts(),
        (account) => JSON.stringify(toAccountView(sandbox.syncClock(account, machineMs))),
        'request the accounts one by one',
      )
      return { pieces: ['{"accounts":', ...accounts, '}'] }
    },
  },
  {
    method: 'POST',
    path: 'accounts',
    scope: 'sandbox',
    summary:
      'Create an account: name (default: generated, such as plus__1), api_key, scenario, and any field of a scenario',
    answer: ({ sandbox, body, machineMs }) => {
      const account = sandbox.createAccount(readCreateAccountRequest(body), machineMs)
      return { status: 201, body: toAccountView(sandbox.syncClock(account, machineMs)) }
    },
  },
  {
    method: 'GET',
    path: 'accounts/:account',
    scope: 'sandbox',
    summary:
      'Get one account: state, usage, faults, upcoming events and a prediction of the next call',
    answer: ({ account }) => ({ body: toAccountView(account) }),
  },
  {
    method: 'DELETE',
    path: 'accounts/:account',
    scope: 'sandbox',
    summary: 'Delete an account (not default)',
    answer: ({ sandbox, account }) => {
      sandbox.deleteAccount(account.name)
      return { status: 204 }
    },
  },
  {
    method: 'GET',
    path: 'aliases',
    scope: 'account',
    parameters: aliasParameters,
    summary:
      'List the aliases of the account and their number, all or those that match (search, status, order, limit, skip)',
    answer: answerAliases,
  },
  {
    method: 'GET',
    path: 'faults',
    scope: 'account',
    isLarge: true,
    summary: 'List all faults, including expired and exhausted ones',
    answer: ({ account }) => ({ body: { faults: account.state.faults.map(toWholeFaultView) } }),
  },
  {
    method: 'GET',
    path: 'faults/:id',
    scope: 'account',
    summary: 'Get one fault and how often it was applied',
    answer: ({ account, params }) => {
      const fault = account.state.faults.find(({ id }) => id === params['id'])
      if (!fault) throw new ActionError(404, `fault ${formatValue(params['id'])} does not exist`)
      return { body: toWholeFaultView(fault) }
    },
  },
]
