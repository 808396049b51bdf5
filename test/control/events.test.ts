import { describe, expect, it, onTestFinished } from 'vitest'
import { callCore } from '../support/core/core-call.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

type StoredEvent = { id: string; event: string; data: Record<string, unknown> }

/**
 * Listens to a sandbox; `next` returns the next event with a name, `close` disconnects. Events of the
 * history, which double most others, are left out unless asked for.
 */
async function listen(url: string, { query = '', lastId = '', withHistory = false } = {}) {
  const hangUp = new AbortController()
  onTestFinished(() => hangUp.abort())
  const response = await fetch(`${url}/_sandbox/events${query}`, {
    signal: hangUp.signal,
    headers: lastId === '' ? {} : { 'last-event-id': lastId },
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  async function next(): Promise<StoredEvent | null> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const message = parse(text.slice(0, end))
        text = text.slice(end + 2)
        if (message && (withHistory || message.event !== 'history')) return message
        continue
      }
      const { value, done } = await reader.read()
      if (done) return null
      text += value
    }
  }
  return { response, next, close: () => hangUp.abort() }
}

function parse(frame: string): StoredEvent | undefined {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1] ?? ''
  if (field('event') === '') return undefined
  return {
    id: field('id'),
    event: field('event'),
    data: JSON.parse(field('data')) as Record<string, unknown>,
  }
}

const call = (url: string, key = 'sandbox_default') =>
  fetch(`${url}/v1/aliases`, { headers: { authorization: `Bearer ${key}` } })
const callWith = (url: string, body: string, key = 'wrong') =>
  fetch(`${url}/v1/aliases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  })
const act = (url: string, action: string, account = '') =>
  fetch(`${url}/_sandbox/${account}actions/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })

