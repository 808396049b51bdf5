import { describe, expect, it } from 'vitest'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

describe('Errors', () => {
  it.each([
    ['free', {}, 'plan_required'],
    ['plus', { billing: 'past_due' }, 'plan_past_due'],
    ['pro', { billing: 'canceled' }, 'plan_canceled'],
    ['free', { billing: 'canceled' }, 'plan_canceled'],
    ['free', { billing: 'past_due' }, 'plan_past_due'],
  ] as const)('403: %s %j is told as %s, to creations and lists', async (plan, billing, code) => {
    const api = apiClient(await freshSandbox({ with: { account: { plan, ...billing } } }))
    expect([(await api.create()).code, (await api.list()).code]).toEqual([code, code])
  })

  it.each(['trialing', 'active'] as const)(
    'a %s account on Plus or Pro is served',
    async (billing) => {
      const api = apiClient(await freshSandbox({ with: { account: { plan: 'plus', billing } } }))
      expect((await api.create()).status).toBe(200)
    },
  )

  it('503 carries Retry-After: 30 and is the same each time', async () => {
    const sandbox = await freshSandbox({ with: { faults: [{ kind: 'outage', times: 'always' }] } })
    const api = apiClient(sandbox)
    const answers = [await api.create(), await api.list(), await api.list()]
    expect(
      new Set(answers.map(({ status, retryAfter, text }) => `${status} ${retryAfter} ${text}`))
        .size,
    ).toBe(1)
    expect(answers[0]).toMatchObject({ status: 503, retryAfter: '30' })
  })

  it.each(['PATCH', 'DELETE', 'PUT', 'OPTIONS', 'HEAD'])(
    '%s /v1/aliases is not offered: 405 with Allow',
    async (method) => {
      const answer = await apiClient(await freshSandbox()).send(method, '/v1/aliases')
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST'])
    },
  )

  it.each([
    '/v1/aliases/',
    '/v1/Aliases',
    '/V1/aliases',
    '/v1/aliases/abc',
    '/v1',
    '/v1/',
    '/v2/aliases',
    '/aliases',
    '/',
    '/v1/%61liases',
    '/v1/aliases%2f',
    '//v1/aliases',
    '/v1/%zz',
  ])('%s is not there: 404', async (path) => {
    const sandbox = await freshSandbox()
    const api = apiClient(sandbox)
    expect([(await api.send('GET', path)).status, (await api.send('DELETE', path)).status]).toEqual(
      [404, 404],
    )
    expect((await controlClient(sandbox).requests()).map(({ outcome }) => outcome)).toEqual([
      'not_found',
      'not_found',
    ])
  })

  it('never answers 304', async () => {
    const api = apiClient(await freshSandbox())
    expect((await api.list('', { headers: { 'if-none-match': '*' } })).status).toBe(200)
  })

  it('sends the time of the account as Date', async () => {
    const sandbox = await freshSandbox({
      with: { clock: { now: '2031-05-06T07:08:09Z', mode: 'frozen' } },
    })
    for (const answer of [
      await apiClient(sandbox).list(),
      await apiClient(sandbox, 'nobody').list(),
    ]) {
      expect(answer.headers.get('date')).toBe('Tue, 06 May 2031 07:08:09 GMT')
    }
  })

  it('gives the reason in a header, but only on request', async () => {
    const sandbox = await freshSandbox({ exposeHeaders: true })
    const response = await fetch(`${sandbox.url}/v1/aliases`)
    expect(response.headers.get('x-alias-sandbox')).toBe('rule=invalid_key')
  })
})
