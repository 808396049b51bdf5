import { expect, it } from 'vitest'
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
  for (const path of ['/v1/aliases', '/v1/none', '/_sandbox/state', '/_sandbox/reset', '/']) {
    for (const method of ['OPTIONS', 'GET', 'POST']) {
      expect([
        path,
        method,
        ...allowed(await ask(url, 'http://evil.example', path, method)),
      ]).toEqual([path, method])
    }
  }
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
  for (const path of ['/_sandbox/state', '/_sandbox/reset', '/_sandbox/none']) {
    expect([path, ...allowed(await ask(url, 'http://app.example', path))]).toEqual([path])
    expect([path, (await ask(url, 'http://app.example', path)).status]).toEqual([path, 403])
  }
})