describe('GET /_sandbox/events', () => {
  it('sends a greeting, then calls and actions as they happen', async () => {
    const { url } = await freshSandbox({ scenario: 'past_due' })
    const { response, next } = await listen(url)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(await next()).toMatchObject({ event: 'hello', data: { version: expect.any(String) } })
    await call(url)
    expect(await next()).toMatchObject({
      event: 'request',
      data: { account: 'default', outcome: 'plan_past_due', duration_ms: expect.any(Number) },
    })
    expect(await next()).toMatchObject({ event: 'accounts' })
    await act(url, 'settle_invoice')
    expect(await next()).toMatchObject({
      event: 'action',
      data: { action: 'settle_invoice', account: 'default' },
    })
  })

  it('sends what was done, not what was refused', async () => {
    const { url } = await freshSandbox()
    const { next } = await listen(url)
    await next()
    expect((await act(url, 'settle_invoice')).status).toBe(409)
    expect((await act(url, 'freeze_clock')).status).toBe(200)
    expect(await next()).toMatchObject({ data: { action: 'freeze_clock' } })
  })

  it('sends each call twice, in one order: in short, then as the history shows it', async () => {
    const { url } = await freshSandbox()
    await call(url, 'sandbox_pro-mine')
    const events = await listen(url, { query: '?account=pro-mine', withHistory: true })
    await events.next()
    const large = JSON.stringify({ label: 'x'.repeat(95_000) })
    const replies = [
      call(url, 'sandbox_pro-mine'),
      call(url), // of another account
      callWith(url, large, 'sandbox_pro-mine'),
      callWith(url, '{"label":"x"}', 'sandbox_pro-mine'),
      act(url, 'settle_invoice', 'accounts/pro-mine/'), // refused
      act(url, 'update_card', 'accounts/pro-mine/'),
    ]
    await Promise.all(replies)
    const sent: StoredEvent[] = []
    while (sent.filter(({ event }) => event !== 'accounts').length < 9) {
      sent.push((await events.next())!)
    }
    const ordersOf = (event: string) =>
      sent
        .filter(({ event: name, data }) => name === event && data['type'] === 'call')
        .map(({ data }) => [data['id'], data['order']])
    expect(ordersOf('request')).toEqual(ordersOf('history'))
    expect(ordersOf('request')).toHaveLength(3)
    const read = await fetch(`${url}/_sandbox/accounts/pro-mine/history?types=call&after=req_1`)
    const { history } = (await read.json()) as { history: Record<string, unknown>[] }
    const whole = sent.filter(({ event, data }) => event === 'request' && !('too_large' in data))
    const listed = history.filter(({ id }) => whole.some(({ data }) => data['id'] === id))
    expect(whole.map(({ data }) => data)).toEqual(listed)
    expect(whole).toHaveLength(2)
  })

  it('sends the time after a clock was moved, frozen or resumed', async () => {
    const { url } = await freshSandbox({ with: { clock: { now: '2026-03-01T12:00:00Z' } } })
    const { next } = await listen(url)
    await next()
    await act(url, 'freeze_clock')
    expect((await next())?.event).toBe('action')
    const message = await next()
    expect(message).toMatchObject({
      event: 'clock',
      data: { account: 'default', mode: 'frozen', scale: 1 },
    })
    expect(message?.data['now']).toMatch(/^2026-03-01T12:00:0/)
    await act(url, 'settle_invoice')
    await act(url, 'update_card')
    expect((await next())?.data['action']).toBe('update_card')
  })

  it('sends a new account that a key created', async () => {
    const { url } = await freshSandbox()
    const { next } = await listen(url)
    await next()
    await call(url, 'sandbox_free-mine')
    expect(await next()).toMatchObject({ event: 'request', data: { account: 'free-mine' } })
    expect(await next()).toMatchObject({ event: 'accounts' })
  })

  it('sends the events of one account when one is named', async () => {
    const { url } = await freshSandbox()
    await call(url, 'sandbox_pro-mine')
    const { next } = await listen(url, { query: '?account=pro-mine' })
    await next()
    await call(url)
    await call(url, 'sandbox_pro-mine')
    expect(await next()).toMatchObject({ event: 'accounts' }) // default's first call
    expect(await next()).toMatchObject({ event: 'request', data: { account: 'pro-mine' } })
  })

  it('refuses an account that does not exist', async () => {
    const { url } = await freshSandbox()
    const { response } = await listen(url, { query: '?account=nobody' })
    expect(response.status).toBe(404)
  })

  it('continues after the last event that a listener has received', async () => {
    const { url } = await freshSandbox()
    const first = await listen(url)
    await first.next()
    await call(url)
    const { id } = (await first.next())!
    first.close()
    await act(url, 'freeze_clock')
    const second = await listen(url, { lastId: id })
    expect((await second.next())?.event).toBe('hello')
    expect((await second.next())?.event).toBe('accounts')
    expect(await second.next()).toMatchObject({ data: { action: 'freeze_clock' } })
  })

  it.each([
    ['of another run', 'other-7'],
    ['that was never given out', '9'],
    ['that is nonsense', 'x'],
  ])('sends a reset when the events after an id %s are not known', async (_what, lastId) => {
    const { url } = await freshSandbox()
    const { next } = await listen(url, { lastId })
    expect((await next())?.event).toBe('hello')
    expect((await next())?.event).toBe('reset')
  })

  it('names a call that is too large for an event, so that it can be read', async () => {
    const { url } = await freshSandbox()
    const { next } = await listen(url)
    await next()
    await callWith(url, JSON.stringify({ label: 'x'.repeat(95_000) }), 'sandbox_default')
    const message = await next()
    expect(message).toMatchObject({ event: 'request' })
    expect(message?.data).toMatchObject({ id: 'req_1', account: 'default', too_large: true })
    expect(message?.data).toMatchObject({ order: 2, type: 'call', outcome: 'created', status: 200 })
    expect(message?.data).not.toHaveProperty('request')
    const read = await fetch(`${url}/_sandbox/requests/req_1`)
    expect(await read.json()).toMatchObject({ outcome: 'created' })
  })

  it('sends live listeners everything that happens in one turn', async () => {
    const { url, sandbox } = await freshSandbox()
    const { next } = await listen(url)
    await next()
    for (let count = 0; count < 1_500; count += 1) callCore(sandbox, { key: 'x' })
    const message = []
    while (message.length < 1_501) message.push(await next())
    expect(message.filter((event) => event?.event === 'request')).toHaveLength(1_500)
    expect(message.at(-1)?.data).toMatchObject({ id: 'req_1500' })
  })

  it('ends when the sandbox closes', async () => {
    const sandbox = await freshSandbox()
    const { next } = await listen(sandbox.url)
    await next()
    await sandbox.close()
    expect(await next()).toBeNull()
  })
})
