import { describe, expect, it } from 'vitest'
import type { AccountView } from '../../src/contract/control/control-shapes.ts'
import { routes } from '../../src/control/routes.ts'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

const MESSAGE = [
  'Subject: Hello',
  'Content-Type: text/csv',
  'Content-Disposition: attachment; filename=a.csv',
  '',
  'a,b',
].join('\r\n')

type CreatedAlias = { alias: { address: string } }

describe('every route', () => {
  const filled = (path: string) =>
    path
      .replace(':account', 'default')
      .replace(':name', 'plus')
      .replace('faults/:id', 'faults/fault_1')
      .replace('inbox/:id', 'inbox/mail_2')
      .replace(':number', '1')
      .replace(':id', 'req_1')
      .replace(':action', 'update_card')

  const answering = routes.filter(({ path }) => path !== 'events') // a stream, tested in events.test.ts
  it.each(answering.map(({ method, path }) => [method, path] as const))(
    '%s %s answers with the documented status',
    async (method, path) => {
      const sandbox = await freshSandbox()
      const control = controlClient(sandbox)
      await apiClient(sandbox).list()
      const { alias } = await control
        .do('create_alias')
        .then(({ body }) => body['result'] as CreatedAlias)
      await control.do('deliver_mail', { to: alias.address })
      const message = { to: alias.address, raw: MESSAGE }
      await control.send('POST', 'inbox', message)
      await control.do('arm_fault', { kind: 'outage' })
      const body =
        (path === 'session' && method === 'PUT') || path === 'replay'
          ? await control.session()
          : path === 'scenarios/check'
            ? { text: 'title: Mine' }
            : path === 'inbox' && method === 'POST'
              ? message
              : method === 'GET'
                ? undefined
                : {}
      const expected: Record<string, number> = {
        'POST accounts': 201,
        'POST accounts/:account/fork': 201,
        'DELETE inbox': 204,
        'DELETE requests': 204,
        'DELETE accounts/:account': 409,
        'POST stop': 409,
      }
      expect((await control.send(method, filled(path), body)).status).toBe(
        expected[`${method} ${path}`] ?? 200,
      )
    },
  )

  it.each([
    ['GET', 'reset', 405, 'POST'],
    ['DELETE', 'session', 405, 'GET, PUT'],
    ['POST', 'nothing', 404, null],
    ['GET', 'accounts/nobody', 404, null],
    ['GET', 'accounts/nobody/aliases', 404, null],
    ['GET', 'scenarios/nope', 404, null],
    ['GET', 'requests/req_99', 404, null],
    ['GET', 'faults/fault_99', 404, null],
    ['POST', 'actions/nope', 404, null],
    ['GET', 'accounts/%zz', 400, null],
  ])('%s %s answers %i with a message', async (method, path, status, allow) => {
    const control = controlClient(await freshSandbox())
    const answer = await control.send(method, path, method === 'POST' ? {} : undefined)
    expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow])
    expect(typeof answer.body['message']).toBe('string')
  })
})

describe('accounts', () => {
  it('are created with a random key from the seed, in a scenario with overrides', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    const { status, body } = await control.send('POST', 'accounts', {
      scenario: 'pro',
      usage: { daily: 200 },
      choices: { page_size: 3 },
      populate: 5,
    })
    const account = body as unknown as AccountView
    expect([status, account.name, account.plan]).toEqual([201, 'pro__1', 'pro'])
    expect(account.api_key).toMatch(/^sandbox_[a-z0-9]{24}$/)
    const api = apiClient(sandbox, account.api_key)
    expect([(await api.create()).status, (await api.list()).aliases.length]).toEqual([429, 3])
  })

  it('refuse a possible real key, without repeating it', async () => {
    const control = controlClient(await freshSandbox())
    const { status, body } = await control.send('POST', 'accounts', { api_key: 'live_c0ffee' })
    expect([status, body['field']]).toEqual([400, 'api_key'])
    expect(body['message']).not.toContain('c0ffee')
  })

  it('are deleted with their key; default remains', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    await control.send('POST', 'accounts', { name: 'a', api_key: 'sandbox_mine' })
    expect((await apiClient(sandbox, 'sandbox_mine').list()).status).toBe(200)
    expect((await control.send('DELETE', 'accounts/a')).status).toBe(204)
    expect((await apiClient(sandbox, 'sandbox_mine').list()).status).toBe(401)
    expect((await control.send('DELETE', 'accounts/default')).status).toBe(409)
  })

  it('show their state and the outcome of the next call, without using anything up', async () => {
    const sandbox = await freshSandbox({
      with: {
        usage: { daily: 50 },
        faults: [{ kind: 'outage', operation: 'list' }],
        clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' },
      },
    })
    const control = controlClient(sandbox)
    const account = await control.account()
    expect(account).toMatchObject({
      name: 'default',
      api_key: 'sandbox_default',
      key_status: 'active',
      scenario: 'plus',
      plan: 'plus',
      billing: 'active',
      cycle: 'monthly',
      clock: {
        now: '2026-03-01T12:00:00.000Z',
        epoch_seconds: 1_772_366_400,
        mode: 'frozen',
        scale: 1,
      },
      usage: {
        burst: { used: 0, limit: 60, resets_in: null },
        daily: { used: 50, limit: 50, resets_at: '2026-03-02T00:00:00.000Z' },
        forwards: { used: 0, limit: 2500, resets_at: '2026-04-01T00:00:00.000Z' },
      },
      aliases: 0,
      faults: [{ id: 'fault_1', kind: 'outage', operation: 'list', times: 1, skip: 0, hits: 0 }],
      next_events: [{ at: '2026-03-02T00:00:00.000Z', event: 'daily_reset' }, { event: 'renewed' }],
      next_call: {
        create: { status: 429, outcome: 'daily_cap' },
        list: { status: 503, outcome: 'outage' },
      },
    })
    expect(await control.account()).toEqual(account)
  })
})

