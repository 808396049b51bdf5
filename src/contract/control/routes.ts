import { limits } from '../limits.ts'
import type * as v from 'valibot'
import { forkBody, undoBody } from './history-bodies.ts'
import { session } from '../session/session.ts'
import { ANY_TYPE } from '../values/any-type.ts'
import { mailMessage } from '../values/mail-fields.ts'
import { openapiNames, resultFormatNames, resultTypes } from './answer-forms.ts'
import type { AnswerBody, AnswerName } from './answers.ts'
import { createAccountRequest } from './create-account-request.ts'
import { flag, text, word, type GivenOf, type Parameters } from './parameter.ts'
import {
  aliasFilters,
  historyFilters,
  mailFilters,
  mailWait,
  requestFilters,
  requestWait,
} from './query-parameters.ts'
import { scenarioText } from './scenario-text.ts'

/**
 * The control API: one row per route, by method and path below `/_sandbox/`. The server, OpenAPI, the tables of the
 * documentation and the types of the client are made from it.
 */

/** The methods that routes have. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type RouteRow = {
  /** The name of the operation in OpenAPI. */
  readonly id: string
  readonly summary: string
  /** The route is about one account: it exists for `default`, and under `accounts/:account/` too. */
  readonly ofAccount?: true
  /** The allowed query parameters; any other is an error. */
  readonly query?: Parameters
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: v.GenericSchema
  /** In bytes, where the body can be larger than usual. */
  readonly bodyLimit?: number
  /** The handler gets the body as bytes, and does not parse it itself. */
  readonly takesBytes?: true
  /** The body of each answer, by its status; null where there is none. */
  readonly answers: { readonly [status: number]: AnswerName | null }
  /** The media types of answers that are not JSON. */
  readonly texts?: readonly string[]
  /** A browser saves the answer, and never shows it. */
  readonly isDownload?: true
  /** The response may be large: one is composed and sent after another. */
  readonly isLarge?: true
  /** Changes nothing although its method is not GET: publishes no event and stores nothing. */
  readonly isRead?: true
  /**
   * The statuses of its refusals, beside those that any route has: 400, 401, 403; 404 about an account in the
   * path; 413 and 415 about a body.
   */
  readonly refusals?: readonly number[]
}

