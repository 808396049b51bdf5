// Request and response schemas of the control API's routes, by method and path.
import { forkBody, replayBody, rewindBody } from '../../build/contract/history/bodies.js'
import { inputBounds } from '../../build/contract/values/bounds.js'
import { aliasStatuses } from '../../build/contract/state/state.js'
import { aliasOrders } from '../../build/http/control/aliases.js'
import { historyTypes } from '../../build/contract/history/entry-types.js'
import { outcomes } from '../../build/contract/outcomes.js'
import { operations } from '../../build/contract/operations.js'
import { reportFormats } from '../../build/report-formats/formats.js'
import { openapiNames } from '../../build/http/control/openapi.js'
import { convert, refTo } from './components.js'

const text = { type: 'string' }
const listOf = (field, schema) => ({
  type: 'object',
  properties: { [field]: { type: 'array', items: refTo(schema) } },
  required: [field],
  additionalProperties: false,
})
const aliases = listOf('aliases', 'Alias')
const accounts = listOf('accounts', 'Account')
const accountNames = {
  ...accounts,
  properties: {
    accounts: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: text },
        required: ['name'],
        additionalProperties: false,
      },
    },
  },
}
const requests = listOf('requests', 'Entry')
const journal = {
  ...requests,
  properties: { ...requests.properties, dropped: refTo('Dropped') },
  required: ['requests', 'dropped'],
}

const filters = {
  operation: { schema: { enum: operations }, description: 'Only calls of this operation.' },
  status: {
    schema: { type: 'integer', minimum: 100, maximum: 599 },
    description: 'Only calls with this response status.',
  },
  outcome: { schema: { enum: outcomes }, description: 'Only calls with this outcome.' },
  body: {
    schema: text,
    description:
      'Only calls whose JSON body has these fields, with equal values: a JSON object, such as {"label":"shop"}.',
  },
  header: {
    schema: text,
    description: 'Only calls with these headers: a JSON object. Secrets are masked in the journal.',
  },
  query: {
    schema: text,
    description:
      'Only calls whose query has these parameters: a JSON object, such as {"limit":"20"}.',
  },
  since: {
    schema: text,
    description:
      'Only calls after this id (req_12), or at and after this time (ISO 8601 or epoch seconds).',
  },
  limit: {
    schema: { type: 'integer', minimum: 1, maximum: 100_000 },
    description: 'At most this many: the last ones, or with since the next ones.',
  },
}

const historyFilters = {
  after: {
    schema: text,
    description:
      'Only entries after this one: its order or its id; for all accounts, account and id such as default/req_12.',
  },
  before: {
    schema: text,
    description: 'Only entries before this one, in the same form.',
  },
  types: {
    schema: text,
    description: `Only entries of these types, separated by commas: ${historyTypes.join(', ')}.`,
  },
  limit: {
    schema: { type: 'integer', minimum: 1, maximum: 100_000 },
    description: 'At most this many: the last ones, or with after the next ones.',
  },
}

/**
 * `answer`: the schema of the response with `status` (default 200); `also`: schemas by other statuses;
 * `texts`: media types other than JSON; `errors`: error statuses in addition to those of the guard.
 */
