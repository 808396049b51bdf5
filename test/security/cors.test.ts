import { expect, it } from 'vitest'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

const ask = (url: string, origin: string, path = '/v1/aliases', method = 'OPTIONS') =>
  fetch(url + path, {
    method,
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
      'access-control-request-private-network': 'true',
    },
  })
const allowed = (answer: Response) =>
  [...answer.headers.keys()].filter((name) => name.startsWith('access-control'))

it('T10 a preflight gets no permission, on no path', async () => {
  const { url } = await freshSandbox()
  for (const path of ['/v1/aliases', '/v1/none', '/_sandbox/session', '/_sandbox/reset', '/']) {
    for (const method of ['OPTIONS', 'GET', 'POST']) {
      expect([
        path,
        method,
        ...allowed(await ask(url, 'http://evil.example', path, method)),
      ]).toEqual([path, method])
    }
  }
})

it('a preflight has the date of the sandbox, as every answer of /v1', async () => {
  const sandbox = await freshSandbox({ corsOrigin: 'http://app.example' })
  await controlClient(sandbox).do('freeze_clock', { at: '2030-01-01T00:00:00Z' })
  const { status, headers } = await ask(sandbox.url, 'http://app.example')
  expect([status, headers.get('date')]).toEqual([204, 'Tue, 01 Jan 2030 00:00:00 GMT'])
})

it('--cors-origin lets exactly one origin call /v1, never the control API', async () => {
  const { url } = await freshSandbox({ corsOrigin: 'http://app.example' })
  const answer = await ask(url, 'http://app.example')
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
    204,
    'http://app.example',
  ])
  for (const origin of [
    'http://app.example.evil',
    'http://app.example:80',
    'https://app.example',
    'null',
    'http://sub.app.example',
  ]) {
    expect([origin, ...allowed(await ask(url, origin))]).toEqual([origin])
  }
  for (const path of ['/_sandbox/session', '/_sandbox/reset', '/_sandbox/none']) {
    expect([path, ...allowed(await ask(url, 'http://app.example', path))]).toEqual([path])
    expect([path, (await ask(url, 'http://app.example', path)).status]).toEqual([path, 403])
  }
})
