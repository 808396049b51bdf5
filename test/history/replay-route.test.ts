import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Session } from '../../src/contract/session/session.ts'
import { historyShapes, type ReplayView } from '../../src/contract/control/history-shapes.ts'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox, type FreshOptions } from '../support/http/fresh-sandbox.ts'
import { fileOf, listEntry } from '../support/history/small-file.ts'
import { stateOf } from '../support/core/states.ts'

/** The history file of a sandbox in which a payment failed, was settled, and a day went by. */
async function recordedFile(options: FreshOptions = {}): Promise<Session> {
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
  return (await control.send('GET', 'session')).body as unknown as Session
}

/** A sandbox that replays files. */
async function replayer(options: FreshOptions = {}) {
  const sandbox = await freshSandbox(options)
  const control = controlClient(sandbox)
  const replay = async (body: object): Promise<ReplayView> => {
    const answer = await control.send('POST', 'replay', body)
    expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200)
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
const copyOf = (file: Session) => structuredClone(file)

describe('POST replay', () => {
  it('says that all answers are equal, and shows what happened', async () => {
    const file = await recordedFile()
    const { replay } = await replayer()
    const view = await replay(file)
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
    await replay(file)
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
    const { answers, equal, first, accounts } = await replay(file)
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
    const { first, accounts } = await replay(file)
    expect(first).toMatchObject({ id: 'req_2', earlier: { id: 'act_1' } })
    expect(accounts[0]!.different).toContain('act_2')
  })

  it('refuses a state that contradicts itself', async () => {
    const { sandbox, refusal, replay } = await replayer()
    const [account] = stateOf(sandbox.sandbox, 0).accounts
    const alias = { id: 'x', seq: 1, status: 'active', created_at: 1, forward_count: 0, note: '', source: '', label: '', category: '', single_use: false, expires_at: null }
    const start = { real_at: '2026-03-01T12:00:00.000Z', state: { ...account, aliases_made: 2, aliases: [alias, { ...alias, seq: 2 }] } }
    const file = { ...fileOf([]), accounts: [{ name: 'default', start, history: [] }] }
    expect(await refusal(file)).toEqual([400, 'session: account default has alias x twice, or also as removed', undefined])
    start.state.aliases.pop()
    expect((await replay(file)).first).toBeNull()
  }) // prettier-ignore

  it('refuses an answer that would be too large', async () => {
    const { refusal } = await replayer()
    const many = Array.from({ length: 600 }, (_, at) => ({
      ...listEntry(at + 1),
      request: { ...listEntry(1).request, query: 'limit=100' },
    }))
    const file = fileOf(many as never)
    const note = 'x'.repeat(1_000)
    file.accounts[0]!.start.definition = {
      limits: { burst: 'off' },
      aliases: Array.from({ length: 100 }, () => ({ note })),
    } as never
    expect((await refusal(file))[1]).toBe(
      'the response would exceed 32 MiB; use "alias-sandbox replay"',
    )
  })

  it('answers others meanwhile, replays one file after another, and goes on when a client leaves', async () => {
    const { sandbox, control, replay } = await replayer()
    const long = fileOf(
      Array.from({ length: 300 }, (_, at) => ({
        ...listEntry(at + 1),
        request: { ...listEntry(1).request, query: 'limit=100' },
      })),
    )
    const aliases = Array.from({ length: 100 }, () => ({ note: 'x'.repeat(500) }))
    long.accounts[0]!.start.definition = { aliases, limits: { burst: 'off' } }
    const short = fileOf([listEntry(1)])
    const first = replay(long)
    const hangUp = new AbortController()
    const left = fetch(`${sandbox.url}/_sandbox/replay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(long),
      signal: hangUp.signal,
    }).catch(() => 'left')
    await apiClient(sandbox).create()
    await control.account()
    hangUp.abort()
    expect(await left).toBe('left')
    expect((await first).answers).toBe(300)
    expect((await replay(short)).answers).toBe(1)
  })
})
