import * as v from 'valibot'
import type { Session, SessionAccount } from '../../src/contract/session/session.ts'
import { describe, expect, it } from 'vitest'
import { checkSession } from '../../src/contract/session/check-session.ts'
import { historyShapes, type HistoryView } from '../../src/contract/control/history-shapes.ts'
import { readSession } from '../../src/history/session/read-session.ts'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox, type FreshOptions } from '../support/http/fresh-sandbox.ts'
import { refusalsOf } from '../support/refusals-of.ts'

/** A call, two actions (one refused), a push of the clock, and a call with the key of another account. */
async function livedIn(options: FreshOptions = {}) {
  const sandbox = await freshSandbox({ scenario: 'past_due', ...options })
  const control = controlClient(sandbox)
  await apiClient(sandbox).create()
  await control.do('delete_alias', { id: 'nope' })
  await control.send('POST', 'actions/update_card', {}, { 'alias-sandbox-origin': 'cli' })
  await control.send('POST', 'actions/settle_invoice', {}, { 'alias-sandbox-origin': 'dashboard' })
  await apiClient(sandbox).create('{"label":"x"}')
  await control.send(
    'POST',
    'actions/advance_clock',
    { by: '25h' },
    { 'alias-sandbox-origin': 'x' },
  )
  await apiClient(sandbox, 'sandbox_pro-mine').create()
  const read = async (path = 'history') => {
    const { status, body } = await control.send('GET', path)
    expect(status).toBe(200)
    return v.parse(historyShapes.History, body)
  }
  return { sandbox, control, read }
}

/** The text of a body that was read as JSON. */
const textOf = (body: unknown) =>
  typeof body === 'string' || body === null ? body : JSON.stringify(body)

const idsOf = ({ history }: HistoryView) => history.map(({ account, id }) => `${account}/${id}`)

const all = [
  'default/start_1', 'default/req_1', 'default/act_1', 'default/act_2', 'default/act_3', 'default/req_2',
  'default/act_4', 'default/evt_1', 'default/evt_2', 'pro-mine/start_1', 'pro-mine/req_1',
] // prettier-ignore

