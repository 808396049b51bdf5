import { expect, it } from 'vitest'
import { maskHeader, maskPath, maskQuery } from '../../src/text/mask.ts'
import { apiClient } from '../support/http/api-client.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox } from '../support/core/core-sandbox.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { startCli } from '../support/process/run-cli.ts'

// Not a real key: random letters after an unused prefix.
const SECRET = 'zq_live_8Kd2mXw4Lr7TnVb3Yc9HsJf6PgQe'
const pieces = Array.from({ length: SECRET.length - 5 }, (_, at) => SECRET.slice(at, at + 6))

const targets = [
  ...['api_key', 'apikey', 'key', 'token', 'access_token', 'authorization', 'api%5Fkey', 'X-Api-Key', 'client_secret'].map(
    (name) => `/v1/aliases?limit=5&${name}=${SECRET}`,
  ),
  `/v1/aliases?q=${SECRET}`,
  `/v1/aliases?${SECRET}`,
  `/v1/aliases/${SECRET}`,
  `/v1/${encodeURIComponent(SECRET).replaceAll('_', '%5F')}/aliases`,
  `/v1/keys/${SECRET}?token=${SECRET}`,
] // prettier-ignore
const headers = ['x-vendor-key', 'x-vendor-token', 'x-secret', 'x-anything', 'referer'] // prettier-ignore

it('a key in a path, a query, a body or any header is neither shown nor stored', async () => {
  const run = startCli(['--port', '0', '--json'])
  await run.until('ready')
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(run.stdout()) ?? []
  const key = { authorization: 'Bearer sandbox_default' }
  const message: string[] = []
  for (const target of targets)
    message.push(await (await fetch(url + target, { headers: key })).text())
  for (const name of headers) {
    const value = name === 'referer' ? `http://localhost/?access_token=${SECRET}` : SECRET
    message.push(
      await (await fetch(`${url}/v1/aliases`, { headers: { ...key, [name]: value } })).text(),
    )
  }
  const body = JSON.stringify({ api_key: SECRET, password: 'hunter2' })
  await fetch(`${url}/v1/aliases`, { method: 'POST', headers: key, body })
  for (const path of [
    'requests',
    'state',
    'report',
    'report?format=markdown',
    'report?format=text',
  ]) {
    message.push(await (await fetch(`${url}/_sandbox/${path}`)).text())
  }
  run.signal('SIGTERM')
  await run.exitCode
  const all = [...message, run.stdout(), run.stderr()].join('\n')
  expect(all.match(/zq_l\*{32}/g)?.length).toBeGreaterThanOrEqual(targets.length + headers.length)
  expect([...pieces, 'hunter2'].filter((piece) => all.includes(piece))).toEqual([])
})

it('a short value with a secret name is shown only as its length', () => {
  expect(maskQuery('token=abc&limit=2')).toBe('token=***&limit=2')
})

it.each([
  '/v1/aliases', '/v1/aliases/k3x9m2q8z1', '/v1/aliases/abcdefghij0123456789abcd',
  '/v1/aliases/3fa85f64-5717-4562-b3fc-2c963f66afa6', 
  'api_key=sandbox_past_due-mine', 'sort=created_at&order=desc', '/v1/mail-forwarding-configuration-2026',
])('%s is not changed', (text) => expect(maskQuery(text)).toBe(text)) // prettier-ignore

it.each([
  ['x-original', 'Bearer correcthorsebattery', 'Bearer corr***************'],
  ['x-original', 'bearer horse', 'bearer *****'],
  ['x-original', 'Basic dXNlcjpwYXNz', 'Basic dXNl********'],
])('credentials in the header %s are masked, also words: %s', (name, value, masked) => {
  expect(maskHeader(name, value)).toBe(masked)
})

