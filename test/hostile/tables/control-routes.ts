import { HOST, JSON_TYPE, message, row } from '../support/row.ts'

const call = (line: string, ...headers: string[]) => message(`${line} HTTP/1.1`, [HOST, ...headers])
const empty = (line: string) => call(line, JSON_TYPE, 'Content-Length: 0')

const ASKS = 'docs/control-api.md'

/** Unknown routes of the control API, and queries that its routes do not accept. */
export const controlRoutes = [
  ...[
    '/_sandbox',
    '/_sandbox/none',
    '/_sandbox/live/',
    '/_sandbox/LIVE',
    '/_sandbox//live',
    '/_sandbox/../v1/aliases',
    '/_sandbox/..%2f..%2fetc%2fpasswd',
    '/_sandbox/actions/',
    '/_sandbox/accounts/',
    '/_sandbox/accounts/nobody',
    '/_sandbox/accounts/__proto__',
    '/_sandbox/accounts/constructor',
    '/_sandbox/accounts/default/none',
    '/_sandbox/accounts/..%2fdefault',
    '/_sandbox/accounts/default%00',
    '/_sandbox/accounts/nobody/aliases',
    '/_sandbox/accounts/toString/requests',
    '/_sandbox/scenarios/none',
    '/_sandbox/scenarios/__proto__',
    '/_sandbox/scenarios/constructor',
    '/_sandbox/scenarios/..%2f..%2fpackage.json',
    '/_sandbox/scenarios/plus.yaml',
    '/_sandbox/scenarios/%2fetc%2fpasswd',
    '/_sandbox/faults/none',
    '/_sandbox/requests/req_',
    '/_sandbox/requests/req_0',
    '/_sandbox/requests/req_99999999999999999999',
    '/_sandbox/requests/__proto__',
    '/_sandbox/requests/-1',
  ].map((target) => row(`GET ${target}`, call(`GET ${target}`), 404, ASKS)),
  ...[
    '/_sandbox/accounts/%zz',
    '/_sandbox/accounts/%',
    '/_sandbox/scenarios/%ff',
    '/_sandbox/accounts/%c0%ae/aliases',
  ].map((target) => row(`GET ${target}`, call(`GET ${target}`), 400, 'RFC 3986, 2.1')),
  ...['reset', 'actions/reset', 'actions/revoke_key', 'accounts/default/actions/reset'].flatMap(
    (path) =>
      ['GET', 'OPTIONS'].map((method) =>
        row(
          `${method} /_sandbox/${path}`,
          call(`${method} /_sandbox/${path}`),
          405,
          'SECURITY, Pages',
        ),
      ),
  ),
  row('HEAD /_sandbox/reset', call('HEAD /_sandbox/reset'), 405, 'SECURITY, Pages'),
  row('DELETE /_sandbox/state', call('DELETE /_sandbox/state'), 405, ASKS),
  row(
    'TRACE /_sandbox/state',
    call('TRACE /_sandbox/state', 'Cookie: secret=x'),
    405,
    'RFC 9110, 9.3.8',
  ),
  row('PATCH /_sandbox/accounts/default', empty('PATCH /_sandbox/accounts/default'), 405, ASKS),
  row('DELETE /_sandbox/accounts/default', call('DELETE /_sandbox/accounts/default'), 409, ASKS),
  row('DELETE /_sandbox/accounts/nobody', call('DELETE /_sandbox/accounts/nobody'), 404, ASKS),
  row('POST /_sandbox/actions/none', empty('POST /_sandbox/actions/none'), 404, ASKS),
  row('POST /_sandbox/actions/__proto__', empty('POST /_sandbox/actions/__proto__'), 404, ASKS),
  row('POST /_sandbox/actions/constructor', empty('POST /_sandbox/actions/constructor'), 404, ASKS),
  row('POST /_sandbox/actions/toString', empty('POST /_sandbox/actions/toString'), 404, ASKS),
  row('POST /_sandbox/actions/RESET', empty('POST /_sandbox/actions/RESET'), 404, ASKS),
  row(
    'POST to an unknown account',
    empty('POST /_sandbox/accounts/nobody/actions/reset'),
    404,
    ASKS,
  ),
  ...['%c0%ae', '%ff=1', 'status=%e2%82', 'limit=%'].map((query) =>
    row(
      `GET /_sandbox/requests?${query}, which is not UTF-8`,
      call(`GET /_sandbox/requests?${query}`),
      400,
      ASKS,
    ),
  ),
  ...[
    'limit=0',
    'limit=1e9',
    'limit=999999999',
    'limit=-1',
    'limit=x',
    'status=99',
    'status=600',
    'status=ok',
    'operation=delete',
    'outcome=(a%2B)%2B$',
    'outcome=',
    'since=yesterday',
    'since=req_x',
    'unknown=1',
    'Limit=1',
    '__proto__=1',
  ].map((query) =>
    row(`GET /_sandbox/requests?${query}`, call(`GET /_sandbox/requests?${query}`), 400, ASKS),
  ),
  ...[
    'count=0',
    'count=x',
    'count=-1',
    'count=1e9',
    'timeout=-1',
    'timeout=x',
    'timeout=11m',
    'timeout=1e9',
    'timeout=',
  ].map((query) =>
    row(
      `GET /_sandbox/requests/wait?${query}`,
      call(`GET /_sandbox/requests/wait?${query}`),
      400,
      ASKS,
    ),
  ),
  row(
    'GET /_sandbox/requests/wait?count=100000&timeout=0',
    call('GET /_sandbox/requests/wait?count=100000&timeout=0'),
    408,
    ASKS,
  ),
  ...['format=html', 'format=', 'format=__proto__', 'accounts=none'].map((query) =>
    row(`GET /_sandbox/report?${query}`, call(`GET /_sandbox/report?${query}`), 400, ASKS),
  ),
]
