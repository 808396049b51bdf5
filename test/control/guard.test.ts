import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { apiClient } from '../support/api-client.ts'
import { controlClient } from '../support/control-client.ts'
import { freshSandbox } from '../support/fresh-sandbox.ts'

/** Sends bytes as they are and answers status and body; the connection is closed by the other side. */
function raw(
  port: number,
  lines: string[],
  body = '',
): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1'),
    )
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => (answer += chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      const end = answer.indexOf('\r\n\r\n')
      resolve({
        status: Number(answer.slice(9, 12)),
        head: answer.slice(0, end),
        body: answer.slice(end + 4),
      })
    })
  })
}

const HOST = 'Host: 127.0.0.1'
const KEY = 'Authorization: Bearer sandbox_default'
const get = (...more: string[]) => ['GET /v1/aliases HTTP/1.1', ...more, 'Connection: close']

describe('what Node would answer by itself', () => {
  it.each([
    ['no Host', get(KEY), 400],
    ['two Hosts', get(HOST, HOST, KEY), 400],
    ['two keys', get(HOST, KEY, KEY), 400],
    ['a Host that cannot be', get('Host: [::1', KEY), 400],
    ['a Host with a user', get('Host: user@127.0.0.1', KEY), 400],
    ['a Host with a bad port', get('Host: 127.0.0.1:-1', KEY), 400],
    ['a Host of bytes', get('Host: \xff\xfe', KEY), 400],
    ['another host', get('Host: evil.example', KEY), 403],
    ['a name that only ends alike', get('Host: evillocalhost', KEY), 403],
    ['a name that only begins alike', get('Host: 127.0.0.1.evil.example', KEY), 403],
    ['0.0.0.0', get('Host: 0.0.0.0', KEY), 403],
    ['localhost', get('Host: localhost:1', KEY), 200],
    ['IPv6', get('Host: [::1]:25427', KEY), 200],
    ['a whole URL as target', ['GET http://evil.example/v1/aliases HTTP/1.1', HOST, KEY], 400],
    ['a fragment', ['GET /v1/aliases#x HTTP/1.1', HOST, KEY], 400],
    ['a long target', [`GET /v1/aliases?${'a'.repeat(9_000)} HTTP/1.1`, HOST, KEY], 414],
    ['huge headers', get(HOST, KEY, `X: ${'a'.repeat(20_000)}`), 431],
    [
      'many headers',
      get(HOST, KEY, ...Array.from({ length: 300 }, (_, index) => `X${index}: 1`)),
      431,
    ],
    ['an unknown expectation', get(HOST, KEY, 'Expect: tea'), 417],
    ['CONNECT', ['CONNECT a:443 HTTP/1.1', HOST], 405],
    ['no HTTP at all', ['\x16\x03\x01\x02'], 400],
    ['HTTP/2', ['PRI * HTTP/2.0'], 400],
    [
      'two framings',
      ['POST /v1/aliases HTTP/1.1', HOST, KEY, 'Content-Length: 3', 'Transfer-Encoding: chunked'],
      400,
    ],
    [
      'two lengths',
      ['POST /v1/aliases HTTP/1.1', HOST, KEY, 'Content-Length: 3', 'Content-Length: 4'],
      400,
    ],
    ['a folded header', get(HOST, KEY, 'X: a\r\n b'), 400],
  ])('%s is answered in JSON', async (_what, lines, status) => {
    const sandbox = await freshSandbox()
    const answer = await raw(sandbox.port, lines)
    expect(answer.status).toBe(status)
    expect(answer.head).toMatch(/content-type: application\/json/i)
    expect(JSON.parse(answer.body)).toBeTypeOf('object')
    expect((await apiClient(sandbox).list()).status).toBe(200)
  })
})

