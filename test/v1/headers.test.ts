import { describe, expect, it } from 'vitest'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { request, sendRaw } from '../support/http/raw-http.ts'

const JSON_TYPE = 'Content-Type: application/json'
const CLOSE = 'Connection: close'

const clock = { now: '2031-05-06T07:08:09Z', mode: 'frozen' as const }
const usual = ['connection', 'content-length', 'content-type', 'date', 'keep-alive']

/** The request, and the headers of its answer beyond those of every answer. */
const answers: [what: string, sent: string, status: number, more: Record<string, string>][] = [
  ['a page', request('GET /v1/aliases', [CLOSE]), 200, {}],
  ['a creation', request('POST /v1/aliases', [CLOSE, 'Content-Length: 0']), 200, {}],
  ['a bad limit', request('GET /v1/aliases?limit=0', [CLOSE]), 400, {}],
  ['another path', request('GET /v1/other', [CLOSE]), 404, {}],
  ['another method', request('DELETE /v1/aliases', [CLOSE]), 405, { allow: 'GET, POST' }],
  [
    'OPTIONS',
    request('OPTIONS /v1/aliases', [CLOSE, 'Origin: http://a.example']),
    405,
    { allow: 'GET, POST' },
  ],
]

describe('the headers of an answer', () => {
  it.each(answers)(
    '%s has the usual ones and its own, and no others',
    async (_what, sent, status, more) => {
      const sandbox = await freshSandbox({ with: { clock } })
      const [answer] = await sendRaw(sandbox.port, sent)
      const own = Object.fromEntries(
        Object.entries(answer!.headers).filter(([name]) => !usual.includes(name)),
      )
      expect([answer!.status, own]).toEqual([status, more])
      expect(answer!.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(answer!.body.length),
        date: 'Tue, 06 May 2031 07:08:09 GMT',
      })
    },
  )

  it.each([
    ['burst', 'retry-after', '60'],
    ['outage', 'retry-after', '30'],
    ['daily_cap', 'retry-after', undefined],
    ['collision', 'retry-after', undefined],
    ['plan_past_due', 'retry-after', undefined],
    ['invalid_key', 'www-authenticate', undefined],
  ])('a forced %s has %s: %s', async (kind, name, value) => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).do('arm_fault', { kind })
    const [answer] = await sendRaw(
      sandbox.port,
      request('POST /v1/aliases', [CLOSE, 'Content-Length: 0']),
    )
    expect(answer!.headers[name]).toBe(value)
  })

  it('HEAD has the headers of its answer and no body', async () => {
    const sandbox = await freshSandbox()
    const response = await fetch(`${sandbox.url}/v1/aliases`, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([405, ''])
  })

  it.each([
    ['If-None-Match: *'],
    ['If-Modified-Since: Tue, 06 May 2031 07:08:09 GMT'],
    ['Accept: text/html'],
    ['Accept-Encoding: gzip'],
    ['Range: bytes=0-1'],
    ['X-HTTP-Method-Override: DELETE'],
    ['Origin: http://evil.example'],
    ['X-Forwarded-Host: evil.example'],
  ])('%s changes nothing', async (header) => {
    const sandbox = await freshSandbox({ with: { clock } })
    const plain = await sendRaw(sandbox.port, request('GET /v1/aliases', [CLOSE]))
    expect(await sendRaw(sandbox.port, request('GET /v1/aliases', [CLOSE, header]))).toEqual(plain)
  })
})

describe('a request on the wire', () => {
  const body = '{"label":"ä"}' // latin1 here: not UTF-8
  const utf8 = Buffer.from(body).toString('latin1')

  it.each([
    ['a length', [JSON_TYPE, `Content-Length: ${utf8.length}`], utf8, [200]],
    [
      'chunks',
      [JSON_TYPE, 'Transfer-Encoding: chunked'],
      `5\r\n${utf8.slice(0, 5)}\r\n${(utf8.length - 5).toString(16)}\r\n${utf8.slice(5)}\r\n0\r\n\r\n`,
      [200],
    ],
    [
      '100-continue',
      [JSON_TYPE, 'Expect: 100-continue', `Content-Length: ${utf8.length}`],
      utf8,
      [100, 200],
    ],
    ['bytes that are not UTF-8', [JSON_TYPE, `Content-Length: ${body.length}`], body, [400]],
    ['no length: no body', [JSON_TYPE], '', [200]],
    ['a compressed body', [JSON_TYPE, 'Content-Encoding: gzip', 'Content-Length: 2'], '{}', [400]],
  ])('%s', async (_what, headers, sent, statuses) => {
    const sandbox = await freshSandbox()
    const answers = await sendRaw(
      sandbox.port,
      request('POST /v1/aliases', [CLOSE, ...headers], sent),
    )
    expect(answers.map(({ status }) => status)).toEqual(statuses)
    const { aliases } = await apiClient(sandbox).list()
    expect(aliases.map(({ label }) => label)).toEqual(
      statuses.includes(200) ? [sent === '' ? '' : 'ä'] : [],
    )
  })

  it('answers pipelined requests, each once and in order', async () => {
    const sandbox = await freshSandbox()
    const answers = await sendRaw(
      sandbox.port,
      request('POST /v1/aliases', ['Content-Length: 0']) +
        request('GET /v1/other') +
        request('GET /v1/aliases', [CLOSE]),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200])
    expect(JSON.parse(answers[2]!.body)).toHaveProperty('aliases.length', 1)
  })

  it('answers HTTP/1.0', async () => {
    const sandbox = await freshSandbox()
    const sent = request('GET /v1/aliases').replace('HTTP/1.1', 'HTTP/1.0')
    expect((await sendRaw(sandbox.port, sent))[0]?.status).toBe(200)
  })

  it('creates nothing from a truncated body', async () => {
    const sandbox = await freshSandbox()
    await sendRaw(
      sandbox.port,
      request('POST /v1/aliases', [JSON_TYPE, 'Content-Length: 20'], '{}'),
    ).catch(() => [])
    expect((await apiClient(sandbox).list()).aliases).toEqual([])
  })

  it('answers 413 to an oversized body, and still serves the next client', async () => {
    const sandbox = await freshSandbox()
    const [answer] = await sendRaw(
      sandbox.port,
      request(
        'POST /v1/aliases',
        [JSON_TYPE, CLOSE, 'Content-Length: 1000000'],
        'x'.repeat(1_000_000),
      ),
    )
    expect(answer).toMatchObject({
      status: 413,
      body: expect.stringContaining('message') as string,
    })
    expect((await apiClient(sandbox).list()).status).toBe(200)
  })
})