export const controlAnswers = {
  'GET live': { id: 'getLive', answer: refTo('Live') },
  'HEAD live': { id: 'headLive' },
  'GET ready': { id: 'getReady', answer: refTo('Ready'), also: { 503: refTo('Ready') } },
  'HEAD ready': { id: 'headReady', errors: [503] },
  'POST stop': { id: 'stopSandbox', answer: refTo('Stopping'), errors: [400, 409, 413] },
  'GET openapi.json': {
    id: 'getOpenapi',
    answer: { type: 'object' },
    query: {
      api: {
        schema: { enum: openapiNames, default: 'all' },
        description: 'v1: only the imitated service, for client authors.',
      },
    },
    errors: [400],
  },
  'GET scenarios': { id: 'listScenarios', answer: listOf('scenarios', 'ScenarioCard') },
  'GET scenarios/:name': { id: 'getScenario', answer: refTo('WholeScenario'), errors: [404] },
  'POST scenarios/check': {
    id: 'checkScenario',
    answer: refTo('ReadScenario'),
    body: {
      type: 'object',
      properties: {
        text: { ...text, description: 'The scenario, as YAML or JSON.' },
        file: { ...text, default: 'scenario.yaml', description: 'The file name in messages.' },
      },
      required: ['text'],
      additionalProperties: false,
    },
    needsBody: true,
    errors: [400, 413],
  },
  'GET choices': { id: 'listChoices', answer: listOf('choices', 'Choice') },
  'GET actions': { id: 'listActions', answer: listOf('actions', 'Action') },
  'GET accounts': {
    id: 'listAccounts',
    answer: { anyOf: [accounts, accountNames] },
    query: {
      fields: { schema: { enum: ['name'] }, description: 'name: only the names of the accounts.' },
    },
    errors: [400, 413],
  },
  'POST accounts': {
    id: 'createAccount',
    status: 201,
    answer: refTo('Account'),
    body: refTo('CreateAccountRequest'),
    errors: [400, 409, 413],
  },
  'GET accounts/:account/actions': {
    id: 'listPossibleActions',
    answer: listOf('actions', 'PossibleAction'),
    errors: [404],
  },
  'GET accounts/:account': { id: 'getAccount', answer: refTo('Account'), errors: [404] },
  'DELETE accounts/:account': { id: 'deleteAccount', status: 204, errors: [404, 409] },
  'GET aliases': {
    id: 'getAliases',
    answer: {
      ...aliases,
      properties: {
        ...aliases.properties,
        total: {
          type: 'integer',
          minimum: 0,
          description: 'The number of all aliases that match.',
        },
      },
      required: ['aliases', 'total'],
    },
    query: {
      search: {
        schema: { ...text, maxLength: inputBounds.searchCharacters.max },
        description:
          'Only aliases with this text in id, address, label, note, source or category, in lower or upper case.',
      },
      status: { schema: { enum: aliasStatuses }, description: 'Only aliases with this status.' },
      order: {
        schema: { enum: aliasOrders, default: 'id' },
        description: 'By id, or by their creation.',
      },
      limit: {
        schema: { type: 'integer', minimum: 1, maximum: inputBounds.aliasesAsked.max },
        description: 'At most this many. Default: all.',
      },
      skip: {
        schema: { type: 'integer', minimum: 0, maximum: 999_999_999 },
        description: 'How many to leave out first.',
      },
    },
    errors: [400, 413, 503],
  },
  'GET faults': { id: 'listFaults', answer: listOf('faults', 'Fault') },
  'GET faults/:id': { id: 'getFault', answer: refTo('Fault'), errors: [404] },
  'GET requests': { id: 'listRequests', answer: journal, query: filters, errors: [400, 413] },
  'GET requests/wait': {
    id: 'waitForRequests',
    answer: requests,
    query: {
      ...filters,
      count: {
        schema: { type: 'integer', minimum: 1, maximum: 100_000, default: 1 },
        description: 'How many matching calls to wait for.',
      },
      timeout: {
        schema: { ...text, default: '5s' },
        description: 'How long to wait in real time: seconds or a duration; at most 10 minutes.',
      },
    },
    errors: [400, 408, 413, 503],
  },
  'GET requests/:id': { id: 'getRequest', answer: refTo('Entry'), errors: [404] },
  'DELETE requests': { id: 'forgetRequests', status: 204 },
  'GET report': {
    id: 'getReport',
    answer: refTo('Report'),
    texts: Object.values(reportFormats)
      .map(({ type }) => type)
      .filter((type) => type !== 'application/json'),
    query: {
      format: {
        schema: { enum: Object.keys(reportFormats), default: 'json' },
        description: 'The format of the report.',
      },
      accounts: { schema: { enum: ['all'] }, description: 'all: every account in one report.' },
    },
    errors: [400],
  },
  'GET history': {
    id: 'listHistory',
    answer: refTo('History'),
    query: historyFilters,
    errors: [400, 404, 413],
  },
  'GET accounts/:account/history': {
    id: 'listAccountHistory',
    answer: refTo('History'),
    query: historyFilters,
    errors: [400, 404, 413],
  },
  'GET history/file': {
    id: 'getHistoryFile',
    answer: { type: 'object' },
    query: {
      account: { schema: text, description: 'Only this account.' },
      until: {
        schema: text,
        description: 'The last entry of the file, such as default/req_12.',
      },
    },
    errors: [400, 404, 409, 413],
  },
  'POST accounts/:account/rewind': {
    id: 'rewindAccount',
    answer: refTo('RewoundAccount'),
    body: convert(rewindBody),
    errors: [400, 404, 409, 413],
  },
  'POST accounts/:account/fork': {
    id: 'forkAccount',
    status: 201,
    answer: refTo('Account'),
    body: convert(forkBody),
    errors: [400, 404, 409, 413],
  },
  'POST replay': {
    id: 'replayHistory',
    answer: refTo('Replay'),
    also: { 201: refTo('Replay') },
    body: {
      type: 'object',
      properties: {
        file: { type: 'object', description: 'A history file, as GET history/file returns it.' },
        ...convert(replayBody).properties,
      },
      required: ['file'],
      additionalProperties: false,
    },
    needsBody: true,
    errors: [400, 409, 413, 503],
  },
  'GET requests/:id/bug': {
    id: 'reportBug',
    answer: {
      type: 'object',
      properties: { markdown: text },
      required: ['markdown'],
      additionalProperties: false,
    },
    errors: [404, 409],
  },
  'GET requests/:id/alternatives': {
    id: 'listAlternatives',
    answer: refTo('Alternatives'),
    query: {
      outcomes: {
        schema: { enum: ['true', 'false'], default: 'false' },
        description: 'true: also the answer under each documented outcome.',
      },
    },
    errors: [400, 404, 409],
  },
  'GET events': {
    id: 'followEvents',
    texts: ['text/event-stream'],
    query: { account: { schema: text, description: 'Only events of this account.' } },
    headers: {
      'Last-Event-ID': {
        schema: text,
        description: 'The id of the last event received; the stream continues after it.',
      },
    },
    errors: [404, 503],
  },
  'POST actions/:action': { id: 'do', answer: refTo('Performed'), errors: [400, 404, 409, 413] },
  'POST reset': { id: 'resetSandbox', answer: accounts, errors: [400, 413] },
  'GET state': { id: 'getState', answer: refTo('State'), errors: [413] },
  'PUT state': {
    id: 'putState',
    answer: accounts,
    body: refTo('State'),
    needsBody: true,
    errors: [400, 413],
  },
  'GET accounts/:account/state': {
    id: 'getAccountState',
    answer: refTo('State'),
    errors: [404, 413],
  },
  'PUT accounts/:account/state': {
    id: 'putAccountState',
    answer: refTo('Account'),
    body: refTo('State'),
    needsBody: true,
    errors: [400, 404, 409, 413],
  },
}