describe('the journal', () => {
  it('shows each call with its checks and its reason', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).create({ label: 'x', colur: 1 })
    const [entry] = await controlClient(sandbox).requests()
    expect(entry).toMatchObject({
      id: 'req_1',
      account: 'default',
      operation: 'create',
      outcome: 'created',
      fault: null,
      request: { method: 'POST', path: '/v1/aliases', query: '', body: { label: 'x', colur: 1 } },
      response: { status: 200, body: { alias: { label: 'x' } } },
    })
    expect(entry!.checks.map(({ check, passed }) => [check, passed])).toEqual(
      ['key', 'plan', 'outage', 'burst', 'body', 'daily', 'draw'].map((check) => [check, true]),
    )
    expect(entry!.checks[4]?.detail).toMatch(/colur/)
  })

  it('can be filtered, limited and cleared', async () => {
    const sandbox = await freshSandbox({ maxRequests: 5 })
    const api = apiClient(sandbox)
    const control = controlClient(sandbox)
    for (let call = 0; call < 4; call += 1) await api.list()
    for (const query of ['', '?limit=0', '?limit=3']) await api.list(query)
    const ids = async (query: string) => (await control.requests(query)).map(({ id }) => id)
    expect(await ids('')).toEqual(['req_3', 'req_4', 'req_5', 'req_6', 'req_7'])
    expect(await ids('?status=400')).toEqual(['req_6'])
    expect(await ids('?outcome=bad_request')).toEqual(['req_6'])
    expect(await ids('?operation=create')).toEqual([])
    expect(await ids('?limit=2')).toEqual(['req_6', 'req_7'])
    expect(await ids('?since=req_4&limit=2')).toEqual(['req_5', 'req_6'])
    await control.send('DELETE', 'requests')
    await api.list()
    expect(await ids('')).toEqual(['req_8'])
  })

  it.each([
    '?limit=1e9',
    '?limit=0',
    '?status=abc',
    '?outcome=creatd',
    '?operation=(a+)+$',
    '?since=yesterday',
    '?foo=1',
    '?body=label',
    '?body=[]',
    '?header=7',
    '?query={"a":',
    '?body={"__proto__":1}',
  ])('refuses %s', async (query) => {
    const { status, body } = await controlClient(await freshSandbox()).send(
      'GET',
      `requests${query}`,
    )
    expect([status, typeof body['field']]).toEqual([400, 'string'])
  })

  it('can be filtered by what the calls sent', async () => {
    const sandbox = await freshSandbox()
    const api = apiClient(sandbox)
    const control = controlClient(sandbox)
    await api.create({ label: 'shop', single_use: true }, { headers: { 'X-Trace': 'a' } })
    await api.create({ label: 'news' })
    await api.create('{')
    await api.list('?limit=2&limit=3')
    const ids = async (filter: Record<string, object>) => {
      const pairs = Object.entries(filter).map(([name, value]) => [name, JSON.stringify(value)])
      const query = new URLSearchParams(Object.fromEntries(pairs) as Record<string, string>)
      return (await control.requests(`?${query.toString()}`)).map(({ id }) => id)
    }
    expect(await ids({ body: { label: 'shop' } })).toEqual(['req_1'])
    expect(await ids({ body: { label: 'shop', single_use: false } })).toEqual([])
    expect(await ids({ body: { single_use: true }, header: { 'x-TRACE': 'a' } })).toEqual(['req_1'])
    expect(await ids({ query: { limit: 3 } })).toEqual(['req_4'])
    expect(await ids({ body: {} })).toHaveLength(4)
    const waited = await control.send(
      'GET',
      `requests/wait?timeout=0&operation=create&body=${encodeURIComponent('{"label":"shops"}')}`,
    )
    expect(waited.body['message']).toBe(
      'Received 0 of 1 matching requests within 0 s. Other requests came: ' +
        'req_2, whose body.label is "news", not "shops"; ' +
        'req_3, whose body.label is nothing, not "shops"; ' +
        'req_4, whose operation is "list", not "create".',
    )
  })

  it('cannot be filtered by a secret, which the journal keeps masked, and says so', async () => {
    const sandbox = await freshSandbox()
    const headers = { 'X-Vendor-Token': 'correct horse' }
    await apiClient(sandbox).list('', { headers })
    const filter = encodeURIComponent(JSON.stringify(headers))
    const waited = await controlClient(sandbox).send(
      'GET',
      `requests/wait?timeout=0&header=${filter}`,
    )
    expect(waited.body['message']).toContain(
      'req_1, whose header.X-Vendor-Token is "corr*********": a different value with the same mask.',
    )
  })

  it('waits until a number of calls has arrived, or returns how many have', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    const waiting = control.send('GET', 'requests/wait?count=2&operation=create')
    await apiClient(sandbox).create()
    await apiClient(sandbox).list()
    await apiClient(sandbox).create()
    expect(((await waiting).body['requests'] as object[]).length).toBe(2)
    const late = await control.send('GET', 'requests/wait?count=3&operation=create&timeout=0')
    expect([late.status, late.body['message']]).toEqual([
      408,
      'Received 2 of 3 matching requests within 0 s. Other requests came: req_2, whose operation is "list", not "create".',
    ])
  })
})