/** How a client can write a key behind a scheme or a name, encoded for a URL or not. */
const spellings = [
  'Bearer%20KEY', 'Bearer+KEY', 'Bearer%2BKEY', 'Bearer%09KEY', 'Bearer%20%20KEY', 'Bearer:%20KEY', 'bearer%20KEY', 'BEARER%20KEY', 'Basic%20KEY',
  'a+Bearer+KEY', 'auth%3DBearer%20KEY', 'auth%3D"Bearer%20KEY"', '%42earer%20KEY', 'Bearer%20KEY%zz',
  'Bearer%2520KEY', 'Bearer%252BKEY', '%2542earer%2520KEY', 'Bearer%252520KEY',
  '%7B%22auth%22%3A%22Bearer%20KEY%22%7D', '%7B%22api_key%22%3A%22KEY%22%7D', 'http%3A%2F%2Fx%2F%3Fnext%3Dhttp%3A%2F%2Fy%2F%3Fapi_key%3DKEY',
  'api_key%3DKEY', 'api_key%253DKEY', 'api%255Fkey%253DKEY',
] // prettier-ignore
const shortKeys = ['hunter2', 'horse', 'YTpi', 'correcthorsebattery']

it.each(spellings)(
  'a key, however short, is masked in a path, a query and a header as %s',
  (spelling) => {
    for (const key of shortKeys) {
      const sent = spelling.replace('KEY', key)
      const masked = [
        maskPath(`/v1/${sent}/aliases`),
        maskQuery(`limit=2&q=${sent}`),
        maskQuery(`limit=2&${sent}`),
        maskHeader('x-original', sent),
        maskHeader('referer', `http://localhost/?a=1&q=${sent}`),
      ]
      expect(masked.filter((text) => text.includes(key.slice(0, 5)))).toEqual([])
    }
  },
)

it('a short key behind Bearer is in no answer, no journal, no history file and no bug report', async () => {
  const sandbox = await freshSandbox()
  const call = async (target: string, more: object = {}) => {
    const headers = { authorization: 'Bearer sandbox_default', ...more }
    return await (await fetch(sandbox.url + target, { headers })).text()
  }
  const answers = [
    await call('/v1/aliases?q=Bearer%20hunter2'),
    await call('/v1/aliases?limit=Bearer+hunter2'),
    await call('/v1/Bearer%20hunter2'),
    await call('/v1/aliases', { 'x-original': 'Bearer%20hunter2' }),
  ]
  const bugs = answers.map((_, at) => `requests/req_${at + 1}/bug`)
  for (const path of ['requests', 'history', 'session', 'report', ...bugs]) {
    answers.push(await (await fetch(`${sandbox.url}/_sandbox/${path}`)).text())
  }
  expect(answers.filter((text) => text.includes('hunter2'))).toEqual([])
})

