import type { Entry } from '../../src/contract/history/entry.ts'
import { describe, expect, it } from 'vitest'
import type { ReplayView } from '../../src/contract/control/history-shapes.ts'
import type { RunningSandbox } from '../../src/node/start.ts'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { RawSmtp } from '../support/smtp/raw-smtp.ts'

// A refused input changes nothing: it takes nothing out of the history, and a replay refuses it again.

/** A sandbox whose account has made 21 calls. */
async function withHistory() {
  const sandbox = await freshSandbox({ smtpPort: 0, with: { aliases: [{ id: 'shop' }] } })
  for (let count = 0; count < 21; count += 1) await apiClient(sandbox).list()
  const control = controlClient(sandbox)
  const history = async () =>
    (await control.send('GET', 'accounts/default/history')).body['history'] as Entry[]
  return { sandbox, control, history }
}

/** Replays the whole history of a sandbox from its file, and checks that nothing differs. */
async function expectReplays(sandbox: RunningSandbox): Promise<void> {
  const control = controlClient(sandbox)
  const session = await control.session()
  const { status, body } = await controlClient(await freshSandbox()).send('POST', 'replay', session)
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(200)
  const view = body as unknown as ReplayView
  expect(view).toMatchObject({ first: null, equal: view.answers })
  expect(view.accounts.flatMap(({ different }) => different)).toEqual([])
}

const callsIn = (items: readonly Entry[]) => items.filter(({ type }) => type === 'call')

async function send(sandbox: RunningSandbox, to: string, message: string): Promise<string> {
  const client = await RawSmtp.greeted({ port: Number(new URL(sandbox.smtpUrl!).port) })
  await client.sayAll('MAIL FROM:<a@a.example>', `RCPT TO:<${to}>`, 'DATA')
  client.write(`${message}\r\n.\r\n`)
  const reply = await client.reply()
  client.socket.destroy()
  return reply
}

describe('a mail that is refused as a whole', () => {
  it.each([
    ['a From of 250 kB', `From: ${'a:'.repeat(125_000)}\r\n\r\nhi`, 'at most 32 KiB'],
    [
      'a From that is no address',
      `From: nobody\r\nSubject: ${'x'.repeat(999)}\r\n\r\nhi`,
      'subject',
    ],
  ])('is in no history, and takes nothing out of one: %s', async (_what, message, reason) => {
    const { sandbox, control, history } = await withHistory()
    const before = await history()
    const reply = await send(sandbox, 'shop@alias-sandbox.example', message)
    expect(reply).toMatch(/^554 5\.6\.0 /)
    expect(reply).toContain(reason)
    expect(await history()).toEqual(before)
    expect(callsIn(before)).toHaveLength(21)
    expect((await control.send('POST', 'accounts/default/undo', { to: 'req_1' })).status).toBe(200)
  })

  it('takes nothing out of the history of another account, however many there are', async () => {
    const { sandbox, control, history } = await withHistory()
    const before = await history()
    for (let count = 0; count < 10; count += 1) {
      await control.send('POST', 'accounts', { aliases: [{ id: `other-${count}` }] })
      const text = `From: ${'a:'.repeat(125_000)}\r\n\r\n${'A'.repeat(7_500_000)}`
      expect(await send(sandbox, `other-${count}@alias-sandbox.example`, text)).toMatch(/^554 /)
    }
    expect(await history()).toEqual(before)
  })
})

describe('an action that is refused', () => {
  const LONG = 'x'.repeat(1_000_000)

  it.each<[what: string, action: string, args: object, refusal: object]>([
    ['a long label', 'create_alias', { label: LONG }, { status: 400, field: 'label' }],
    ['many fields', 'create_alias', fields(900), { status: 400 }],
    [
      'many faults',
      'arm_fault',
      { kind: Array.from({ length: 200_000 }, () => 'x') },
      { status: 400 },
    ],
    ['a scenario', 'load_scenario', { scenario: { note: LONG } }, { status: 400 }],
    ['of a name that is none', LONG.slice(0, 8_000), { label: LONG }, { status: 404 }],
  ])(
    'is recorded with its beginning, and refused again: %s',
    async (_what, action, args, refusal) => {
      const { sandbox, control, history } = await withHistory()
      const before = await history()
      for (let count = 0; count < 9; count += 1) {
        const answer = await control.send('POST', `actions/${action}`, args)
        expect(answer.status).toBe((refusal as { status: number }).status)
      }
      await apiClient(sandbox).list()
      const after = await history()
      expect(after.slice(0, before.length)).toEqual(before)
      const refused = after.slice(before.length, -1)
      expect(refused).toHaveLength(9)
      for (const item of refused) {
        expect(item).toMatchObject({ type: 'action', refused: refusal, shortened: true })
        expect(JSON.stringify(item).length).toBeLessThan(20_000)
      }
      await expectReplays(sandbox)
    },
  )

  it('is recorded as it came if it is short', async () => {
    const { control, history } = await withHistory()
    await control.send('POST', 'actions/create_alias', { label: 'x'.repeat(5_000), size: 7 })
    const item = (await history()).at(-1)
    expect(item).toMatchObject({ arguments: { label: 'x'.repeat(5_000), size: 7 } })
    expect(item).not.toHaveProperty('shortened')
  })

  it('keeps no part of a key where it is cut', async () => {
    const { control, history } = await withHistory()
    const label = `${'note '.repeat(38)}AbCdEf0123456789AbCdEf0123456789 ${'x'.repeat(20_000)}`
    await control.send('POST', 'actions/create_alias', { label })
    expect(JSON.stringify((await history()).at(-1))).not.toContain('AbCd')
  })

  it.each([
    ['refused', 'nobody@alias-sandbox.example'],
    ['forwarded', 'shop@alias-sandbox.example'],
  ])(
    'a mail by its fields is recorded with all of its text only if it is forwarded: %s',
    async (outcome, to) => {
      const { sandbox, control, history } = await withHistory()
      const text = 'x'.repeat(100_000)
      for (let count = 0; count < 200; count += 1) {
        const { body } = await control.send('POST', 'actions/deliver_mail', {
          to,
          text,
          html: text,
        })
        expect(body['result']).toMatchObject({ outcome })
      }
      const after = await history()
      expect(after.at(-1)).toMatchObject({ type: 'mail', arguments: { to } })
      expect(JSON.stringify(after.at(-1)).length > 200_000).toBe(outcome === 'forwarded')
      expect(callsIn(after)).toHaveLength(outcome === 'forwarded' ? 0 : 21)
      if (outcome === 'refused') await expectReplays(sandbox)
    },
  )
})

