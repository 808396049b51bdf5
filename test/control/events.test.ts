import { describe, expect, it, onTestFinished } from 'vitest'
import { freshSandbox } from '../support/fresh-sandbox.ts'

type Told = { id: string; event: string; data: Record<string, unknown> }

/** Listens to a sandbox; `next` gives the next event of a name, `close` hangs up. */
async function listen(url: string, { query = '', lastId = '' } = {}) {
  const hangUp = new AbortController()
  onTestFinished(() => hangUp.abort())
  const response = await fetch(`${url}/_sandbox/events${query}`, {
    signal: hangUp.signal,
    headers: lastId === '' ? {} : { 'last-event-id': lastId },
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  async function next(): Promise<Told | null> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const told = parse(text.slice(0, end))
        text = text.slice(end + 2)
        if (told) return told
        continue
      }
      const { value, done } = await reader.read()
      if (done) return null
      text += value
    }
  }
  return { response, next, close: () => hangUp.abort() }
}

function parse(frame: string): Told | undefined {
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
const act = (url: string, action: string, account = '') =>
  fetch(`${url}/_sandbox/${account}actions/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })

describe('GET /_sandbox/events', () => {
  it('greets, then tells calls and actions as they happen', async () => {
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

  it('tells only what was done, not what was refused', async () => {
    const { url } = await freshSandbox()
    const { next } = await listen(url)
    await next()
    expect((await act(url, 'settle_invoice')).status).toBe(409)
    expect((await act(url, 'freeze_clock')).status).toBe(200)
    expect(await next()).toMatchObject({ data: { action: 'freeze_clock' } })
  })

  it('tells where a clock stands after it was moved, stopped or let run', async () => {
    const { url } = await freshSandbox({ with: { clock: { now: '2026-03-01T12:00:00Z' } } })
    const { next } = await listen(url)
    await next()
    await act(url, 'freeze_clock')
    expect((await next())?.event).toBe('action')
    const told = await next()
    expect(told).toMatchObject({
      event: 'clock',
      data: { account: 'default', mode: 'frozen', scale: 1 },
    })
    expect(told?.data['now']).toMatch(/^2026-03-01T12:00:0/)
    await act(url, 'settle_invoice')
    await act(url, 'update_card')
    expect((await next())?.data['action']).toBe('update_card')
  })

  it('tells nothing of a scenario that was only checked', async () => {
    const { url } = await freshSandbox()
    const { next } = await listen(url)
    await next()
    await fetch(`${url}/_sandbox/scenarios/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'account: { plan: pro }' }),
    })
    await act(url, 'update_card')
    expect((await next())?.event).toBe('action')
  })

  it('tells a new account that a key has made', async () => {
    const { url } = await freshSandbox()
    const { next } = await listen(url)
    await next()
    await call(url, 'sandbox_free-mine')
    expect(await next()).toMatchObject({ event: 'request', data: { account: 'free-mine' } })
    expect(await next()).toMatchObject({ event: 'accounts' })
  })

  it('tells of one account where one is asked for', async () => {
    const { url } = await freshSandbox()
    await call(url, 'sandbox_pro-mine')
    const { next } = await listen(url, { query: '?account=pro-mine' })
    await next()
    await call(url)
    await call(url, 'sandbox_pro-mine')
    expect(await next()).toMatchObject({ event: 'accounts' }) // default's first call
    expect(await next()).toMatchObject({ event: 'request', data: { account: 'pro-mine' } })
  })

  it('refuses an account that there is not', async () => {
    const { url } = await freshSandbox()
    const { response } = await listen(url, { query: '?account=nobody' })
    expect(response.status).toBe(404)
  })

  it('goes on behind the last event that a listener has heard of', async () => {
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
  ])('says so when what came after an id %s is not known', async (_what, lastId) => {
    const { url } = await freshSandbox()
    const { next } = await listen(url, { lastId })
    expect((await next())?.event).toBe('hello')
    expect((await next())?.event).toBe('reset')
  })

  it('forgets the oldest of very many', async () => {
    const { url } = await freshSandbox({ scenario: 'unlimited' })
    const first = await listen(url)
    const { id } = (await first.next())!
    first.close()
    for (let round = 0; round < 25; round += 1) {
      await Promise.all(Array.from({ length: 100 }, () => call(url)))
    }
    const second = await listen(url, { lastId: id })
    await second.next()
    expect((await second.next())?.event).toBe('reset')
  })

  it('ends when the sandbox closes', async () => {
    const sandbox = await freshSandbox()
    const { next } = await listen(sandbox.url)
    await next()
    await sandbox.close()
    expect(await next()).toBeNull()
  })

  it('is closed to pages of other origins', async () => {
    const { url } = await freshSandbox()
    const response = await fetch(`${url}/_sandbox/events`, {
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(response.status).toBe(403)
  })
})
