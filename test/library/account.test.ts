import { describe, expect, it } from 'vitest'
import { SandboxError, startSandbox } from '../../src/index.ts'
import { clientOf } from '../support/http/library-client.ts'
import { transports } from './transports.ts'

const now = '2026-03-01T12:00:00.000Z'

describe.each(transports)('an account, %s', (_name, open) => {
  it('starts in the requested scenario, and accepts only its own key', async () => {
    const sandbox = await open()
    const account = await sandbox.account('past_due')
    expect(account.apiKey).toMatch(/^sandbox_[a-z0-9]{24}$/)
    expect((await clientOf(account).create()).code).toBe('plan_past_due')
    expect((await clientOf(sandbox).create()).status).toBe(200)
  })

  it('accepts changes, a name and a key', async () => {
    const sandbox = await open()
    const changes = { name: 'mine', apiKey: 'sandbox_mine', usage: { daily: 49 } }
    const account = await sandbox.account('plus', changes)
    expect([account.name, account.apiKey]).toEqual(['mine', 'sandbox_mine'])
    expect((await account.usage()).daily.used).toBe(49)
  })

  it('accepts a custom scenario', async () => {
    const sandbox = await open()
    const account = await sandbox.account({ aliases: [{ id: 'shop' }] })
    expect((await account.aliases()).map(({ id }) => id)).toEqual(['shop'])
  })

  it('keeps the original key in the client when a newer one replaces it', async () => {
    const sandbox = await open()
    const account = await sandbox.account('key_rotated')
    expect((await clientOf(account).list()).status).toBe(401)
    const { api_key: apiKey } = await account.state()
    expect((await clientOf({ ...account, apiKey }).list()).status).toBe(200)
  })

  it('performs an action and returns its result', async () => {
    const account = await (await open({ now, frozen: true })).account()
    const { result } = await account.do('create_alias', { label: 'shop', expires_at: '+10m' })
    await account.do('suspend_alias', { id: result.alias.id, reason: 'spam' })
    expect(await account.aliases()).toMatchObject([{ label: 'shop', status: 'suspended' }])
    expect(await account.aliases({ search: 'SHOP', status: 'active' })).toEqual([])
    expect(await account.aliases({ search: 'SHOP', limit: 1 })).toHaveLength(1)
    const { fired } = await account.clock.advance('10m')
    expect(fired).toMatchObject([{ event: 'alias_expired' }])
    expect(await account.aliases()).toEqual([])
  })

  it('answers as it is told, and finds the call by what it sent', async () => {
    const account = await (await open()).account()
    const json = { for: 5, timeout: '5' }
    await account.fail('answer', { status: 418, headers: { 'X-Tea': 'yes' }, json })
    const authorization = `Bearer ${account.apiKey}`
    const response = await fetch(`${account.url}/v1/aliases`, { headers: { authorization } })
    expect([response.status, response.headers.get('x-tea')]).toEqual([418, 'yes'])
    expect(await response.json()).toEqual(json)
    await clientOf(account).create({ label: 'shop' })
    const body = { label: 'shop' }
    expect(await account.waitForRequest({ body })).toMatchObject({ id: 'req_2' })
    expect(await account.requests({ header: { 'Content-Type': 'text/html' } })).toEqual([])
    await expect(
      account.waitForRequest({ body: { label: 'news' }, timeout: '0s' }),
    ).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('req_2, whose body.label is "shop", not "news".') as string,
    })
  })

  it.each<[name: string, value: unknown]>([
    ['a bigint', 1n],
    ['Infinity', Infinity],
    ['a Map', new Map([['a', 1]])],
    ['Headers', new Headers({ a: 'b' })],
    ['a function', () => 1],
    ['nothing', undefined],
    ['a date that is none', new Date(NaN)],
    ['an integer that was rounded', Number('9007199254740993')],
  ])('is given no answer with %s, which JSON would change', async (_name, value) => {
    const sandbox = await open()
    const account = await sandbox.account()
    const answer = { status: 200, json: { a: [value] } }
    const faults = [{ kind: 'answer', ...answer } as const]
    const message = expect.stringMatching(
      /^json\.a\[0\] must be a (value of JSON|number from)/,
    ) as string
    const refused = { code: 'bad_argument', message }
    await expect(account.fail('answer', answer)).rejects.toMatchObject(refused)
    await expect(sandbox.account({ faults })).rejects.toMatchObject({
      code: 'bad_argument',
      message: expect.stringContaining('faults[0].json.a[0] must be a') as string,
    })
    await expect(startSandbox({ scenario: { faults } })).rejects.toMatchObject({
      code: 'bad_argument',
      message: expect.stringContaining('faults[0].json.a[0] must be a') as string,
    })
    expect((await account.state()).faults).toEqual([])
  })

  it('is given a fault by its kind first', async () => {
    const account = await (await open()).account()
    const wrong: [...unknown[]][] = [[{ kind: 'outage' }], ['outage', 2], ['outage', null], []]
    for (const given of wrong) {
      await expect(account.fail(...(given as ['outage']))).rejects.toMatchObject({
        code: 'bad_argument',
        message: expect.stringMatching(/kind|options of outage/) as string,
      })
    }
    expect((await account.state()).faults).toEqual([])
  })

  it('says where the status of a request is', async () => {
    const account = await (await open()).account('free')
    await clientOf(account).create()
    const [request] = await account.requests()
    expect(() => (request as unknown as { status: number }).status).toThrow('response.status')
    expect(request?.response.status).toBe(403)
    expect({ ...request }).not.toHaveProperty('status')
  })

  it.each<[unknown, string]>([
    ['shop', '(got "shop")'],
    [null, '(got null)'],
    [['shop'], '(got ["shop"])'],
    [1n, '(got bigint)'],
  ])('is asked for nothing by a filter that is no object: %s', async (value, got) => {
    const account = await (await open()).account()
    const filter = value as object
    for (const asking of [
      account.aliases(filter),
      account.requests(filter),
      account.waitForRequest(filter),
      account.history(filter),
      account.inbox.list(filter),
      account.inbox.waitFor(filter),
    ]) {
      await expect(asking).rejects.toMatchObject({
        code: 'bad_argument',
        message: `the filter must be an object ${got}`,
      })
    }
  })

  it('is opened and judged with options that exist', async () => {
    const sandbox = await open()
    const refusals: [Promise<unknown>, string][] = [
      [sandbox.account('plus', 'pro' as never), 'the changes must be an object (got "pro")'],
      [sandbox.account(5 as never), 'the scenario must be an object (got 5)'],
      [sandbox.report({ strickt: true } as never), 'unknown option strickt (allowed: strict)'],
      [
        sandbox.defaultAccount.report({ format: 'text' } as never),
        'unknown option format (allowed: strict)',
      ],
    ]
    for (const [asking, message] of refusals) {
      await expect(asking).rejects.toMatchObject({ code: 'bad_argument', message })
    }
  })

  it('is given no headers in a form that JSON would empty', async () => {
    const account = await (await open()).account()
    const headers = new Headers({ a: 'b' }) as unknown as Record<string, string>
    await expect(account.fail('answer', { status: 200, headers })).rejects.toMatchObject({
      code: 'bad_argument',
      message: 'headers must be a value of JSON (got Headers)',
    })
  })

  it('is given no answer that contains itself', async () => {
    const json: { self?: object } = {}
    json.self = json
    const account = await (await open()).account()
    await expect(account.fail('answer', { status: 200, json })).rejects.toMatchObject({
      code: 'bad_argument',
      message: 'json.self.self is nested too deep',
    })
  })

  it('skips the waits of a function only', async () => {
    const account = await (await open()).account()
    await expect(account.clock.skipWaits(5 as never)).rejects.toMatchObject({
      code: 'bad_argument',
      message: 'clock.skipWaits must be given a function that waits (got number)',
    })
  })

  it.each([undefined, () => 1, 1n])(
    'is not asked for calls by a value that JSON cannot say (%s)',
    async (label) => {
      const account = await (await open()).account()
      await clientOf(account).create({ label: 'shop' })
      for (const asking of [
        account.requests({ body: { label } }),
        account.waitForRequest({ body: { label } }),
      ]) {
        await expect(asking).rejects.toMatchObject({ code: 'bad_argument', field: 'body.label' })
      }
    },
  )

  it('has a clock of its own', async () => {
    const sandbox = await open({ now, frozen: true })
    const { clock } = await sandbox.account()
    await clock.advance('1d12h')
    expect(await clock.now()).toEqual(new Date('2026-03-03T00:00:00Z'))
    await clock.advance('1m30s')
    await clock.advanceTo('utc_midnight')
    await clock.advanceTo(new Date('2026-03-04T00:00:01Z'))
    expect(await clock.now()).toEqual(new Date('2026-03-04T00:00:01Z'))
    await clock.freeze(new Date('2026-03-04T00:00:02Z'))
    expect((await clock.resume({ scale: 60 })).result).toEqual({ mode: 'running', scale: 60 })
    expect(await sandbox.defaultAccount.clock.now()).toEqual(new Date(now))
  })

  it('applies a fault, counts its hits, and stops when it is cleared', async () => {
    const account = await (await open()).account()
    const outage = await account.fail('outage', { times: 'always' })
    expect((await clientOf(account).list()).status).toBe(503)
    expect((await clientOf(account).create()).status).toBe(503)
    expect([await outage.hits(), await outage.isArmed()]).toEqual([2, true])
    await outage.clear()
    expect((await clientOf(account).list()).status).toBe(200)
    expect([await outage.hits(), await outage.isArmed()]).toEqual([2, false])
  })

  it('clears a fault at the end of its block', async () => {
    const account = await (await open()).account()
    {
      await using fault = await account.fail('burst', { times: 'always' })
      expect([fault.kind, (await clientOf(account).list()).status]).toEqual(['burst', 429])
    }
    expect((await clientOf(account).list()).status).toBe(200)
  })

  it.each(['undo', 'reset', 'dispose'] as const)(
    'ends the block of a fault that %s has taken away',
    async (end) => {
      const account = await (await open()).account()
      await using fault = await account.fail('outage')
      await account[end]()
      await expect(fault.hits()).rejects.toThrow(SandboxError)
    },
  )

  it('returns the calls that it received, and the report on the client', async () => {
    const account = await (await open()).account('free')
    await clientOf(account).create()
    const [call] = await account.requests({ operation: 'create', outcome: 'plan_required' })
    expect(call?.why).toMatch(/Plus or Pro/)
    expect(await account.requests({ outcome: 'created' })).toEqual([])
    expect((await account.report()).calls).toBe(1)
  })

  it('waits for future calls, or says that none came', async () => {
    const account = await (await open()).account()
    const waiting = account.waitForRequests({ operation: 'list', count: 2 })
    await clientOf(account).list()
    await clientOf(account).list('?limit=5')
    expect((await waiting).map(({ request }) => request.query)).toEqual(['', 'limit=5'])
    expect((await account.waitForRequest()).id).toBe('req_1')
    await expect(
      account.waitForRequest({ operation: 'create', timeout: '1ms' }),
    ).rejects.toMatchObject({ code: 'timeout', status: 408 })
  })

  it('can be reset to its start', async () => {
    const account = await (await open()).account('past_due')
    await account.do('settle_invoice')
    await clientOf(account).list()
    await account.reset()
    expect((await account.state()).billing).toBe('past_due')
    expect(await account.requests()).toEqual([])
  })

  it('is removed with its key when it is disposed of; a second time has no effect', async () => {
    const sandbox = await open()
    const account = await sandbox.account()
    await account.dispose()
    await account.dispose()
    expect((await clientOf(account).list()).status).toBe(401)
    await expect(account.usage()).rejects.toMatchObject({
      code: 'closed',
      message: `account ${account.name} was disposed`,
    })
  })

  it('is disposed of at the end of its block', async () => {
    const sandbox = await open()
    {
      await using account = await sandbox.account({ name: 'brief' })
      expect((await sandbox.accountNamed(account.name)).apiKey).toBe(account.apiKey)
    }
    await expect(sandbox.accountNamed('brief')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('can be disposed of after it was removed', async () => {
    const sandbox = await open()
    const account = await sandbox.account()
    await sandbox.reset()
    await expect(account.dispose()).resolves.toBeUndefined()
  })
})
