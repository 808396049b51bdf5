import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSandbox, type FetchSandboxOptions } from '../../src/fetch.ts'

function open(options: FetchSandboxOptions = {}) {
  const sandbox = createSandbox({ now: '2026-03-01T12:00:00Z', frozen: true, ...options })
  onTestFinished(() => sandbox.close())
  const headers = { authorization: `Bearer ${sandbox.apiKey}` }
  const list = (init?: RequestInit) =>
    sandbox.fetch(`${sandbox.url}/v1/aliases`, { headers, ...init })
  return { sandbox, account: sandbox.defaultAccount, list }
}

/** The error of a promise that must fail. */
async function errorOf(failing: Promise<unknown>): Promise<Error> {
  return failing.then(
    () => expect.fail('nothing failed'),
    (error: unknown) => error as Error,
  )
}

describe('a sandbox in a program, to a client of fetch', () => {
  it.each(['drop_before', 'drop_after'] as const)(
    '%s is a connection that was lost: fetch fails',
    async (kind) => {
      const { account, list } = open()
      await account.fail(kind)
      const error = await errorOf(list())
      expect(error).toBeInstanceOf(TypeError)
      expect(error.message).toBe('fetch failed')
      expect((error.cause as Error).message).toBe('the connection was closed')
    },
  )

  it('connection_reset fails with the code that Node has for it', async () => {
    const { account, list } = open()
    await account.fail('connection_reset')
    expect((await errorOf(list())).cause).toMatchObject({ code: 'ECONNRESET' })
  })

  it('dribble gives the body in pieces, and ends with a client that gives up', async () => {
    const { account, list } = open()
    await account.fail('dribble', { ms: 20 })
    const response = await list()
    const pieces: Uint8Array[] = []
    for await (const piece of response.body!) pieces.push(piece)
    expect(pieces).toHaveLength(2)
    expect(String(Buffer.concat(pieces).length)).toBe(response.headers.get('content-length'))
    await account.fail('dribble', { ms: 600_000 })
    const patience = new AbortController()
    const cut = await list({ signal: patience.signal })
    patience.abort()
    expect((await errorOf(cut.text())).name).toBe('AbortError')
    await expect.poll(() => account.requests()).toMatchObject([{}, { client_left: true }])
  })

  it('truncate gives the status and half of the body, which then fails', async () => {
    const { account, list } = open()
    await account.fail('truncate')
    const response = await list()
    expect(response.status).toBe(200)
    const reader = response.body!.getReader()
    const { value } = await reader.read()
    expect(value!.length * 2).toBeLessThanOrEqual(Number(response.headers.get('content-length')))
    expect(await errorOf(reader.read())).toBeInstanceOf(TypeError)
  })

  it('hang waits until the request is aborted, and fails with the reason', async () => {
    const { account, list } = open()
    await account.fail('hang')
    const patience = new AbortController()
    const answer = list({ signal: patience.signal })
    const reason = new Error('no patience')
    await account.waitForRequest()
    patience.abort(reason)
    expect(await errorOf(answer)).toBe(reason)
    const [entry] = await account.requests()
    expect([entry!.outcome, entry!.client_left]).toEqual(['hang', true])
  })

  it('delay takes its time, also under the fake timers of a test', async () => {
    const { account, list } = open()
    await account.fail('delay', { ms: 20 })
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    expect((await list()).status).toBe(200)
  })

  it('a request that is aborted while its answer is delayed fails, and the entry says so', async () => {
    const { account, list } = open()
    await account.fail('delay', { ms: 600_000 })
    const patience = new AbortController()
    const answer = list({ signal: patience.signal })
    await account.waitForRequest()
    patience.abort()
    expect((await errorOf(answer)).name).toBe('AbortError')
    const [entry] = await account.requests()
    expect([entry!.outcome, entry!.client_left]).toEqual(['listed', true])
  })

  it('a request that was aborted before is none', async () => {
    const { account, list } = open()
    expect((await errorOf(list({ signal: AbortSignal.abort() }))).name).toBe('AbortError')
    expect(await account.requests()).toEqual([])
  })

  it('requests that are sent together have all arrived before one of them is answered', async () => {
    const { account, list } = open()
    await account.fail('outage', { times: 8 })
    await Promise.all(Array.from({ length: 8 }, () => list()))
    const { etiquette } = await account.report()
    expect(etiquette.find(({ rule }) => rule === 'waits_out_outage')!.verdict).toBe('pass')
  })

  it('close ends what waits: a hanging and a delayed request fail, and so does a new one', async () => {
    const { sandbox, account, list } = open()
    await account.fail('hang')
    const hanging = errorOf(list())
    await account.waitForRequest({ outcome: 'hang' })
    await account.fail('delay', { ms: 600_000 })
    const delayed = errorOf(list())
    await account.waitForRequest({ outcome: 'listed' })
    await sandbox.close()
    expect((await hanging).message).toBe('fetch failed')
    expect((await delayed).message).toBe('fetch failed')
    expect((await errorOf(list())).message).toBe('fetch failed')
    expect(await errorOf(account.requests())).toMatchObject({ code: 'closed' })
  })

  it('a stream of events tells of requests, and ends when its reader leaves', async () => {
    const { sandbox, list } = open()
    const response = await sandbox.fetch(`${sandbox.url}/_sandbox/events`)
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    await list()
    while (!text.includes('event: request')) text += (await reader.read()).value
    await reader.cancel()
    expect(text).toContain('"outcome":"listed"')
  })

  it('everybody in the program may use it, whatever the host and origin', async () => {
    const { sandbox } = open()
    const init = { headers: { origin: 'http://foreign.example', 'sec-fetch-site': 'cross-site' } }
    const response = await sandbox.fetch('https://api.example.com/_sandbox/ready', init)
    expect(await response.json()).toMatchObject({ status: 'ready' })
  })

  it('fetch works without its object, and takes what the global one takes', async () => {
    const { fetch, apiKey } = open().sandbox
    const url = new URL('https://api.example.com/v1/aliases')
    const headers = { authorization: `Bearer ${apiKey}` }
    expect((await fetch(url, { headers })).status).toBe(200)
    expect((await fetch(new Request(url, { headers }))).status).toBe(200)
    expect((await fetch(new Request(url), { headers })).status).toBe(200)
  })

  it.each(['abort', 'close'] as const)('a body that never ends is left on %s', async (how) => {
    const { sandbox } = open()
    const patience = new AbortController()
    const body = new ReadableStream({ start: (part) => part.enqueue(new Uint8Array([0x7b])) })
    const init = { method: 'POST', body, duplex: 'half', signal: patience.signal } as const
    const answer = errorOf(sandbox.fetch(`${sandbox.url}/v1/aliases`, init))
    await new Promise((resolve) => setImmediate(resolve))
    if (how === 'abort') patience.abort()
    else await sandbox.close()
    expect((await answer).name).toBe(how === 'abort' ? 'AbortError' : 'TypeError')
  })

  it('a body that breaks off is a request that failed', async () => {
    const { sandbox, account } = open()
    const body = new ReadableStream({ start: (part) => part.error(new Error('boom')) })
    const init = { method: 'POST', body, duplex: 'half' } as const
    const error = await errorOf(sandbox.fetch(`${sandbox.url}/v1/aliases`, init))
    expect([error.message, (error.cause as Error).message]).toEqual(['fetch failed', 'boom'])
    expect(await account.requests()).toEqual([])
  })

  it('an answer has the address of its request, and the words of its status', async () => {
    const { url, status, statusText } = await open().list()
    expect([new URL(url).pathname, status, statusText]).toEqual(['/v1/aliases', 200, 'OK'])
  })

  it('requests arrive in the order in which they were sent, with and without a body', async () => {
    const { sandbox, account, list } = open()
    const headers = { authorization: `Bearer ${sandbox.apiKey}` }
    const create = () => sandbox.fetch(`${sandbox.url}/v1/aliases`, { method: 'POST', headers })
    await Promise.all([create(), list(), create()])
    const operations = (await account.requests()).map(({ operation }) => operation)
    expect(operations).toEqual(['create', 'list', 'create'])
  })

  it('a body that was read before is an error, as in fetch, and no request', async () => {
    const { sandbox, account } = open()
    const request = new Request(`${sandbox.url}/v1/aliases`, { method: 'POST', body: '{}' })
    await request.text()
    expect(await errorOf(sandbox.fetch(request))).toBeInstanceOf(TypeError)
    expect(await account.requests()).toEqual([])
  })

  it('skips no waits, since no connection shows which requests are open', async () => {
    const { account } = open()
    const error = await errorOf(account.clock.skipWaits(() => undefined))
    expect(error).toMatchObject({ code: 'bad_argument' })
    expect(error.message).toContain('use startSandbox')
  })

  it('accounts, clock, faults, mails, report and session are those of any sandbox', async () => {
    const { sandbox } = open()
    const account = await sandbox.account('past_due')
    const headers = { authorization: `Bearer ${account.apiKey}` }
    const create = () => sandbox.fetch(`${account.url}/v1/aliases`, { method: 'POST', headers })
    expect((await create()).status).toBe(403)
    await account.do('settle_invoice')
    await account.clock.advance('1h')
    const { alias } = (await (await create()).json()) as { alias: { address: string } }
    await account.deliver({ to: alias.address, subject: 'Code', text: 'Your code is 482913.' })
    expect((await account.inbox.waitFor()).codes).toEqual(['482913'])
    await account.undo()
    const session = await sandbox.session()
    const other = createSandbox()
    await other.load(session)
    expect(await (await other.accountNamed(account.name)).aliases()).toHaveLength(1)
    expect((await other.replay(session)).first).toBeNull()
  })

  it.each([
    ['port', { port: 80 }],
    ['host', { host: '127.0.0.1' }],
    ['db', { db: 'file.json' }],
    ['ui', { ui: true }],
    ['smtp', { smtp: true }],
    ['controlToken', { controlToken: 'x'.repeat(22) }],
    ['scenariosDir', { scenariosDir: '.' }],
  ])('refuses the option %s, which needs a port or files', (name, options) => {
    expect(() => createSandbox(options as FetchSandboxOptions)).toThrow(
      `${name}: not an option of createSandbox; use startSandbox`,
    )
  })

  it.each([
    ['an unknown scenario', { scenario: 'past_deu' }, 'past_due'],
    ['a file', { scenario: './mine.yaml' }, 'unknown scenario'],
    ['a scenario that cannot start', { scenario: { account: { plan: 'free', billing: 'past_due' } } }, 'free'],
    ['an unknown option', { seeed: 1 } as object, 'did you mean "seed"?'],
  ])('refuses %s at once', (_says, options, told) => {
    expect(() => createSandbox(options as FetchSandboxOptions)).toThrow(told)
  })

  it('sample data are there for a start, a key, an action and a session that ask for them', async () => {
    const { sandbox } = open({ scenario: ['plus', { populate: { count: 3, locale: 'ja' } }] })
    expect(await sandbox.defaultAccount.aliases()).toHaveLength(3)
    const headers = { authorization: 'Bearer sandbox_many_pages' }
    const response = await sandbox.fetch(`${sandbox.url}/v1/aliases`, { headers })
    expect(await response.json()).toMatchObject({ has_more: true })
    await sandbox.defaultAccount.do('populate_aliases', { count: 1, locale: 'fr' })
    const other = createSandbox()
    await other.load(await sandbox.session())
    expect(await other.defaultAccount.aliases()).toHaveLength(4)
  })
}) // prettier-ignore
