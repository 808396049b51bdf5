import { describe, expect, it } from 'vitest'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { request, sendRaw } from '../support/http/raw-http.ts'
import { sessionOf, stateOf } from '../support/core/states.ts'

// A tester has the service answer whatever a client may meet one day.

const authorization = 'Bearer sandbox_default'

async function armed(fault: object, scenario: object = {}) {
  const sandbox = await freshSandbox({ with: scenario })
  const control = controlClient(sandbox)
  const performed = await control.do('arm_fault', { kind: 'answer', ...fault })
  expect(performed.status).toBe(200)
  const call = (method = 'POST', headers: Record<string, string> = {}) =>
    fetch(`${sandbox.url}/v1/aliases`, { method, headers: { authorization, ...headers } })
  return { sandbox, control, call }
}

describe('an answer of your own', () => {
  it('has the status, the headers and the JSON that were asked for, once', async () => {
    const json = { error: { code: 'quota', retry: [1, null] } }
    const headers = { 'X-RateLimit-Remaining': 0, 'retry-after': '17' }
    const { call } = await armed({ status: 420, headers, json })
    const response = await call()
    expect(response.status).toBe(420)
    expect(await response.json()).toEqual(json)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-ratelimit-remaining': '0',
      'retry-after': '17',
      'content-type': 'application/json',
    })
    expect((await call()).status).toBe(200)
  })

  it.each([200, 409, 500])(
    'is judged by no rule, although %i came after the alias was created',
    async (status) => {
      const { call, control } = await armed({ status, after: true, json: {} })
      await call()
      await call()
      const { etiquette } = (await control.send('GET', 'report')).body as {
        etiquette: { rule: string; verdict: string }[]
      }
      expect(etiquette.filter(({ verdict }) => verdict === 'fail' || verdict === 'advice')).toEqual(
        [],
      )
    },
  )

  it('has the text that was asked for, as text unless a header says what it is', async () => {
    const { call, control } = await armed({ status: 200, body: 'é\n' })
    const plain = await call()
    expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await plain.text()).toBe('é\n')
    const headers = { 'CONTENT-type': 'application/xml' }
    await control.do('arm_fault', { kind: 'answer', status: 200, headers, body: '<a/>' })
    expect((await call()).headers.get('content-type')).toBe('application/xml')
  })

  it.each([
    [{}, 'none', 0],
    [{ after: true }, 'created', 1],
  ])('with %j has the effect "%s"', async (after, kind, made) => {
    const { call, control } = await armed({ status: 500, ...after })
    expect((await call()).status).toBe(500)
    const [entry] = await control.requests()
    expect(entry).toMatchObject({
      outcome: 'answer',
      basis: 'injected',
      fault: 'fault_1',
      effect: { kind },
      response: { status: 500, headers: {}, body: null },
    })
    expect((await control.account()).usage.daily.used).toBe(made)
  })

  it('keeps its header when the sandbox would send another of that name', async () => {
    const headers = { 'access-control-allow-origin': 'https://a.example', etag: '"1"' }
    const choices = { cors: 'on' }
    const { call } = await armed({ status: 200, headers, json: {} }, { choices })
    const response = await call('GET', { origin: 'https://b.example' })
    expect(response.headers.get('access-control-allow-origin')).toBe('https://a.example')
    expect(response.headers.get('etag')).toBe('"1"')
  })

  it.each([204, 205, 304])('with status %i ends without a body', async (status) => {
    const { sandbox } = await armed({ status, headers: { 'X-A': 'b' }, times: 2 })
    const last = request('GET /v1/aliases', ['Connection: close'])
    const answers = await sendRaw(sandbox.port, request('GET /v1/aliases') + last, false)
    expect(answers).toMatchObject([1, 2].map(() => ({ status, body: '', headers: { 'x-a': 'b' } })))
    for (const { headers } of answers) expect(headers).not.toHaveProperty('content-type')
  })

  it('has no body with such a status: a state that says otherwise is refused', async () => {
    const { sandbox, control } = await armed({ status: 200, body: 'text' })
    const state = stateOf(sandbox.sandbox, 0)
    Object.assign(state.accounts[0]!.faults[0]!, { status: 204 })
    const { status, body } = await control.send('PUT', 'session', sessionOf(state))
    expect(status).toBe(400)
    expect(body['message']).toContain(
      'account default has fault fault_1, whose body must be left out: an answer with status 204 has no body',
    )
  })

  it('can be lost or late like any other', async () => {
    const { call, control } = await armed({ status: 200, json: {}, times: 'always' })
    await control.do('arm_fault', { kind: 'delay', ms: 1 })
    expect((await call()).status).toBe(200)
    expect((await control.requests()).at(-1)).toMatchObject({ outcome: 'answer' })
  })

  it('is not what another key gets', async () => {
    const { sandbox } = await armed({ status: 200, json: {}, times: 'always' })
    const headers = { authorization: 'Bearer sandbox_pro' }
    const response = await fetch(`${sandbox.url}/v1/aliases`, { headers })
    expect(await response.json()).toMatchObject({ aliases: [] })
  })

  it('is told before the call, and shown with its content only in the list of faults', async () => {
    const { control } = await armed({ status: 503, headers: { 'Retry-After': 9 }, body: 'no' })
    const account = await control.account()
    expect(account.next_call.list).toMatchObject({ status: 503, outcome: 'answer', retry_after: 9 })
    expect(account.faults).toEqual([expect.not.objectContaining({ body: 'no' })])
    const { body } = await control.send('GET', 'faults')
    expect(body).toMatchObject({ faults: [{ body: 'no', headers: { 'Retry-After': 9 } }] })
  })
})