function fields(count: number): object {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`field ${at}`, 'x'.repeat(1_000)]),
  )
}

describe('a call that is refused', () => {
  const long = 'x'.repeat(90_000)
  const key = { authorization: 'Bearer sandbox_default', 'content-type': 'application/json' }

  it.each<[what: string, prepare: string[], headers: object, body: string, status: number]>([
    ['with a wrong key', [], { ...key, authorization: 'Bearer x' }, `{"label":"${long}"}`, 401],
    ['for a field', [], key, `{"label":"${long}","single_use":1}`, 400],
    ['for its JSON', [], key, `{"label":"${long}`, 400],
    ['for its depth', [], key, `${'['.repeat(40_000)}${']'.repeat(40_000)}`, 400],
    [
      'for its type',
      [],
      { ...key, 'content-type': `text/plain; x=${long.slice(0, 5_000)}` },
      long,
      400,
    ],
    ['for its encoding', [], { ...key, 'content-encoding': 'br' }, long, 400],
    ['for the plan', ['cancel_immediately'], key, `{"label":"${long}"}`, 403],
    ['for the daily cap', ['use_up_day'], key, `{"label":"${long}","note":"n"}`, 429],
    ['by a fault', ['fail'], key, `{"label":"${long}"}`, 503],
    ['with many headers', [], { ...key, ...manyHeaders('Bearer x') }, '{}', 401],
  ])(
    'takes nothing out of the history, and is refused again: %s',
    async (_what, prepare, headers, body, status) => {
      const { sandbox, control, history } = await withHistory()
      for (const step of prepare) await preparations[step]!(control)
      const before = await history()
      const statuses: number[] = []
      for (let count = 0; count < 110; count += 1) {
        const sent = { method: 'POST', headers: headers as Record<string, string>, body }
        const answer = await fetch(`${sandbox.url}/v1/aliases`, sent)
        await answer.text()
        statuses.push(answer.status)
      }
      expect(statuses[0]).toBe(status)
      expect([status, 429]).toContain(statuses.at(-1)) // the burst limit of 60 is reached
      const after = await history()
      expect(after.slice(0, before.length)).toEqual(before)
      expect(JSON.stringify(after.at(-1)).length).toBeLessThan(20_000)
      expect(after.at(-1)).toMatchObject({ request: { shortened: true } })
      await expectReplays(sandbox)
      expect((await control.send('POST', 'accounts/default/undo', { to: 'req_1' })).status).toBe(
        200,
      )
    },
  )

  it('shows the beginning of its body', async () => {
    const { sandbox, control } = await withHistory()
    await apiClient(sandbox).create(`{"note":"hello","label":"${long}","single_use":1}`)
    const [entry] = await control.requests('?limit=1')
    expect(entry).toMatchObject({ refused: { field: 'single_use' }, outcome: 'bad_request' })
    expect(entry!.request.body).toMatch(/^\{"note":"hello",.*… \(90,\d+ characters\)$/)
  })
})

type Control = ReturnType<typeof controlClient>

const preparations: Record<string, (control: Control) => Promise<unknown>> = {
  cancel_immediately: (control) => control.do('set_account', { billing: 'canceled' }),
  use_up_day: (control) => control.do('set_usage', { daily: 200 }),
  fail: (control) => control.do('arm_fault', { kind: 'outage', times: 1_000 }),
}

/** Of a client that is not answered before, so that no two requests share their headers. */
function manyHeaders(authorization: string): Record<string, string> {
  const names = Array.from({ length: 100 }, (_, at) => [`x-header-${at}`, 'y'.repeat(100)])
  return { authorization, ...Object.fromEntries(names) }
}
