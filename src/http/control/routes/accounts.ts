import { ActionError } from '../../../contract/action-error.ts'
import { readCreateAccountRequest } from '../../../contract/create-account-request.ts'
import { formatValue } from '../../../contract/invalid-choice.ts'
import { listedText } from '../../../core/aliases/serialize.ts'
import { toAccountView, toFaultView } from '../../../core/views/account-view.ts'
import { composeList } from '../compose.ts'
import type { Route } from '../route.ts'

/** Accounts, and what belongs to one: its aliases and its faults. */
export const accountRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'accounts',
    scope: 'sandbox',
    summary: 'Every account',
    isLarge: true,
    answer: ({ sandbox, machineMs }) => {
      const accounts = composeList(
        sandbox.accounts(),
        (account) => JSON.stringify(toAccountView(sandbox.syncClock(account, machineMs))),
        'read them one by one',
      )
      return { pieces: ['{"accounts":', ...accounts, '}'] }
    },
  },
  {
    method: 'POST',
    path: 'accounts',
    scope: 'sandbox',
    summary:
      'Make an account: name (else one such as plus__1), api_key, scenario, and anything that a scenario may say',
    answer: ({ sandbox, body, machineMs }) => {
      const account = sandbox.createAccount(readCreateAccountRequest(body), machineMs)
      return { status: 201, body: toAccountView(sandbox.syncClock(account, machineMs)) }
    },
  },
  {
    method: 'GET',
    path: 'accounts/:account',
    scope: 'sandbox',
    summary: 'One account: state, usage, faults, what comes next, what the next call would get',
    answer: ({ account }) => ({ body: toAccountView(account) }),
  },
  {
    method: 'DELETE',
    path: 'accounts/:account',
    scope: 'sandbox',
    summary: 'Remove an account; default stays',
    answer: ({ sandbox, account }) => {
      sandbox.deleteAccount(account.name)
      return { status: 204 }
    },
  },
  {
    method: 'GET',
    path: 'aliases',
    scope: 'account',
    summary: 'All aliases of the account',
    isLarge: true,
    answer: ({ account }) => {
      const aliases = composeList(
        account.aliases.after(null, 'by_id', Infinity),
        (alias) => listedText(alias, account.choices),
        'page through them by GET /v1/aliases',
      )
      return { pieces: ['{"aliases":', ...aliases, '}'] }
    },
  },
  {
    method: 'GET',
    path: 'faults',
    scope: 'account',
    summary: 'Faults, those that are over included',
    answer: ({ account }) => ({ body: { faults: account.state.faults.map(toFaultView) } }),
  },
  {
    method: 'GET',
    path: 'faults/:id',
    scope: 'account',
    summary: 'One fault and how often it has struck',
    answer: ({ account, params }) => {
      const fault = account.state.faults.find(({ id }) => id === params['id'])
      if (!fault) throw new ActionError(404, `there is no fault ${formatValue(params['id'])}`)
      return { body: toFaultView(fault) }
    },
  },
]
