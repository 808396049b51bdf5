import { formatValue } from '../../contract/invalid-choice.ts'
import { actionNames, actionRow } from '../../contract/actions.ts'
import { choiceIds, choiceRow } from '../../contract/choices.ts'
import { listedText } from '../../core/aliases/serialize.ts'
import type { Account } from '../../core/account/account.ts'
import {
  toAccountView,
  toEntryView,
  toFaultView,
  toFiredView,
} from '../../core/views/account-view.ts'
import { ActionError } from '../../contract/action-error.ts'
import type { Performed } from '../../core/actions/run-action.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { toIso } from '../../core/clock/times.ts'
import { readPackageJson } from '../../package-files.ts'
import { readCreateAccountRequest } from '../../contract/create-account-request.ts'
import { openapiNames, readOpenapi } from './openapi.ts'
import { wordOf } from './query-word.ts'
import { streamEvents } from './events/stream-events.ts'
import type { Route } from './route.ts'
import { liveRoutes } from './live.ts'
import { expectNothing } from './expect-nothing.ts'
import { answerReport } from './report.ts'
import { composeEntries } from './compose-entries.ts'
import { composeList } from './compose.ts'
import { filterNames, findEntry, readFilter, select } from './requests.ts'
import { waitForEntries, waitNames } from './wait.ts'
import { checkScenarioText } from './scenario-check.ts'
import { stateRoutes } from './state.ts'

/** The control API, a row a route. */
export const routes: readonly Route[] = [
  ...liveRoutes('GET'),
  ...liveRoutes('HEAD'),
  {
    method: 'GET',
    path: 'scenarios',
    scope: 'sandbox',
    summary: 'Every scenario that accounts can start in',
    answer: ({ sandbox }) => ({
      body: { scenarios: sandbox.scenarioNames().map((name) => scenarioCard(sandbox, name)) },
    }),
  },
  {
    method: 'GET',
    path: 'scenarios/:name',
    scope: 'sandbox',
    summary: 'One scenario, whole',
    answer: ({ sandbox, params }) => {
      const scenario = sandbox.findScenario(params['name']!)
      if (!scenario)
        throw new ActionError(404, `there is no scenario ${formatValue(params['name'])}`)
      return { body: { ...scenarioCard(sandbox, params['name']!), scenario } }
    },
  },
  {
    method: 'POST',
    path: 'scenarios/check',
    scope: 'sandbox',
    isRead: true,
    summary: 'Is this text (YAML or JSON) a scenario? 400 says what is wrong and where',
    answer: checkScenarioText,
  },
  {
    method: 'GET',
    path: 'choices',
    scope: 'account',
    summary: 'What is done where the document is silent',
    answer: ({ account }) => ({
      body: { choices: choiceIds.map((id) => choiceView(account, id)) },
    }),
  },
  {
    method: 'GET',
    path: 'actions',
    scope: 'sandbox',
    summary: 'Every action with the JSON Schema of its arguments',
    answer: () => ({ body: { actions: actionViews() } }),
  },
  {
    method: 'GET',
    path: 'openapi.json',
    scope: 'sandbox',
    parameters: ['api'],
    summary: 'The OpenAPI document of all this (api=v1: of /v1 alone)',
    answer: ({ query }) => ({ body: readOpenapi(wordOf(query, 'api', openapiNames)) }),
  },
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
  {
    method: 'GET',
    path: 'requests',
    scope: 'account',
    parameters: filterNames,
    summary: 'The journal, oldest first (operation, status, outcome, since, limit)',
    isLarge: true,
    answer: ({ account, query }) => {
      const filter = readFilter(query)
      const { journal } = account
      const entries = composeEntries(select(journal.entries().filter(filter.matches), filter))
      const end = `,"dropped":${JSON.stringify(journal.dropped)}}`
      return { pieces: ['{"requests":', ...entries, end] }
    },
  },
  {
    method: 'GET',
    path: 'requests/wait',
    scope: 'account',
    parameters: waitNames,
    summary: 'Waits until count matching calls are there, for timeout of real time; else 408',
    answer: waitForEntries,
  },
  {
    method: 'GET',
    path: 'requests/:id',
    scope: 'account',
    isLarge: true,
    summary: 'One call with its checks and its reason',
    answer: ({ account, params }) => ({
      body: toEntryView(findEntry(account.journal, params['id']!)),
    }),
  },
  {
    method: 'DELETE',
    path: 'requests',
    scope: 'account',
    summary: 'Forget the calls so far',
    answer: ({ account }) => {
      account.journal.clear()
      return { status: 204 }
    },
  },
  {
    method: 'GET',
    path: 'report',
    scope: 'account',
    parameters: ['format', 'accounts'],
    isLarge: true,
    summary: 'Coverage, etiquette and assumptions (format=json|text|markdown|junit, accounts=all)',
    answer: answerReport,
  },
  {
    method: 'POST',
    path: 'actions/:action',
    scope: 'account',
    summary: 'Do something to the account',
    answer: ({ sandbox, account, params, body, machineMs }) => {
      const performed = sandbox.perform(account, params['action']!, body, machineMs)
      return { body: performedView(params['action']!, account, performed) }
    },
  },
  {
    method: 'POST',
    path: 'reset',
    scope: 'sandbox',
    summary: 'Everything as it started; accounts made since are gone',
    answer: ({ sandbox, body, machineMs }) => {
      expectNothing(body)
      sandbox.reset(machineMs)
      return { body: { accounts: sandbox.accounts().map(toAccountView) } }
    },
  },
  {
    method: 'GET',
    path: 'events',
    scope: 'sandbox',
    parameters: ['account'],
    summary:
      'Server-sent events: requests, actions, accounts; ?account= for one; Last-Event-ID resumes',
    answer: streamEvents,
  },
  ...stateRoutes,
]

function scenarioCard(sandbox: Sandbox, name: string) {
  const { title = name, summary = '' } = sandbox.findScenario(name) ?? {}
  return { name, title, summary, key: `sandbox_${name}` }
}

function choiceView(account: Account, id: (typeof choiceIds)[number]) {
  const { question, source, default: standard, alternatives, also } = choiceRow(id)
  return {
    id,
    question,
    source,
    value: account.choices[id],
    default: standard,
    alternatives,
    ...(also && { also: also.what }),
  }
}

function actionViews() {
  // JSON Schemas of the arguments, made from the action table when the package was built.
  const schemas = readPackageJson('generated/actions.json') as Record<string, object>
  return actionNames.map((name) => {
    const { group, summary, source } = actionRow(name)
    return { name, group, summary, ...(source && { source }), arguments: schemas[name] }
  })
}

function performedView(action: string, account: Account, { result, fired }: Performed) {
  return {
    action,
    account: account.name,
    now: toIso(account.now),
    result,
    fired: fired.events.map(toFiredView),
    ...(fired.total > fired.events.length && { fired_total: fired.total }),
  }
}
