import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apiClient } from '../support/api-client.ts'
import { controlClient } from '../support/control-client.ts'
import { freshSandbox } from '../support/fresh-sandbox.ts'
import { request, sendRaw } from '../support/raw-http.ts'

const JSON_TYPE = 'Content-Type: application/json'
const FORM = 'Content-Type: application/x-www-form-urlencoded'
const EVIL = 'Origin: http://evil.example'
const CLOSE = 'Connection: close'

/** A control request as a page of `host` would make it. */
const page = (line: string, headers: string[] = [], host = '127.0.0.1') =>
  [`${line} HTTP/1.1`, `Host: ${host}`, ...headers, CLOSE, 'Content-Length: 2', '', '{}'].join(
    '\r\n',
  )

const frozen = { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const }, populate: 2 }
const lasting = (state: object) => JSON.stringify(state).replaceAll(/"machine_ms":\d+/g, '')

const RESET = 'POST /_sandbox/reset'
const attacks: [what: string, sent: string, statuses: number[]][] = [
  [
    'T1 a rebound name on /v1',
    page('POST /v1/aliases', ['Authorization: Bearer sandbox_default'], 'evil.example:80'),
    [403],
  ],
  ['T2 a rebound name', page(RESET, [JSON_TYPE], 'evil.example'), [403]],
  ...[
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evillocalhost',
    'evil.example.',
    '0.0.0.0:80',
  ].map((host): [string, string, number[]] => [
    `T3 ${host}`,
    page(RESET, [JSON_TYPE], host),
    [403],
  ]),
  ...[
    '[::1',
    'user@127.0.0.1',
    '127.0.0.1:-1',
    'a b',
    '\xff\xfe',
    '',
    '127.0.0.1:99999',
    '127.0.0.1, evil.example',
  ].map((host): [string, string, number[]] => [
    `T4 ${host}`,
    page(RESET, [JSON_TYPE], host),
    [400, 403],
  ]),
  [
    'T5 a simple POST',
    page(RESET, [EVIL, 'Sec-Fetch-Site: cross-site', 'Content-Type: text/plain']),
    [403],
  ],
  [
    'T6 a form',
    page(RESET, ['Origin: null', 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', FORM]),
    [403],
  ],
  ['T7 an old browser', page(RESET, ['Origin: http://192.0.2.7', JSON_TYPE]), [403]],
  ['T7 an old browser, a form', page(RESET, [FORM]), [415]],
  [
    'T8 another port',
    page(RESET, ['Origin: http://localhost:3000', 'Sec-Fetch-Site: same-site', JSON_TYPE]),
    [403],
  ],
  [
    'T8 another port, no Sec-Fetch',
    page(RESET, ['Origin: http://127.0.0.1:3000', JSON_TYPE]),
    [403],
  ],
  ['T9 an image', page('GET /_sandbox/reset'), [404, 405]],
  [
    'T10 a preflight',
    page('OPTIONS /v1/aliases', [
      EVIL,
      'Access-Control-Request-Headers: authorization',
      'Access-Control-Request-Private-Network: true',
    ]),
    [405],
  ],
  [
    'T10 a preflight of the control API',
    page('OPTIONS /_sandbox/reset', [EVIL, 'Access-Control-Request-Method: POST']),
    [403],
  ],
  [
    'T11 a read across origins',
    page('GET /_sandbox/state', [EVIL, 'Sec-Fetch-Site: cross-site']),
    [403],
  ],
  [
    'T12 a script',
    page('GET /_sandbox/requests', [
      'Sec-Fetch-Dest: script',
      'Sec-Fetch-Mode: no-cors',
      'Sec-Fetch-Site: cross-site',
    ]),
    [403],
  ],
  ['DELETE of another origin', page('DELETE /_sandbox/requests', [EVIL, JSON_TYPE]), [403]],
  ['PUT without JSON', page('PUT /_sandbox/state', ['Content-Type: text/plain']), [415]],
]

describe('a web page', () => {
  it.each(attacks)(
    '%s: refused in JSON, and nothing has changed',
    async (_what, sent, statuses) => {
      const sandbox = await freshSandbox({ with: frozen })
      const control = controlClient(sandbox)
      await control.do('create_alias', { label: 'mine' })
      const before = await control.state()
      const [answer] = await sendRaw(sandbox.port, sent)
      expect(statuses).toContain(answer?.status ?? 0)
      expect(JSON.parse(answer!.body)).toHaveProperty('message')
      expect(
        Object.keys(answer!.headers).filter((name) => name.startsWith('access-control')),
      ).toEqual([])
      expect(lasting(await control.state())).toBe(lasting(before))
    },
  )
})

describe('any bytes', () => {
  const seeds = [
    request('GET /v1/aliases?limit=5', [CLOSE]),
    request('POST /v1/aliases', [JSON_TYPE, CLOSE, 'Content-Length: 13'], '{"label":"x"}'),
    request(
      'POST /v1/aliases',
      [JSON_TYPE, CLOSE, 'Transfer-Encoding: chunked'],
      '2\r\n{}\r\n0\r\n\r\n',
    ),
    request('GET /_sandbox/accounts/default', [CLOSE]),
  ]
  const edit = fc.record({
    at: fc.nat(260),
    cut: fc.nat(4),
    text: fc.string({
      unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
      maxLength: 4,
    }),
  })

  it('are answered in JSON with 4xx or as what they are, and the sandbox goes on', async () => {
    const sandbox = await freshSandbox({ scenario: 'unlimited' })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...seeds),
        fc.array(edit, { minLength: 1, maxLength: 3 }),
        async (seed, edits) => {
          const sent = edits.reduce(
            (text, { at, cut, text: more }) => text.slice(0, at) + more + text.slice(at + cut),
            seed,
          )
          for (const { status, headers, body } of await sendRaw(sandbox.port, sent)) {
            if (status === 100) continue
            expect(headers['content-type'] ?? '').toMatch(/^application\/json/)
            expect(status === 200 || (status >= 400 && status < 500)).toBe(true)
            if (body !== '') expect(JSON.parse(body)).toBeTypeOf('object')
          }
        },
      ),
      { numRuns: 300 },
    )
    expect((await apiClient(sandbox).list()).status).toBe(200)
  })
})