describe('the history', () => {
  it('shows all accounts in one order', async () => {
    const { read } = await livedIn()
    const view = await read()
    expect(idsOf(view)).toEqual(all)
    expect(view.history.map(({ order }) => order)).toEqual(all.map((_, at) => at + 1))
    expect(view).toMatchObject({
      complete_from: { default: 'start_1', 'pro-mine': 'start_1' },
      dropped: { entries: 0, bytes: 0 },
    })
  })

  it('says who did what, and why something was refused', async () => {
    const { read } = await livedIn()
    const { history } = await read('history?types=action')
    expect(history).toMatchObject([
      { action: 'delete_alias', origin: 'control', refused: { status: 404 } },
      { action: 'update_card', origin: 'cli', result: { card: 'good' } },
      { action: 'settle_invoice', origin: 'dashboard', result: { billing: 'active' } },
      { action: 'advance_clock', origin: 'control', arguments: { by: '25h' } },
    ])
  })

  it('shows what followed from an action', async () => {
    const { read } = await livedIn()
    const { history } = await read('accounts/default/history?types=event')
    expect(history).toMatchObject([
      { event: 'burst_reset', during: 'act_4' },
      { event: 'daily_reset', during: 'act_4' },
    ])
  })

  it('answers with the items of the history file, and with what explains them', async () => {
    const { read, control } = await livedIn()
    const { history } = await read('accounts/default/history')
    const { body } = await control.send('GET', 'session?account=default')
    const file = readSession(JSON.stringify(body), 'a.json')
    expect(history).toMatchObject(file.accounts[0]!.history)
    const calls = history.filter((item) => item.type === 'call')
    expect(calls).toMatchObject([
      {
        arrived: expect.any(Number),
        connection: { id: expect.any(Number) },
        ended_at: expect.any(String),
        client_left: false,
      },
      { request: { body: '{"label":"x"}' }, why: expect.any(String), source: expect.any(String) },
    ])
    // They can be put into a file as they are.
    const [account] = file.accounts
    const written = { ...file, accounts: [{ ...account, history }] }
    expect(readSession(JSON.stringify(written), 'b.json').accounts[0]!.history).toEqual(history)
  })

  it('says of calls what the journal says, where bodies are read as JSON', async () => {
    const { read, control } = await livedIn()
    const { history } = await read('accounts/default/history?types=call')
    const shown = (await control.requests()).map(({ request, response, ...rest }) => ({
      ...rest,
      request: { ...request, body: textOf(request.body) },
      response: { ...response, body: textOf(response.body) },
    }))
    expect(history).toMatchObject(shown)
  })

  it.each([
    ['history?limit=2', all.slice(-2)],
    ['history?after=9', all.slice(9)],
    ['history?after=0&limit=3', all.slice(0, 3)],
    ['history?after=default/act_4&limit=2', ['default/evt_1', 'default/evt_2']],
    ['accounts/default/history?after=req_2', ['default/act_4', 'default/evt_1', 'default/evt_2']],
    ['accounts/default/history?after=default/req_2', ['default/act_4', 'default/evt_1', 'default/evt_2']],
    ['accounts/pro-mine/history', ['pro-mine/start_1', 'pro-mine/req_1']],
    ['history?types=start,undo', ['default/start_1', 'pro-mine/start_1']],
    ['history?after=999', []],
    ['history?before=3', all.slice(0, 2)],
    ['history?before=default/req_2&limit=2', ['default/act_2', 'default/act_3']],
    ['accounts/default/history?before=req_2&limit=2', ['default/act_2', 'default/act_3']],
    ['accounts/default/history?before=default/req_2&types=call', ['default/req_1']],
    ['history?after=default/req_1&before=default/req_2', ['default/act_1', 'default/act_2', 'default/act_3']],
    ['history?after=2&before=6&limit=2', ['default/act_1', 'default/act_2']],
    ['history?after=6&before=3', []],
    ['history?before=0', []],
  ])('%s selects', async (path, ids) => {
    const { read } = await livedIn()
    expect(idsOf(await read(path))).toEqual(ids)
  }) // prettier-ignore

  it.each([
    ['history?types=calls', 400, 'types must be one of start, call, action, mail, event, undo (got "calls"; did you mean "call"?)'],
    ['history?types=', 400, 'types must not be empty'],
    ['history?after=req_1', 400, 'after must be the account and id of an entry, such as default/act_3 (got "req_1")'],
    ['history?after=nobody/req_1', 404, 'account "nobody" does not exist'],
    ['history?after=default/req_99', 404, 'the history of account default has no entry "req_99" (it holds start_1 to'],
    ['accounts/default/history?after=act_99', 404, 'the history of account default has no entry "act_99" (it holds start_1 to'],
    ['history?before=req_1', 400, 'before must be the account and id of an entry, such as default/act_3 (got "req_1")'],
    ['history?before=-1', 400, 'before must be the account and id of an entry'],
    ['accounts/default/history?before=act_99', 404, 'the history of account default has no entry "act_99" (it holds start_1 to'],
    ['accounts/default/history?before=pro-mine/req_1', 400, 'before must be an entry of account default (got "pro-mine/req_1")'],
    ['history?limit=0', 400, 'limit must be an integer from 1 to 100000 (got "0")'],
    ['history?type=call', 400, 'unknown parameter "type" (did you mean "types"?)'],
    ['accounts/nobody/history', 404, 'account "nobody" does not exist'],
    ['accounts/default/history?after=pro-mine/req_1', 400, 'after must be an entry of account default (got "pro-mine/req_1")'],
    ['session?account=nobody', 404, 'account "nobody" does not exist'],
  ])('%s gets %i', async (path, status, message) => {
    const { control } = await livedIn()
    const answer = await control.send('GET', path)
    expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(message) as string } })
  }) // prettier-ignore

  it('stays after a reset, and says that it was one', async () => {
    const { control, read } = await livedIn()
    await control.send('POST', 'reset', {})
    expect(await control.requests()).toEqual([])
    const { history } = await read()
    expect(history.at(-1)).toMatchObject({ action: 'reset', whole_sandbox: true })
    expect(idsOf(await read())).toEqual([...all.slice(0, 9), 'default/act_5'])
  })

  it('counts as dropped what it has no more: with the calls that it lists, all that were made', async () => {
    const sandbox = await freshSandbox({ maxRequests: 20 })
    const control = controlClient(sandbox)
    for (let made = 1; made <= 45; made += 1) {
      await apiClient(sandbox).list()
      const { body } = await control.send('GET', 'history?types=call')
      const { history, dropped } = body as { history: object[]; dropped: { entries: number } }
      expect(history.length + dropped.entries).toBe(made)
    }
  })

  it.each(['after', 'before', 'types', 'limit'])('refuses an empty %s', async (name) => {
    const sandbox = await freshSandbox()
    for (const path of ['history', 'accounts/default/history']) {
      const answer = await controlClient(sandbox).send('GET', `${path}?${name}=`)
      expect(answer).toMatchObject({
        status: 400,
        body: { message: `${name} must not be empty`, field: name },
      })
    }
  })

  it('says from where on it is complete when calls were dropped', async () => {
    const { sandbox, read } = await livedIn({ maxRequests: 4 })
    for (let sent = 0; sent < 30; sent += 1) await apiClient(sandbox).list()
    const view = await read('accounts/default/history')
    const from = view.complete_from as string
    expect(from).toMatch(/^req_/)
    expect(idsOf(view)).toContain(`default/${from}`)
    expect(view.dropped.entries).toBeGreaterThan(20)
  })
})