/** The table. Its order counts where two paths fit: `requests/wait` comes before `requests/:id`. */
export const controlRoutes = {
  'GET live': {
    id: 'getLive',
    summary: 'Liveness: is the process running?',
    answers: { 200: 'Live' },
  },
  'GET ready': {
    id: 'getReady',
    summary: 'Readiness: does it accept requests? 503 while it closes',
    answers: { 200: 'Ready', 503: 'Ready' },
  },

  'POST stop': {
    id: 'stopSandbox',
    summary: 'Stop the sandbox, as SIGTERM does; only one that the command line started',
    isRead: true,
    answers: { 200: 'Stopping' },
    refusals: [409],
  },

  'GET scenarios': {
    id: 'listScenarios',
    summary: 'List all scenarios',
    answers: { 200: 'Scenarios' },
  },
  'GET scenarios/:name': {
    id: 'getScenario',
    summary: 'Get one scenario with its full content',
    answers: { 200: 'WholeScenario' },
    refusals: [404],
  },
  'POST scenarios/check': {
    id: 'checkScenario',
    summary:
      'Check the text of a scenario (YAML or JSON); 400 lists the errors with line and column',
    body: scenarioText,
    isRead: true,
    answers: { 200: 'ReadScenario' },
  },
  'GET choices': {
    id: 'listChoices',
    summary: 'List the choices: what the sandbox does where the API document is silent',
    ofAccount: true,
    answers: { 200: 'Choices' },
  },
  'GET actions': {
    id: 'listActions',
    summary: 'List all actions with the JSON Schema of their arguments',
    answers: { 200: 'Actions' },
  },
  'GET openapi.json': {
    id: 'getOpenapi',
    summary: 'Get the OpenAPI document (api=v1: only the part for /v1)',
    query: {
      api: word(openapiNames, 'v1: only the imitated service, for client authors.', {
        default: 'all',
      }),
    },
    answers: { 200: 'Openapi' },
  },

  'GET accounts': {
    id: 'listAccounts',
    summary: 'List all accounts (fields=name: only their names)',
    query: { fields: word(['name'], 'name: only the names of the accounts.') },
    isLarge: true,
    answers: { 200: 'AccountsOrNames' },
    refusals: [413, 503],
  },
  'POST accounts': {
    id: 'createAccount',
    summary:
      'Create an account: name (default: generated, such as plus__1), api_key, scenario, and any field of a scenario',
    body: createAccountRequest,
    answers: { 201: 'Account' },
    refusals: [409],
  },
  'GET accounts/:account': {
    id: 'getAccount',
    summary:
      'Get one account: state, usage, faults, upcoming events and a prediction of the next request',
    answers: { 200: 'Account' },
  },
  'DELETE accounts/:account': {
    id: 'deleteAccount',
    summary: 'Delete an account (not default)',
    answers: { 204: null },
    refusals: [409],
  },
  'GET aliases': {
    id: 'getAliases',
    summary:
      'List the aliases of the account, all or those that match (search, status, order, limit, skip), and their number',
    ofAccount: true,
    query: aliasFilters,
    isLarge: true,
    answers: { 200: 'Aliases' },
    refusals: [413, 503],
  },
  'GET faults': {
    id: 'listFaults',
    summary: 'List all faults, including expired and exhausted ones',
    ofAccount: true,
    isLarge: true,
    answers: { 200: 'Faults' },
    refusals: [503],
  },
  'GET faults/:id': {
    id: 'getFault',
    summary: 'Get one fault and how often it was applied',
    ofAccount: true,
    answers: { 200: 'Fault' },
    refusals: [404],
  },

  'GET inbox': {
    id: 'listMails',
    summary:
      'List the mails that were forwarded to the owner, oldest first, at most the last 200 (filters: to, text, after, since)',
    ofAccount: true,
    query: mailFilters,
    isLarge: true,
    answers: { 200: 'Mails' },
    refusals: [413, 503],
  },
  'POST inbox': {
    id: 'sendMail',
    summary: 'Deliver a message as it is sent (raw: headers and body) to an address',
    ofAccount: true,
    body: mailMessage,
    answers: { 200: 'Performed' },
    refusals: [503],
  },
  'DELETE inbox': {
    id: 'clearInbox',
    summary: 'Empty the inbox; the history keeps what was delivered',
    ofAccount: true,
    answers: { 204: null },
  },
  'GET inbox/wait': {
    id: 'waitForMail',
    summary: 'Wait for the first mail that matches; 408 after timeout (real time)',
    ofAccount: true,
    query: mailWait,
    answers: { 200: 'Mail' },
    refusals: [408, 503],
  },
  'GET inbox/:id': {
    id: 'getMail',
    summary: 'Get one mail with its codes, links and attachments',
    ofAccount: true,
    answers: { 200: 'Mail' },
    refusals: [404],
  },
  'GET inbox/:id/raw': {
    id: 'getMessage',
    summary: 'Get the message as it was sent, with Delivered-To and X-Alias before it',
    ofAccount: true,
    answers: { 200: null },
    texts: ['message/rfc822'],
    isDownload: true,
    refusals: [404],
  },
  'GET inbox/:id/attachments/:number': {
    id: 'getAttachment',
    summary: 'Get the content of an attachment; the first is 1',
    ofAccount: true,
    answers: { 200: null },
    texts: [ANY_TYPE],
    isDownload: true,
    refusals: [404, 503],
  },

  'GET requests': {
    id: 'listRequests',
    summary:
      'List the requests, oldest first (filters: operation, status, outcome, since, limit; body, header, query: JSON objects of fields that must be equal)',
    ofAccount: true,
    query: requestFilters,
    isLarge: true,
    answers: { 200: 'RequestsAndDropped' },
    refusals: [413, 503],
  },
  'GET requests/wait': {
    id: 'waitForRequests',
    summary: 'Wait until there are count matching requests; 408 after timeout (real time)',
    ofAccount: true,
    query: requestWait,
    answers: { 200: 'Requests' },
    refusals: [408, 413, 503],
  },
  'GET requests/:id': {
    id: 'getRequest',
    summary: 'Get one request with its checks and the reason for its response',
    ofAccount: true,
    isLarge: true,
    answers: { 200: 'Request' },
    refusals: [404, 503],
  },
  'DELETE requests': {
    id: 'forgetRequests',
    summary: 'Forget the requests so far: lists and reports begin anew',
    ofAccount: true,
    answers: { 204: null },
  },
  'GET report': {
    id: 'getReport',
    summary:
      'Get the report on the requests since they were last cleared: coverage, etiquette, choices (format=json|text|markdown|junit, accounts=all, strict=true: advice fails)',
    ofAccount: true,
    query: {
      format: word(resultFormatNames, 'The format of the report.', { default: 'json' }),
      accounts: word(['all'], 'all: every account in one report.'),
      strict: flag('true: a rule fails where its verdict would be advice.'),
    },
    isLarge: true,
    answers: { 200: 'Report' },
    texts: Object.values(resultTypes).filter((type) => type !== resultTypes.json),
  },

  'GET accounts/:account/actions': {
    id: 'listPossibleActions',
    summary:
      'List which actions the account would perform now, and why it would refuse the others: those without arguments, and those that take a plan',
    answers: { 200: 'PossibleActions' },
  },
  // In OpenAPI each action is a path of its own, with the schema of its arguments.
  'POST actions/:action': {
    id: 'do',
    summary: 'Run an action on the account',
    ofAccount: true,
    answers: { 200: 'Performed' },
    refusals: [404, 409],
  },
  'POST reset': {
    id: 'resetSandbox',
    summary: 'Reset the sandbox to its initial state; accounts created since are deleted',
    answers: { 200: 'Accounts' },
    refusals: [409],
  },

  'GET history': {
    id: 'listHistory',
    summary:
      'List the requests, actions, mails and events of all accounts in one order (after, before=<order or account/id>, types, limit)',
    query: historyFilters,
    isLarge: true,
    answers: { 200: 'History' },
    refusals: [404, 413, 503],
  },
  'GET accounts/:account/history': {
    id: 'listAccountHistory',
    summary:
      'List the requests, actions, mails and events of one account in order (after, before=<order or id>, types, limit)',
    query: historyFilters,
    isLarge: true,
    answers: { 200: 'History' },
    refusals: [413, 503],
  },

  'POST accounts/:account/undo': {
    id: 'undoAccount',
    summary:
      'Take the account back to before an entry (to; default: its last action); the history stays, undo names the entry that this made, and can_be_taken_back says whether to can name it',
    body: undoBody,
    answers: { 200: 'UndoneAccount' },
    refusals: [409],
  },
  'POST accounts/:account/fork': {
    id: 'forkAccount',
    summary:
      'Create an account in the state of this one, now or before an entry (at, name; default name: generated)',
    body: forkBody,
    answers: { 201: 'Account' },
    refusals: [409],
  },
  'POST replay': {
    id: 'replaySession',
    summary: 'Replay a session beside all accounts, and compare the answers',
    body: session,
    bodyLimit: limits.stateBytes.value,
    takesBytes: true,
    isRead: true,
    answers: { 200: 'Replay' },
    refusals: [409, 503],
  },
  'GET requests/:id/bug': {
    id: 'reportBug',
    summary:
      'Get a bug report on one request (markdown): why it got its answer, and what gives the same answer again',
    ofAccount: true,
    answers: { 200: 'BugReport' },
    refusals: [404, 409, 413, 503],
  },

  'GET events': {
    id: 'followEvents',
    summary: 'Stream events (SSE) of all accounts or of one (account=…); Last-Event-ID resumes',
    query: { account: text('Only events of this account.') },
    headers: {
      'Last-Event-ID': 'The id of the last event received; the stream continues after it.',
    },
    answers: { 200: null },
    texts: ['text/event-stream'],
    refusals: [404, 503],
  },

  'GET session': {
    id: 'getSession',
    summary: 'Get the session, start and history of all accounts or of one (account)',
    query: { account: text('Only this account.') },
    answers: { 200: 'Session' },
    refusals: [404, 413, 503],
  },
  'GET session/page': {
    id: 'getSessionPage',
    summary:
      'Get the same as a page (html): one file that opens in any browser, with the sandbox in it',
    query: {
      account: text('Only this account.'),
      note: text('Why the page is sent; it is shown first.'),
    },
    answers: { 200: 'Page' },
    refusals: [404, 413, 503],
  },
  'GET session/scenario': {
    id: 'getSessionScenario',
    summary:
      'Get the history of one account as the shortest scenario (yaml) in which each request ends as it did; 409 if no scenario can say what happened',
    query: { account: text('The account.', { default: 'default' }) },
    answers: { 200: 'ScenarioText' },
    refusals: [404, 409, 413, 503],
  },
  'GET session/har': {
    id: 'getSessionHar',
    summary: 'Get the requests of all accounts or of one (account) as HAR 1.2',
    query: { account: text('Only this account.') },
    answers: { 200: 'Har' },
    refusals: [404, 413, 503],
  },
  'PUT session': {
    id: 'putSession',
    summary:
      'Load a session in place of all accounts, which then stand where they stood; an invalid one changes nothing',
    body: session,
    bodyLimit: limits.stateBytes.value,
    takesBytes: true,
    answers: { 200: 'Accounts' },
    refusals: [409, 503],
  },
} as const satisfies { readonly [route: `${Method} ${string}`]: RouteRow }