describe('web pages and neighbours', () => {
  const reset = (...more: string[]) => [
    'POST /_sandbox/reset HTTP/1.1',
    ...more,
    'Content-Length: 2',
    'Connection: close',
  ]
  const TYPE = 'Content-Type: application/json'

  it.each([
    ['a rebound name', reset('Host: evil.example', TYPE), 403],
    [
      'a simple request of another site',
      reset(
        HOST,
        'Origin: http://evil.example',
        'Sec-Fetch-Site: cross-site',
        'Content-Type: text/plain',
      ),
      403,
    ],
    [
      'a form',
      reset(
        HOST,
        'Origin: null',
        'Sec-Fetch-Site: cross-site',
        'Content-Type: application/x-www-form-urlencoded',
      ),
      403,
    ],
    ['an old browser', reset(HOST, 'Origin: http://192.0.2.7', TYPE), 403],
    [
      'another port of this machine',
      reset(HOST, 'Origin: http://localhost:3000', 'Sec-Fetch-Site: same-site', TYPE),
      403,
    ],
    ['no content type', reset(HOST), 415],
    ['an image', ['GET /_sandbox/reset HTTP/1.1', HOST, 'Connection: close'], 405],
    [
      'a script',
      ['GET /_sandbox/state HTTP/1.1', HOST, 'Sec-Fetch-Site: cross-site', 'Connection: close'],
      403,
    ],
    [
      'a WebSocket',
      ['GET /_sandbox/live HTTP/1.1', HOST, 'Upgrade: websocket', 'Connection: Upgrade, close'],
      403,
    ],
    ['a path in disguise', ['GET /%5fsandbox/state HTTP/1.1', HOST, 'Connection: close'], 404],
  ])('%s gets nothing and changes nothing', async (_what, lines, status) => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).create()
    const answer = await raw(sandbox.port, lines, '{}')
    expect(answer.status).toBe(status)
    expect(answer.head).not.toMatch(/access-control/i)
    expect((await apiClient(sandbox).list()).aliases).toHaveLength(1)
  })

  it('a preflight gets no permission', async () => {
    const sandbox = await freshSandbox()
    const answer = await raw(sandbox.port, [
      'OPTIONS /v1/aliases HTTP/1.1',
      HOST,
      'Origin: http://evil.example',
      'Access-Control-Request-Method: GET',
      'Access-Control-Request-Headers: authorization',
      'Connection: close',
    ])
    expect(answer.head).not.toMatch(/access-control/i)
  })

  it('--cors-origin lets exactly one origin call /v1, never the control API', async () => {
    const sandbox = await freshSandbox({ corsOrigin: 'http://app.example' })
    const ask = (origin: string, path = '/v1/aliases') =>
      fetch(sandbox.url + path, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    const allowed = await ask('http://app.example')
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'http://app.example',
    ])
    expect((await ask('http://app.example.evil')).headers.has('access-control-allow-origin')).toBe(
      false,
    )
    expect(
      (await ask('http://app.example', '/_sandbox/state')).headers.has(
        'access-control-allow-origin',
      ),
    ).toBe(false)
  })

  it('with a control token, the control API answers only to it; live stays open', async () => {
    const token = 'abcdefghijklmnopqrstuvwxyz'
    const sandbox = await freshSandbox({ controlToken: token })
    const control = controlClient(sandbox)
    const asked = async (headers: object) =>
      (await control.send('POST', 'reset', {}, headers)).status
    await apiClient(sandbox).create()
    expect([
      await asked({}),
      await asked({ authorization: 'Bearer wrong' }),
      await asked({ authorization: 'Bearer sandbox_default' }),
    ]).toEqual([401, 401, 401])
    expect((await apiClient(sandbox).list()).aliases).toHaveLength(1)
    expect(await asked({ authorization: `Bearer ${token}` })).toBe(200)
    expect((await control.send('GET', 'live')).status).toBe(200)
  })

  it('reachable from elsewhere without a token, the control API is closed and says how to open it', async () => {
    const sandbox = await freshSandbox({ host: '0.0.0.0' })
    const { status, body } = await controlClient(sandbox).send('POST', 'reset', {})
    expect([status, body['message']]).toEqual([
      401,
      expect.stringContaining('ALIAS_SANDBOX_CONTROL_TOKEN'),
    ])
  })
})
