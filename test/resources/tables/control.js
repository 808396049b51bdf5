// The control API, one operation per row, in the order of the route table.
import { bodyRow, pathRow, queryRow, SCENARIO, SESSION } from './row.js'
import { scenario } from './scenario-samples.js'

const mails = { to: 'a@alias-sandbox.example', text: 'code', after: 'mail_1', since: '1700000000' }
const MESSAGE = 'Subject: Hello\r\n\r\nYour code: 482913\r\n'
const filters = {
  body: '{"label":"shop"}',
  header: '{"accept":"*/*"}',
  query: '{"limit":"20"}',
  operation: 'create',
  status: '200',
  outcome: 'created',
  since: 'req_1',
  limit: '10',
}
const { expect: _expect, ...account } = scenario

export const controlRows = [
  queryRow('GET /_sandbox/live'),
  queryRow('HEAD /_sandbox/live'),
  queryRow('GET /_sandbox/ready'),
  queryRow('HEAD /_sandbox/ready'),
  // Always refused, since no argument is known: an accepted one would end the sandbox.
  bodyRow('POST /_sandbox/stop', { force: true }),
  queryRow('GET /_sandbox/scenarios'),
  pathRow('GET /_sandbox/scenarios/{name}', 'name'),
  {
    name: 'POST /_sandbox/scenarios/check: text',
    covers: ['POST /_sandbox/scenarios/check', 'POST /_sandbox/scenarios/check body'],
    make: (draw) => ({
      method: 'POST',
      target: '/_sandbox/scenarios/check',
      headers: [],
      body: JSON.stringify({ text: draw.yaml(scenario, SCENARIO), file: 'mine.yaml' }),
    }),
  },
  bodyRow('POST /_sandbox/scenarios/check', { text: 'title: a', file: 'mine.yaml' }),
  queryRow('GET /_sandbox/choices'),
  queryRow('GET /_sandbox/actions'),
  queryRow('GET /_sandbox/openapi.json', { api: 'v1' }),
  queryRow('GET /_sandbox/accounts', { fields: 'name' }),
  bodyRow('POST /_sandbox/accounts', {
    name: 'mine',
    api_key: 'sandbox_mine',
    scenario: 'pro',
    ...account,
  }),
  pathRow('DELETE /_sandbox/accounts/{account}', 'account'),
  queryRow('GET /_sandbox/aliases', {
    search: 'shop',
    status: 'active',
    order: 'newest',
    limit: '20',
    skip: '0',
  }),
  queryRow('GET /_sandbox/faults'),
  pathRow('GET /_sandbox/faults/{id}', 'id'),
  queryRow('GET /_sandbox/inbox', mails),
  bodyRow('POST /_sandbox/inbox', { to: mails.to, from: 'a@shop.example', raw: MESSAGE }),
  queryRow('DELETE /_sandbox/inbox'),
  queryRow('GET /_sandbox/inbox/wait', { ...mails, timeout: '0.2s' }),
  pathRow('GET /_sandbox/inbox/{id}', 'id'),
  pathRow('GET /_sandbox/inbox/{id}/raw', 'id'),
  pathRow('GET /_sandbox/inbox/{id}/attachments/{number}', 'id'),
  pathRow('GET /_sandbox/inbox/{id}/attachments/{number}', 'number'),
  queryRow('GET /_sandbox/requests', filters),
  queryRow('GET /_sandbox/requests/wait', { ...filters, count: '80', timeout: '0.2s' }),
  pathRow('GET /_sandbox/requests/{id}', 'id'),
  pathRow('GET /_sandbox/requests/{id}/bug', 'id'),
  queryRow('GET /_sandbox/history', {
    after: 'default/req_1',
    before: 'default/req_9',
    types: 'call',
    limit: '10',
  }),
  pathRow('GET /_sandbox/accounts/{account}/history', 'account'),
  pathRow('GET /_sandbox/accounts/{account}/actions', 'account'),
  queryRow('GET /_sandbox/session', { account: 'default' }),
  queryRow('GET /_sandbox/session/page', { account: 'default' }),
  queryRow('GET /_sandbox/session/scenario', { account: 'default' }),
  queryRow('GET /_sandbox/session/har', { account: 'default' }),
  bodyRow('POST /_sandbox/accounts/{account}/undo', { to: 'req_1' }),
  pathRow('POST /_sandbox/accounts/{account}/undo', 'account'),
  bodyRow('POST /_sandbox/replay', ({ session }) => session, { limit: SESSION }),
  bodyRow('POST /_sandbox/accounts/{account}/fork', { at: 'req_1', name: 'branch' }),
  pathRow('POST /_sandbox/accounts/{account}/fork', 'account'),
  queryRow('DELETE /_sandbox/requests'),
  queryRow('GET /_sandbox/report', {
    format: 'markdown',
    accounts: 'all',
    strict: 'true',
  }),
  bodyRow('POST /_sandbox/reset', {}),
  queryRow('GET /_sandbox/events', { account: 'default' }, { streams: true }),
  bodyRow('PUT /_sandbox/session', ({ session }) => session, { limit: SESSION }),
]
