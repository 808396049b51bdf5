import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { AccountView } from '../../src/contract/control/control-shapes.ts'
import type { HistoryFile } from '../../src/contract/history/file.ts'
import { historyShapes, type ReplayView } from '../../src/contract/history/shapes.ts'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox, type FreshOptions } from '../support/http/fresh-sandbox.ts'
import { fileOf, listItem } from '../support/history/small-file.ts'

/** The history file of a sandbox in which a payment failed, was settled, and a day went by. */
async function recordedFile(options: FreshOptions = {}): Promise<HistoryFile> {
  const sandbox = await freshSandbox({
    scenario: 'past_due',
    with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } },
    ...options,
  })
  const control = controlClient(sandbox)
  await apiClient(sandbox).create()
  await control.do('update_card')
  await control.do('settle_invoice')
  await apiClient(sandbox).create('{"label":"shop"}')
  await control.do('advance_clock', { by: '25h' })
  await apiClient(sandbox).list()
  return (await control.send('GET', 'history/file')).body as unknown as HistoryFile
}

/** A sandbox that replays files. */
async function replayer(options: FreshOptions = {}) {
  const sandbox = await freshSandbox(options)
  const control = controlClient(sandbox)
  const replay = async (body: object, status = 200): Promise<ReplayView> => {
    const answer = await control.send('POST', 'replay', body)
    expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(status)
    return v.parse(historyShapes.Replay, answer.body)
  }
  const refusal = async (body: object) => {
    const { status, body: answer } = await control.send('POST', 'replay', body)
    return [status, answer['message'], answer['field']]
  }
  return { sandbox, control, replay, refusal }
}

const idsOf = ({ accounts }: ReplayView) =>
  accounts.map(({ history }) => history.map(({ id }) => id))
const copyOf = (file: HistoryFile) => structuredClone(file)

