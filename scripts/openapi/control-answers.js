// What each row of the control API's route table answers and takes, by method and path.
import { outcomes } from '../../build/contract/outcomes.js'
import { operations } from '../../build/contract/rules.js'
import { reportFormats } from '../../build/report-formats/formats.js'
import { openapiNames } from '../../build/http/control/openapi.js'
import { refTo } from './components.js'

const text = { type: 'string' }
const listOf = (field, schema) => ({
  type: 'object',
  properties: { [field]: { type: 'array', items: refTo(schema) } },
  required: [field],
  additionalProperties: false,
})
const accounts = listOf('accounts', 'Account')
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
    description: 'Only calls that were answered so.',
  },
  outcome: { schema: { enum: outcomes }, description: 'Only calls that ended so.' },
  since: {
    schema: text,
    description: 'Only calls behind this id (req_12) or from this time on (ISO, epoch seconds).',
  },
  limit: {
    schema: { type: 'integer', minimum: 1, maximum: 100_000 },
    description: 'At most so many: the last ones, or with since the next ones.',
  },
}

/**
 * `answer`: the schema of what `status` (200) answers, `also` those of others; `texts`: other types
 * than JSON; `errors`: what else can be answered, beside what the guard refuses.
 */
export const controlAnswers = {
  'GET live': { id: 'getLive', answer: refTo('Live') },
  'HEAD live': { id: 'headLive' },
  'GET ready': { id: 'getReady', answer: refTo('Ready'), also: { 503: refTo('Ready') } },
  'HEAD ready': { id: 'headReady', errors: [503] },
  'GET openapi.json': {
    id: 'getOpenapi',
    answer: { type: 'object' },
    query: {
      api: {
        schema: { enum: openapiNames, default: 'all' },
        description: 'v1: the imitated service alone, for those who write a client.',
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
        file: { ...text, default: 'scenario.yaml', description: 'What to call it in messages.' },
      },
      required: ['text'],
      additionalProperties: false,
    },
    needsBody: true,
    errors: [400, 413],
  },
  'GET choices': { id: 'listChoices', answer: listOf('choices', 'Choice') },
  'GET actions': { id: 'listActions', answer: listOf('actions', 'Action') },
  'GET accounts': { id: 'listAccounts', answer: accounts, errors: [413] },
  'POST accounts': {
    id: 'createAccount',
    status: 201,
    answer: refTo('Account'),
    body: refTo('CreateAccountRequest'),
    errors: [400, 409, 413],
  },
  'GET accounts/:account': { id: 'getAccount', answer: refTo('Account'), errors: [404] },
  'DELETE accounts/:account': { id: 'deleteAccount', status: 204, errors: [404, 409] },
  'GET aliases': { id: 'getAliases', answer: listOf('aliases', 'Alias'), errors: [413] },
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
        description: 'Wait for so many.',
      },
      timeout: {
        schema: { ...text, default: '5s' },
        description: 'Wait so long of real time: seconds, or a duration; at most 10 minutes.',
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
        description: 'How it is told.',
      },
      accounts: { schema: { enum: ['all'] }, description: 'all: every account in one report.' },
    },
    errors: [400],
  },
  'GET events': {
    id: 'followEvents',
    texts: ['text/event-stream'],
    query: { account: { schema: text, description: 'Only what happens to this account.' } },
    headers: {
      'Last-Event-ID': {
        schema: text,
        description: 'The last event heard of; those since follow.',
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