type Routes = typeof controlRoutes

/** A route by its method and path, such as `GET accounts/:account`. */
export type RouteName = keyof Routes

/** The path of a route, below `/_sandbox/`. */
export type PathOf<Name extends RouteName> = Name extends `${Method} ${infer Path}` ? Path : never

/** The parameters in a path: `account`, `id` … */
export type PathParameter<Path extends string> =
  Path extends `${string}:${infer Name}/${infer Rest}`
    ? Name | PathParameter<Rest>
    : Path extends `${string}:${infer Name}`
      ? Name
      : never

/** The parameters in the path of a route, and the account of a route that is about one. */
export type ParameterOf<Name extends RouteName> =
  PathParameter<PathOf<Name>> | (Routes[Name] extends { ofAccount: true } ? 'account' : never)

/** The parameters of the query of a route, by name, if it has any. */
export type QueryOf<Name extends RouteName> = Routes[Name] extends {
  query: infer Query extends Parameters
}
  ? Query
  : undefined

/** The query of a route as a client gives it. */
export type GivenQuery<Name extends RouteName> =
  QueryOf<Name> extends infer Query extends Parameters
    ? { readonly [Each in keyof Query]?: GivenOf<Query[Each]> | undefined }
    : undefined

/** The body of a route as a client gives it. What is in a file, and what an action takes, the server checks. */
export type BodyOf<Name extends RouteName> = Routes[Name] extends { takesBytes: true }
  ? object
  : Routes[Name] extends { body: infer Body extends v.GenericSchema }
    ? v.InferInput<Body>
    : Name extends 'POST actions/:action'
      ? object
      : undefined

/** The answer of a route that does not refuse. */
export type AnswerOf<Name extends RouteName> = Name extends RouteName
  ? AnswerBody<Routes[Name]['answers'][keyof Routes[Name]['answers']] & (AnswerName | null)>
  : never

/** The routes that answer with the bytes of a file. */
export type RouteOfBytes = {
  [Name in RouteName]: Routes[Name] extends { isDownload: true } ? Name : never
}[RouteName]

/** A row with its name taken apart. */
export type ControlRoute = RouteRow & {
  readonly name: RouteName
  readonly method: Method
  readonly path: string
}

/** All rows, in the order of the table. */
export const controlRouteList: readonly ControlRoute[] = Object.entries(controlRoutes).map(
  ([name, row]) => {
    const [method, path] = name.split(' ') as [Method, string]
    return { ...row, name: name as RouteName, method, path }
  },
)