describe('POST replay', () => {
  it('says that all answers are equal, and shows what happened', async () => {
    const file = await recordedFile()
    const { replay } = await replayer()
    const view = await replay({ file })
    expect(view).toMatchObject({ answers: 3, equal: 3, first: null })
    expect(view.accounts).toMatchObject([{ name: 'default', different: [] }])
    expect(idsOf(view)).toEqual([
      ['start_1', 'req_1', 'act_1', 'act_2', 'req_2', 'act_3', 'evt_1', 'evt_2', 'req_3'],
    ])
    const { history } = view.accounts[0]!
    expect(history).toMatchObject([
      { type: 'start', scenario: 'past_due' },
      { outcome: 'plan_past_due', checks: expect.any(Array) as unknown[], why: expect.any(String) },
      { action: 'update_card' },
      { action: 'settle_invoice' },
      {
        request: { body: '{"label":"shop"}' },
        response: { body: expect.stringContaining('"label":"shop"') as string },
      },
      { action: 'advance_clock' },
      { event: 'burst_reset' },
      { event: 'daily_reset' },
      { outcome: 'listed', at: '2026-03-02T13:00:00.000Z' },
    ])
    expect(history.map(({ order }) => order)).toEqual(
      file.accounts[0]!.history.map(({ order }) => order),
    )
  })

  it('leaves the accounts of the sandbox and their histories alone', async () => {
    const file = await recordedFile()
    const { control, replay } = await replayer()
    await control.do('freeze_clock')
    const seen = () =>
      Promise.all(['accounts', 'aliases', 'history'].map((path) => control.send('GET', path)))
    const before = (await seen()).map(({ body }) => body)
    await replay({ file })
    await replay({ file, until: 'req_2' })
    expect((await seen()).map(({ body }) => body)).toEqual(before)
  })

  it('names the first answer that differs, field by field, and marks all that do', async () => {
    const file = copyOf(await recordedFile())
    for (const item of file.accounts[0]!.history) {
      if (item.id === 'req_2' && item.type === 'call') {
        item.response.body = item.response.body.replace('"shop"', '"shoe"')
      }
    }
    const { replay } = await replayer()
    const { answers, equal, first, accounts } = await replay({ file })
    expect({ answers, equal }).toEqual({ answers: 3, equal: 2 })
    expect(first).toEqual({
      account: 'default',
      id: 'req_2',
      differences: [{ field: 'body.alias.label', recorded: 'shoe', replayed: 'shop' }],
    })
    expect(accounts[0]!.different).toEqual(['req_2'])
  })

  it('says what differed before the first answer, and marks what was not recorded', async () => {
    const file = copyOf(await recordedFile())
    const { history } = file.accounts[0]!
    history.splice(
      history.findIndex(({ id }) => id === 'act_2'),
      1,
    )
    for (const item of history) {
      if (item.type === 'action' && item.id === 'act_1') item.result = { card: 'gone' }
    }
    const { replay } = await replayer()
    const { first, accounts } = await replay({ file })
    expect(first).toMatchObject({ id: 'req_2', earlier: { id: 'act_1' } })
    expect(accounts[0]!.different).toContain('act_2')
  })

  it('ends before the entry of until, whose account may be left out if it is the only one', async () => {
    const file = await recordedFile()
    const { replay } = await replayer()
    for (const until of ['default/req_2', 'req_2']) {
      expect(idsOf(await replay({ file, until }))).toEqual([['start_1', 'req_1', 'act_1', 'act_2']])
    }
  })

  /** Aliases expired at 20:00, and a payment failed, while a tester moved the clock by 40 days. */
  async function eventfulFile() {
    const sandbox = await freshSandbox({ with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } } })
    const control = controlClient(sandbox)
    const expires = Date.parse('2026-03-01T20:00:00Z') / 1_000
    await apiClient(sandbox).create(JSON.stringify({ expires_at: expires }))
    await control.do('fail_payment', { when: 'next_charge' })
    await control.do('advance_clock', { by: '40d' })
    return (await control.send('GET', 'history/file')).body as unknown as HistoryFile
  } // prettier-ignore

  it('ends before the action during which an event happened, with the clock as it was then', async () => {
    const file = await eventfulFile()
    const events = file.accounts[0]!.history.filter(({ type }) => type === 'event')
    expect(events.length).toBeGreaterThan(2)
    const { control, replay } = await replayer()
    for (const { id } of events) {
      const view = await replay({ file, until: `default/${id}`, create: {} }, 201)
      expect(idsOf(view), id).toEqual([['start_1', 'req_1', 'act_1']])
      expect(view.account, id).toMatchObject({
        billing: 'active',
        clock: { now: '2026-03-01T12:00:00.000Z' },
      })
      const { body } = await control.send('GET', `accounts/${view.account!.name}/aliases`)
      expect(body, id).toMatchObject({ aliases: [{ status: 'active' }] })
    }
  })

  it('leaves the clock of the whole story where the tester had moved it', async () => {
    const { replay } = await replayer()
    const { account } = await replay({ file: await eventfulFile(), create: {} }, 201)
    expect(account).toMatchObject({ clock: { now: '2026-04-10T12:00:00.000Z' }, billing: 'past_due' })
  }) // prettier-ignore

  it('creates an account in the state that was reached, which goes on from there', async () => {
    const file = await recordedFile()
    const { sandbox, control, replay } = await replayer()
    const { account } = await replay({ file, until: 'default/req_3', create: { name: 'mine' } }, 201)
    expect(account).toMatchObject({
      name: 'mine',
      billing: 'active',
      aliases: 1,
      scenario: 'past_due',
      clock: { now: '2026-03-02T13:00:00.000Z', mode: 'frozen' },
    })
    expect(account!.api_key).not.toBe('sandbox_default')
    const { aliases } = await apiClient(sandbox, account!.api_key).list()
    expect(aliases).toMatchObject([{ label: 'shop' }])
    const { body } = await control.send('GET', 'accounts/mine/history')
    expect(body['history']).toMatchObject([{ reason: 'forked' }, { id: 'req_1' }])
    expect((await controlClient(sandbox, 'mine').do('advance_clock', { by: '1h' })).status).toBe(200)
    expect((await control.send('POST', 'accounts/mine/rewind', { to: 'act_1' })).status).toBe(200)
    expect((await controlClient(sandbox, 'mine').do('reset')).status).toBe(200)
  }) // prettier-ignore

  it('creates accounts under names and keys of their own, as often as asked', async () => {
    const file = await recordedFile()
    const { control, replay } = await replayer()
    const made = [await replay({ file, create: {} }, 201), await replay({ file, create: {} }, 201)]
    const accounts = made.map(({ account }) => account!)
    expect(accounts.map(({ name }) => name)).toEqual(['default__1', 'default__2'])
    expect(new Set(accounts.map(({ api_key: key }) => key)).size).toBe(2)
    const { body } = await control.send('GET', 'accounts')
    expect((body['accounts'] as AccountView[]).map(({ name }) => name)).toEqual([
      'default', 'default__1', 'default__2',
    ])
  }) // prettier-ignore

  it('lets a running clock run on, and the choices of the sandbox win in the new account', async () => {
    const file = await recordedFile({ scenario: 'plus', with: { choices: { page_size: 5 } } })
    const { replay } = await replayer({ overrides: { choices: { page_size: 7 } } })
    const { account, equal, answers } = await replay({ file, create: {} }, 201)
    expect(account).toMatchObject({ clock: { mode: 'running' }, choices: { page_size: 7 } })
    expect(equal).toBe(answers)
  })

  it('chooses the account by until when the file has several', async () => {
    const several = { ...fileOf([listItem(1)]) }
    several.accounts.push({ ...copyOf(several).accounts[0]!, name: 'other' })
    const { replay, refusal } = await replayer()
    expect(await refusal({ file: several, create: {} })).toEqual([
      400,
      'create: the file has 2 accounts; choose one with until, as the account and id of an entry (default, other)',
      'create',
    ])
    const { account } = await replay({ file: several, until: 'other/req_1', create: {} }, 201)
    expect(account!.name).toBe('other__1')
    expect((await refusal({ file: several, until: 'req_1' }))[0]).toBe(400)
  })

  it.each<[string, object, string, string]>([
    ['no file', {}, 'file is required', 'file'],
    ['text instead of a file', { file: 'x' }, 'file is not a history of alias-sandbox', 'file'],
    ['a scenario', { file: { account: { plan: 'pro' } } }, 'file is not a history of alias-sandbox', 'file'],
    ['a newer format', { file: { ...fileOf([]), version: 2 } }, 'file was made by a newer alias-sandbox (history version 2; this one reads 1)', 'file'],
    ['a wrong item', { file: fileOf([{ ...listItem(1), outcome: 'lsted' } as never]) }, 'file: accounts[0].history[0].outcome must be an outcome', 'file.accounts[0].history[0].outcome'],
    ['an entry that it does not have', { file: fileOf([listItem(1)]), until: 'default/req_9' }, 'until must be the account and id of an entry of the file, such as default/req_12 (got "default/req_9")', 'until'],
    ['an entry that is none', { file: fileOf([listItem(1)]), until: 7 }, 'until must be a string (got 7)', 'until'],
    ['a name that is none', { file: fileOf([]), create: { name: 'a b' } }, 'create.name must be', 'create.name'],
    ['an unknown field', { file: fileOf([]), untl: 'x' }, 'unknown field "untl" (did you mean "until"?)', 'untl'],
    ['another unknown field, naming all that are allowed', { file: fileOf([]), extra: 1 }, 'unknown field "extra" (allowed: file, until, create)', 'extra'],
    ['no account to create', { file: { ...fileOf([]), accounts: [] }, create: {} }, 'create: the file has no account', 'create'],
  ])('refuses %s', async (_what, body, message, field) => {
    const { control, refusal } = await replayer()
    const [status, text, where] = await refusal(body)
    expect([status, where]).toEqual([400, field])
    expect(text).toContain(message)
    expect(((await control.send('GET', 'accounts')).body['accounts'] as object[]).length).toBe(1)
  }) // prettier-ignore

  it.each([
    ['a prototype', '{"file":{"format":"alias-sandbox-history","version":1,"accounts":[],"__proto__":{}}}', 400, 'field "__proto__" is not allowed'],
    ['a prototype beside the file', '{"file":{},"__proto__":{}}', 400, 'field "__proto__" is not allowed'],
    ['nesting', `{"file":${'['.repeat(500)}${']'.repeat(500)}}`, 400, 'is nested deeper than 121 levels'],
    ['bytes', `{"file":"${'x'.repeat(34_000_000)}"}`, 413, 'The request body exceeds 33554432 bytes'],
  ])('refuses a body with too much: %s', async (_what, text, status, message) => {
    const { control } = await replayer()
    const answer = await control.send('POST', 'replay', text)
    expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(message) as string } })
  }) // prettier-ignore

  it('refuses a state that contradicts itself', async () => {
    const { control, refusal, replay } = await replayer()
    const state = (await control.send('GET', 'state')).body as { accounts: [Record<string, unknown>] }
    const [account] = state.accounts
    const alias = { id: 'x', seq: 1, status: 'active', created_at: 1, forward_count: 0, note: '', source: '', label: '', category: '', single_use: false, expires_at: null }
    const start = { real_at: '2026-03-01T12:00:00.000Z', state: { ...account, aliases_made: 2, aliases: [alias, { ...alias, seq: 2 }] } }
    const file = { ...fileOf([]), accounts: [{ name: 'default', start, history: [] }] }
    for (const more of [{}, { create: {} }]) {
      expect(await refusal({ file, ...more })).toEqual([400, 'file: account default has alias x twice, or also as removed', 'file'])
    }
    start.state.aliases.pop()
    expect((await replay({ file, create: {} }, 201)).account!.aliases).toBe(1)
  }) // prettier-ignore

  it('gives a name to one of two that ask for it while a long file is replayed', async () => {
    const { control } = await replayer()
    await control.do('populate_aliases', { count: 20_000 })
    const [state] = ((await control.send('GET', 'state')).body as { accounts: object[] }).accounts
    const start = { real_at: '2026-03-01T12:00:00.000Z', state }
    const file = { ...fileOf([]), accounts: [{ name: 'default', start, history: [] }] }
    const answers = await Promise.all([
      control.send('POST', 'replay', { file, create: { name: 'mine' } }),
      control.send('POST', 'accounts', { name: 'mine' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  it('refuses another account when there are as many as there may be, or the name is taken', async () => {
    const { refusal, control } = await replayer({ maxAccounts: 1 })
    const file = fileOf([listItem(1)])
    expect(await refusal({ file, create: {} })).toEqual([409, 'there are 1 accounts already (--max-accounts)', undefined])
    const other = await replayer()
    expect(await other.refusal({ file, create: { name: 'default' } })).toEqual([409, 'account "default" already exists', undefined])
    const { body } = await control.send('GET', 'accounts')
    expect((body['accounts'] as object[]).length).toBe(1)
  }) // prettier-ignore

  it('refuses a file that needs too much memory, before it takes it', async () => {
    const { refusal, control } = await replayer()
    const file = fileOf([])
    file.accounts[0]!.start.definition = { populate: 900_000 }
    expect(await refusal({ file })).toEqual([
      413,
      'file: an account with its history needs more than 64 MiB to be replayed; end it earlier with until, or use "alias-sandbox replay"',
      'file',
    ])
    expect((await control.send('GET', 'live')).status).toBe(200)
  })

  it('refuses an answer that would be too large', async () => {
    const { refusal } = await replayer()
    const many = Array.from({ length: 600 }, (_, at) => ({
      ...listItem(at + 1),
      request: { method: 'GET', path: '/v1/aliases', query: 'limit=100' },
    }))
    const file = fileOf(many as never)
    const note = 'x'.repeat(1_000)
    file.accounts[0]!.start.definition = {
      limits: { burst: 'off' },
      aliases: Array.from({ length: 100 }, () => ({ note })),
    } as never
    expect((await refusal({ file }))[1]).toBe(
      'the response would exceed 32 MiB; end the replay earlier with until, or use "alias-sandbox replay"',
    )
  })

  it('answers others meanwhile, replays one file after another, and goes on when a client leaves', async () => {
    const { sandbox, control, replay } = await replayer()
    const long = fileOf(
      Array.from({ length: 300 }, (_, at) => ({
        ...listItem(at + 1),
        request: { method: 'GET', path: '/v1/aliases', query: 'limit=100' },
      })),
    )
    const aliases = Array.from({ length: 100 }, () => ({ note: 'x'.repeat(500) }))
    long.accounts[0]!.start.definition = { aliases, limits: { burst: 'off' } }
    const short = fileOf([listItem(1)])
    const first = replay({ file: long })
    const hangUp = new AbortController()
    const left = fetch(`${sandbox.url}/_sandbox/replay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ file: long, create: { name: 'gone' } }),
      signal: hangUp.signal,
    }).catch(() => 'left')
    await apiClient(sandbox).create()
    await control.account()
    hangUp.abort()
    expect(await left).toBe('left')
    expect((await first).answers).toBe(300)
    const { account } = await replay({ file: short, create: {} }, 201)
    expect(account!.name).toBe('default__1')
    expect((await control.send('GET', 'accounts/gone')).status).toBe(404)
  })

  it('puts no key of another service into the sandbox', async () => {
    const secret = 'zq_live_4f9aK2mN8pQ1rS5tU7vW'
    const sandbox = await freshSandbox({ scenario: 'plus' })
    await apiClient(sandbox, secret).list()
    await apiClient(sandbox).create({ note: secret })
    const { body: file } = await controlClient(sandbox).send('GET', 'history/file')
    const { control, replay } = await replayer()
    await replay({ file, create: {} }, 201)
    const parts = await Promise.all(
      ['history', 'state', 'accounts/default__1/aliases'].map((path) => control.send('GET', path)),
    )
    expect(JSON.stringify(parts.map(({ body }) => body))).not.toContain(secret)
  })
})
