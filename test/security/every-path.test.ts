import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/control/routes.ts'
import { checkAnswer } from '../hostile/support/check-answer.ts'
import { exchange } from '../hostile/support/exchange.ts'
import { startHostile, type HostileSandbox } from '../hostile/support/hostile-sandbox.ts'
import { HOST, JSON_TYPE, KEY, message } from '../hostile/support/row.ts'

/** Every route of the control API, with an existing item for each parameter. */
const control = routes.map(({ method, path }) => {
  const named = path
    .replace(':account', 'default')
    .replace(':action', 'rotate_key')
    .replace(':name', 'plus')
    .replace(':id', 'req_1')
  return [method, `/_sandbox/${named}`] as const
})
const nowhere = [
  ['GET', '/_sandbox'],
  ['GET', '/_sandbox/ui/app.js'],
  ['HEAD', '/_sandbox/'],
  ['POST', '/_sandbox/'],
  ['POST', '/_sandbox/none'],
  ['GET', '/_sandbox/reset'],
  ['OPTIONS', '/_sandbox/reset'],
  ['GET', '/_sandbox/accounts/%zz'],
] as const
const others = [
  ['GET', '/v1/aliases'],
  ['POST', '/v1/aliases'],
  ['OPTIONS', '/v1/aliases'],
  ['GET', '/v1/none'],
  ['GET', '/'],
] as const
const controlAll = [...control, ...nowhere]
const everything = [...controlAll, ...others]
const writes = control.filter(([method]) => method !== 'GET')

type Fence = {
  what: string
  paths: readonly (readonly [method: string, path: string])[]
  headers: readonly string[]
  status: number
  host?: string
}

const checks: Fence[] = [
  {
    what: 'T1 T2 a rebound name',
    paths: everything,
    headers: [KEY, JSON_TYPE],
    status: 403,
    host: 'Host: evil.example',
  },
  {
    what: 'T1 a rebound name with the right port',
    paths: everything,
    headers: [KEY, JSON_TYPE],
    status: 403,
    host: 'Host: evil.example:25427',
  },
  {
    what: 'T4 a malformed name',
    paths: everything,
    headers: [KEY, JSON_TYPE],
    status: 400,
    host: 'Host: [::1',
  },
  ...[
    'http://evil.example',
    'null',
    'http://192.0.2.7',
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'https://127.0.0.1',
    'http://127.0.0.1.evil.example',
    'HTTP://127.0.0.1',
    '',
  ].map((origin): Fence => ({
    what: `T7 T8 a page of "${origin}"`,
    paths: controlAll,
    headers: [JSON_TYPE, `Origin: ${origin}`],
    status: 403,
  })),
  ...['cross-site', 'same-site', 'Same-Origin', 'same-origin, cross-site', ''].map(
    (site): Fence => ({
      what: `T5 T8 T11 Sec-Fetch-Site: ${site}`,
      paths: controlAll,
      headers: [JSON_TYPE, `Sec-Fetch-Site: ${site}`],
      status: 403,
    }),
  ),
  {
    what: 'T12 a script',
    paths: controlAll,
    headers: ['Sec-Fetch-Dest: script', 'Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Site: cross-site'],
    status: 403,
  },
  {
    what: 'a WebSocket',
    paths: controlAll,
    headers: [JSON_TYPE, 'Connection: Upgrade', 'Upgrade: WebSocket'],
    status: 403,
  },
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    'application/jsonp',
    '',
  ].map((type): Fence => ({
    what: `T5 T6 a write as "${type}"`,
    paths: writes,
    headers: [`Content-Type: ${type}`],
    status: 415,
  })),
  { what: 'T5 a write without a type', paths: writes, headers: [], status: 415 },
]

describe('before anything is looked up, on every path', () => {
  let sandbox: HostileSandbox
  beforeAll(async () => {
    sandbox = await startHostile({ ui: true })
  })
  afterAll(() => sandbox.running.close())

  it.each(checks)('$what: $status, and nothing has changed', async (fence) => {
    const before = sandbox.state()
    for (const [method, path] of fence.paths) {
      const sent = toMessage(method, path, fence)
      const { answers } = await exchange(sandbox.running.port, sent, 1)
      expect([method, path, ...answers.map(({ status }) => status)]).toEqual([
        method,
        path,
        fence.status,
      ])
      checkAnswer(answers[0]!, sent)
      expect(sandbox.state(), `${method} ${path}`).toBe(before)
    }
    expect(sandbox.running.sandbox.account('default').requests.entries()).toEqual([])
  })

  it('accepts the same requests without these checks', async () => {
    const sent = toMessage('GET', '/_sandbox/session', {
      headers: ['Sec-Fetch-Site: same-origin', 'Origin: http://127.0.0.1'],
    })
    expect((await exchange(sandbox.running.port, sent, 1)).answers[0]?.status).toBe(200)
  })
})

function toMessage(
  method: string,
  path: string,
  { headers, host = HOST }: Pick<Fence, 'headers' | 'host'>,
): string {
  return message(`${method} ${path} HTTP/1.1`, [host, ...headers, 'Content-Length: 2'], '{}')
}