it('a secret in a body is in nothing that the sandbox shows', async () => {
  const sandbox = await freshSandbox()
  const control = controlClient(sandbox)
  const events = await fetch(`${sandbox.url}/_sandbox/events`)
  const headers = {
    authorization: 'Bearer sandbox_default',
    'content-type': 'application/json',
  }
  const secrets = { password: 'hunter2 and more', api_key: SECRET, pin: { token: 7_402_918_365 } }
  const body = JSON.stringify({ label: 'shop', note: `Bearer ${SECRET}`, ...secrets })
  await fetch(`${sandbox.url}/v1/aliases`, { method: 'POST', headers, body })
  await fetch(`${sandbox.url}/v1/aliases`, { headers })
  await control.do('create_alias', { label: SECRET })
  await control.do('create_alias', { label: SECRET, password: 'hunter2' })
  await control.do('deliver_mail', { to: `x@alias-sandbox.example`, text: `token=${SECRET}` })
  let told = ''
  for await (const chunk of events.body!.pipeThrough(new TextDecoderStream())) {
    told += chunk
    if (told.includes('"mail_1"')) break
  }
  const shown = [told]
  const one = ['req_1', 'req_1/bug', 'req_2', 'wait?count=1'].map((id) => `requests/${id}`)
  for (const path of ['requests', ...one, 'history', 'accounts/default/history', 'session', 'session/page', 'report']) {
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`)
    expect([path, answer.status]).toEqual([path, 200])
    shown.push(await answer.text())
  }
  expect(shown.filter((text) => /hunter2|Kd2mXw4|7402918365/.test(text))).toEqual([])
}) // prettier-ignore

it('a key in a path that the control API does not have is masked in the 404', async () => {
  const control = controlClient(await freshSandbox())
  for (const path of [
    SECRET,
    `accounts/default/${SECRET}`,
    'nothing/Bearer%20hunter2',
    `x/token=${SECRET}`,
  ]) {
    const { status, body } = await control.send('GET', path)
    expect(status).toBe(404)
    expect(body['message']).toMatch(/^The control API has no route GET \/_sandbox\/.*\*{7}/)
    expect(
      [...pieces, 'hunter'].filter((piece) => String(body['message']).includes(piece)),
    ).toEqual([])
  }
})

it.each([
  ['x-original', 'Bearer sandbox_default'],
  ['x-original', 'Bearer%20sandbox_default'],
  ['user-agent', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'],
  ['idempotency-key', '3fA85f6457174562b3fC2c963f66afa6'],
  ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
  ['content-type', 'multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW'],
  ['x-vendor-key', 'sandbox_default'],
])('the header %s is not changed', (name, value) => expect(maskHeader(name, value)).toBe(value))

it('a cursor is unchanged in the journal, and paging continues', async () => {
  const sandbox = await freshSandbox({ scenario: 'many_pages' })
  const client = apiClient(sandbox)
  const response = await fetch(`${sandbox.url}/v1/aliases?limit=2`, {
    headers: { authorization: 'Bearer sandbox_default' },
  })
  const { next_cursor: cursor } = (await response.json()) as { next_cursor: string }
  expect((await client.list(`?limit=2&last_key=${encodeURIComponent(cursor)}`)).status).toBe(200)
  const last = (await controlClient(sandbox).requests()).at(-1)!
  expect(last.request.query).toBe(`limit=2&last_key=${encodeURIComponent(cursor)}`)
})

it('an id of an alias or a cursor that looks like a key stays as it is', () => {
  const id = 'k7d41d8cd98f00b204e9800998ecf8427e'
  const sandbox = coreSandbox({ aliases: [{ id }, { id: 'other' }] })
  const { response } = callCore(sandbox, { method: 'GET', query: 'limit=1' })
  const { next_cursor: cursor } = JSON.parse(response.body) as { next_cursor: string }
  for (const word of [id, cursor]) {
    const path = `/v1/aliases/${word}`
    const { request } = callCore(sandbox, { method: 'GET', path, query: `q=${word}` })
    expect(request).toMatchObject({ path, query: `q=${word}` })
  }
})

it('a key in a limit is in no answer, not even in the one that says what is wrong with it', async () => {
  const sandbox = await freshSandbox()
  const control = controlClient(sandbox)
  const key = 'abcdefghijklmnopqrstuvwxyz0123456789'
  const headers = { authorization: 'Bearer sandbox_default' }
  const answer = await fetch(`${sandbox.url}/v1/aliases?limit=${key}`, { headers })
  expect(answer.status).toBe(400)
  const paths = [
    'requests',
    'requests/req_1',
    'requests/req_1/bug',
    'history',
    'session',
    'report?format=text',
  ]
  const shown = await Promise.all(
    paths.map(async (path) => await (await fetch(`${sandbox.url}/_sandbox/${path}`)).text()),
  )
  for (const [at, text] of [await answer.text(), ...shown].entries()) {
    expect(text, ['the answer', ...paths][at]).not.toContain(key.slice(0, 9))
  }
  expect(shown[0]).toContain('abcd****')
  expect(await control.requests()).toHaveLength(1)
})

it('an error shows the first 100 characters of a path of 8 KB', async () => {
  const sandbox = await freshSandbox()
  const path = `/v1/${'a/'.repeat(4_000)}`
  const answer = await fetch(sandbox.url + path)
  expect(answer.status).toBe(404)
  expect((await answer.text()).length).toBeLessThan(300)
  const control = await controlClient(sandbox).send('GET', 'a/'.repeat(3_000))
  expect(control).toMatchObject({ status: 404 })
  expect(String(control.body['message']).length).toBeLessThan(200)
})

// With 8 KB it once took 0.1 s, because it was not linear: it would not end in time with 200 KB.
it.each([
  'x',
  '-',
  'a%',
  'a.',
  'a=',
  '-key',
  '%41',
  'key=',
  '%25',
  'Bearer+',
  'Bearer%25',
  'Basic% ',
])('the search of a long query of %j takes linear time', (part) => {
  const text = part.repeat(Math.floor(200_000 / part.length))
  expect(maskQuery(text)).toHaveLength(text.length)
})