describe('the id of an entry in a body', () => {
  it('may stand behind the name of its account, and of no other', async () => {
    const { control } = await livedIn()
    for (const [path, field, status] of [
      ['fork', 'at', 201],
      ['undo', 'to', 200],
    ] as const) {
      const route = `accounts/default/${path}`
      expect(await control.send('POST', route, { [field]: 'pro-mine/req_1' })).toMatchObject({
        status: 400,
        body: { message: `${field} must be an entry of account default (got "pro-mine/req_1")` },
      })
      expect((await control.send('POST', route, { [field]: 'default/req_1' })).status).toBe(status)
    }
    const { body } = await control.send('GET', 'accounts/default/history?types=undo')
    expect(body).toMatchObject({ history: [{ to: 'req_1' }] })
  })
})

describe('a session', () => {
  it('is readable, complete and without explanations', async () => {
    const { control } = await livedIn()
    const { body } = await control.send('GET', 'session')
    expect(refusalsOf(checkSession(body))).toEqual([])
    expect(body).toMatchObject({
      format: 'alias-sandbox-session',
      version: 1,
      written_by: expect.stringMatching(/^alias-sandbox \d/) as string,
      accounts: [
        { name: 'default', start: { scenario: 'past_due', key: 'sandbox_default', seed: 1 } },
        { name: 'pro-mine', start: { scenario: 'pro', key: 'sandbox_pro-mine' } },
      ],
    })
    const [{ history }] = (body as Session).accounts as [SessionAccount]
    expect(history).toContainEqual(
      expect.objectContaining({
        checks: expect.arrayContaining([]) as object,
        why: expect.any(String) as string,
      }),
    )
  })

  it('contains the scenarios that were loaded by name', async () => {
    const { control } = await livedIn()
    await control.do('load_scenario', { scenario: 'free' })
    await control.do('load_scenario', { scenario: 'nope' })
    const { body } = await control.send('GET', 'session')
    expect(Object.keys(body['scenarios'] as object)).toEqual(['free'])
  })

  it.each([
    ['dropped entries', async ({ sandbox }: Awaited<ReturnType<typeof livedIn>>) => {
      for (let sent = 0; sent < 30; sent += 1) await apiClient(sandbox).list()
    }],
    ['the session of a sandbox with other choices', async ({ control }: Awaited<ReturnType<typeof livedIn>>) => {
      const overrides = { choices: { page_size: 5 } }
      await control.send('PUT', 'session', { ...(await control.session()), overrides })
    }],
  ])('begins with a state after %s', async (_what, happen) => {
    const lived = await livedIn({ maxRequests: 4 })
    await happen(lived)
    const { body } = await lived.control.send('GET', 'session?account=default')
    expect(refusalsOf(checkSession(body))).toEqual([])
    expect(body).toMatchObject({ accounts: [{ start: { state: { name: 'default' } } }] })
  }) // prettier-ignore
})
