import { describe, expect, it } from 'vitest'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

describe('Authorization', () => {
  it.each([
    ['the key', 'Bearer sandbox_default', 200],
    ['the scheme in another case', 'bEARER sandbox_default', 200],
    ['an unknown key', 'Bearer sandbox_unknown', 401],
    ['a key of no sandbox', 'Bearer sk_live_0123456789abcdef', 401],
    ['two spaces', 'Bearer  sandbox_default', 401],
    ['no scheme', 'sandbox_default', 401],
    ['another scheme', 'Basic sandbox_default', 401],
    ['the scheme alone', 'Bearer', 401],
    ['an empty header', '', 401],
    ['something behind the key', 'Bearer sandbox_default x', 401],
    ['the key in another case', 'Bearer SANDBOX_DEFAULT', 401],
  ])('%s: %s answers %i', async (_what, authorization, status) => {
    const api = apiClient(await freshSandbox())
    expect((await api.list('', { headers: { authorization } })).status).toBe(status)
  })

  it('answers 401 without the header', async () => {
    const sandbox = await freshSandbox()
    const response = await fetch(`${sandbox.url}/v1/aliases`)
    expect([response.status, Object.keys((await response.json()) as object)]).toEqual([
      401,
      ['message'],
    ])
  })

  it('a rotated key stops working at once, and the new one works', async () => {
    const sandbox = await freshSandbox()
    const { body } = await controlClient(sandbox).do('rotate_key')
    const { api_key } = body['result'] as { api_key: string }
    expect(api_key).toMatch(/^sandbox_[a-z0-9]{24}$/)
    expect((await apiClient(sandbox).list()).status).toBe(401)
    expect((await apiClient(sandbox, api_key).list()).status).toBe(200)
  })

  it('a revoked key stops working at once', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).do('revoke_key')
    expect((await apiClient(sandbox).list()).status).toBe(401)
  })

  it('never stores a key that is not its own', async () => {
    const sandbox = await freshSandbox()
    const secret = 'sk_live_51Hq8vTqZJ2Yc0x9'
    await apiClient(sandbox, secret).list()
    const control = controlClient(sandbox)
    const [entry] = await control.requests()
    expect(entry?.request.headers['authorization']).toBe('Bearer sk_l… (24 characters)')
    expect(JSON.stringify([entry, await control.session(), await control.account()])).not.toContain(
      secret,
    )
  })
})

describe('a key that names a scenario', () => {
  it('creates its account at the first use', async () => {
    const sandbox = await freshSandbox()
    expect((await apiClient(sandbox, 'sandbox_past_due').list()).code).toBe('plan_past_due')
    expect((await apiClient(sandbox, 'sandbox_free-job7-B').list()).code).toBe('plan_required')
    const { body } = await controlClient(sandbox).send('GET', 'accounts')
    expect((body['accounts'] as { name: string }[]).map(({ name }) => name)).toEqual([
      'default',
      'past_due',
      'free-job7-B',
    ])
  })

  it('keeps accounts apart: aliases, limits and clocks', async () => {
    const sandbox = await freshSandbox()
    const one = apiClient(sandbox, 'sandbox_plus-one')
    const two = apiClient(sandbox, 'sandbox_plus-two')
    await one.create({ label: 'mine' })
    await controlClient(sandbox, 'plus-one').do('advance_clock', { by: '400d' })
    expect((await two.list()).aliases).toEqual([])
    const [first, second] = [
      await controlClient(sandbox, 'plus-one').account(),
      await controlClient(sandbox, 'plus-two').account(),
    ]
    expect(first.clock.epoch_seconds - second.clock.epoch_seconds).toBeGreaterThan(399 * 86_400)
    expect([first.usage.burst.used, second.usage.burst.used]).toEqual([0, 1])
  })

  it.each([
    'sandbox_',
    'sandbox_nope',
    'sandbox_plus-',
    'sandbox_plus_',
    `sandbox_plus-${'x'.repeat(65)}`,
    'sandbox_plus-a.b',
    'sandbox_default-x',
    'sandbox___proto__',
    'sandbox_constructor',
  ])('%s makes none', async (key) => {
    expect((await apiClient(await freshSandbox(), key).list()).status).toBe(401)
  })

  it('stays 401 once rotated, until it is reset', async () => {
    const sandbox = await freshSandbox()
    const api = apiClient(sandbox, 'sandbox_plus-a')
    await api.list()
    const control = controlClient(sandbox, 'plus-a')
    await control.do('rotate_key')
    expect((await api.list()).status).toBe(401)
    await control.do('reset')
    expect((await api.list()).status).toBe(200)
  })

  it('is refused with 401 beyond --max-accounts, with the reason in the journal', async () => {
    const sandbox = await freshSandbox({ maxAccounts: 2 })
    expect((await apiClient(sandbox, 'sandbox_plus-1').list()).status).toBe(200)
    expect((await apiClient(sandbox, 'sandbox_plus-2').list()).status).toBe(401)
    const [entry] = await controlClient(sandbox).requests()
    expect(entry?.why).toMatch(/2 accounts already \(--max-accounts\)/)
  })
})

describe('seeds', () => {
  it('give the same ids in an account, whatever other accounts do', async () => {
    const alone = apiClient(await freshSandbox({ seed: 7 }), 'sandbox_plus-a')
    const ids = [(await alone.create()).alias.id, (await alone.create()).alias.id]
    const busy = await freshSandbox({ seed: 7 })
    const api = apiClient(busy, 'sandbox_plus-a')
    const first = await api.create()
    await apiClient(busy, 'sandbox_plus-b').create()
    await apiClient(busy).create()
    await controlClient(busy).do('rotate_key')
    expect([first.alias.id, (await api.create()).alias.id]).toEqual(ids)
  })

  it('give other ids with another seed or in another account', async () => {
    const id = async (seed: number, key: string) =>
      (await apiClient(await freshSandbox({ seed }), key).create()).alias.id
    const ids = [
      await id(1, 'sandbox_plus-a'),
      await id(2, 'sandbox_plus-a'),
      await id(1, 'sandbox_plus-b'),
    ]
    expect(new Set(ids).size).toBe(3)
  })
})
