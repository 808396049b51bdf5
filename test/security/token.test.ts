import { describe, expect, it } from 'vitest'
import { routes } from '../../src/control/routes.ts'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { stateOf } from '../support/core/states.ts'

const TOKEN = 'abcdefghijklmnopqrstuvwxyz'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('with a control token', () => {
  it('T28 only the route live answers without it, and nothing changes', async () => {
    const { url, sandbox } = await freshSandbox({
      controlToken: TOKEN,
      with: { clock: { mode: 'frozen' } },
    })
    const before = JSON.stringify(stateOf(sandbox, 0))
    for (const { method, path } of routes) {
      if (path === 'live') continue
      const target = `${url}/_sandbox/${path.replaceAll(/:\w+/g, 'default')}`
      const answer = await fetch(target, {
        method,
        headers: { 'content-type': 'application/json' },
      })
      expect([method, path, answer.status]).toEqual([method, path, 401])
      expect(Object.keys((await answer.json()) as object)).toEqual(['message', 'code'])
    }
    expect(JSON.stringify(stateOf(sandbox, 0))).toBe(before)
  })

  it.each([
    ['nothing', {}],
    ['an empty one', { authorization: 'Bearer ' }],
    ['one letter less', bearer(TOKEN.slice(1))],
    ['one letter more', bearer(`${TOKEN}a`)],
    ['capitals', bearer(TOKEN.toUpperCase())],
    ['it as Basic', { authorization: `Basic ${TOKEN}` }],
    ['it alone', { authorization: TOKEN }],
    ['it twice', bearer(`${TOKEN} ${TOKEN}`)],
    ['it in another header', { 'x-control-token': TOKEN, cookie: `token=${TOKEN}` }],
    ['the key of the account', bearer('sandbox_default')],
  ])('%s is not enough', async (_what, headers) => {
    const sandbox = await freshSandbox({ controlToken: TOKEN })
    await apiClient(sandbox).create()
    expect((await controlClient(sandbox).send('POST', 'reset', {}, headers)).status).toBe(401)
    expect((await apiClient(sandbox).list()).aliases).toHaveLength(1)
  })

  it('every route answers with the token, and live answers without it', async () => {
    const control = controlClient(await freshSandbox({ controlToken: TOKEN }))
    expect((await control.send('POST', 'reset', {}, bearer(TOKEN))).status).toBe(200)
    expect((await control.send('GET', 'live')).status).toBe(200)
  })

  it(
    'T19 a thousand guesses are all refused and leave no trace in the journal',
    { tags: ['long'] },
    async () => {
      const { url, sandbox } = await freshSandbox({ controlToken: TOKEN })
      const statuses = new Set<number>()
      for (let guess = 0; guess < 1_000; guess += 1) {
        const answer = await fetch(`${url}/_sandbox/session`, {
          headers: bearer(`guess-${guess}-${TOKEN.slice(0, 20)}`),
        })
        statuses.add(answer.status)
        expect(await answer.text()).not.toContain(TOKEN.slice(0, 8))
      }
      expect([...statuses]).toEqual([401])
      expect(sandbox.account('default').requests.entries()).toEqual([])
    },
  )
})

it('T18 the control API is closed to other machines without a token, and says how to open it', async () => {
  const sandbox = await freshSandbox({ host: '0.0.0.0' })
  await apiClient(sandbox).create()
  for (const [method, path] of [
    ['POST', 'reset'],
    ['GET', 'session'],
    ['GET', 'accounts'],
  ] as const) {
    const { status, body } = await controlClient(sandbox).send(method, path)
    expect([status, body['message']]).toEqual([
      401,
      expect.stringContaining('ALIAS_SANDBOX_CONTROL_TOKEN'),
    ])
  }
  expect((await apiClient(sandbox).list()).aliases).toHaveLength(1)
})
