import { describe, expect, it } from 'vitest'
import type { Sandbox } from '../../src/index.ts'
import { clientOf } from '../support/http/library-client.ts'
import { transports } from './transports.ts'

describe.each(transports)('a sandbox, %s', (_name, open) => {
  it('has a default account in the scenario that it was started with', async () => {
    const sandbox = await open({ scenario: 'trial', seed: 7 })
    const { defaultAccount } = sandbox
    expect(defaultAccount).toMatchObject({ name: 'default', apiKey: sandbox.apiKey })
    expect(await defaultAccount.state()).toMatchObject({ billing: 'trialing', seed: 7 })
  })

  it('merges several scenarios', async () => {
    const over = { usage: { daily: 3 } }
    const { defaultAccount } = await open({ scenario: ['pro', 'past_due', over] })
    const { plan, billing, usage } = await defaultAccount.state()
    expect([plan, billing, usage.daily.used]).toEqual(['plus', 'past_due', 3])
  })

  it('starts every clock at the given time, and applies choices to every scenario', async () => {
    const options = { now: new Date('2026-03-01T12:00:00Z'), frozen: true } as const
    const sandbox = await open({ ...options, choices: { page_size: 10 } })
    const account = await sandbox.account('many_pages')
    expect(await account.clock.now()).toEqual(options.now)
    expect((await clientOf(account).list()).aliases).toHaveLength(10)
  })

  it('draws the same ids and keys for the same seed, but for the default account’s key', async () => {
    const draw = async (seed: number) => {
      const sandbox = await open({ seed })
      const { apiKey } = await sandbox.account()
      return { id: (await clientOf(sandbox).create()).alias.id, key: apiKey, first: sandbox.apiKey }
    }
    const [one, two, other] = [await draw(1), await draw(1), await draw(2)]
    expect([two.id, two.key]).toEqual([one.id, one.key])
    expect([other.id, other.key]).not.toEqual([one.id, one.key])
    expect(two.first).not.toBe(one.first)
  })

  it('finds the account that a key created', async () => {
    const sandbox = await open()
    await clientOf({ url: sandbox.url, apiKey: 'sandbox_free-7' }).list()
    expect((await sandbox.accountNamed('free-7')).apiKey).toBe('sandbox_free-7')
    expect((await sandbox.accountNamed('sandbox_free-7')).name).toBe('free-7')
    expect((await sandbox.accounts()).map(({ name }) => name)).toEqual(['default', 'free-7'])
    await expect(sandbox.accountNamed('nobody')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('resets to its start, without the accounts created since', async () => {
    const sandbox = await open({ scenario: 'past_due' })
    await sandbox.account()
    await sandbox.defaultAccount.do('settle_invoice')
    await sandbox.reset()
    expect(await sandbox.accounts()).toHaveLength(1)
    expect((await sandbox.defaultAccount.state()).billing).toBe('past_due')
  })

  it('loads a session, including accounts that were disposed of', async () => {
    const sandbox = await open()
    const account = await sandbox.account('many_pages')
    const before = await sandbox.session()
    await account.dispose()
    await sandbox.load(before)
    expect(await (await sandbox.accountNamed(account.name)).aliases()).toHaveLength(250)
  })

  it('reports on all accounts together', async () => {
    const sandbox = await open()
    await clientOf(await sandbox.account()).list()
    await clientOf(sandbox).list()
    expect(await sandbox.report()).toMatchObject({ calls: 2, accounts: ['default', 'plus__1'] })
  })

  it('uses the control token if there is one', async () => {
    const sandbox = await open({ controlToken: 'a-token-of-twenty-six-chars' })
    expect((await sandbox.account()).name).toBe('plus__1')
  })

  it('can be closed twice, and reports any use after', async () => {
    const sandbox = await open()
    const account = await sandbox.account()
    const fault = await account.fail('outage')
    await Promise.all([sandbox.close(), sandbox.close()])
    const closed = { code: 'closed', message: `the sandbox at ${sandbox.url} was closed` }
    await expect(sandbox.account()).rejects.toMatchObject(closed)
    await expect(account.do('settle_invoice')).rejects.toMatchObject(closed)
    await expect(account.clock.now()).rejects.toMatchObject(closed)
    await expect(fault.hits()).rejects.toMatchObject(closed)
    await expect(account.dispose()).resolves.toBeUndefined()
  })

  it.each<[what: string, use: (sandbox: Sandbox) => Promise<unknown>, says: RegExp]>([
    ['a scenario', (sandbox) => sandbox.account('pluss'), /unknown scenario .*mean "plus"\?/],
    [
      'an option',
      (sandbox) => sandbox.account({ usge: {} } as object),
      /field "usge" .*mean "usage"\?/,
    ],
    [
      'another',
      (sandbox) => sandbox.account({ apikey: 'x' } as object),
      /field "apikey" .*mean "apiKey"\?/,
    ],
    ['a way to run', resumeWith({ scal: 2 }), /field "scal" .*mean "scale"\?/],
    ['an action', ({ defaultAccount }) => defaultAccount.do('reste' as 'reset'), /mean "reset"\?/],
    ['a fault', failWith('outge'), /kind must .*mean "outage"\?/],
    ['an outcome', askFor({ outcome: 'creatd' }), /outcome must .*mean "created"\?/],
    ['a filter', askFor({ outcom: 'created' }), /parameter "outcom" .*mean "outcome"\?/],
  ])('names %s that is unknown, and suggests the nearest', async (_what, use, says) => {
    const sandbox = await open()
    await expect(use(sandbox)).rejects.toMatchObject({
      name: 'SandboxError',
      message: expect.stringMatching(says) as string,
    })
  })
})

/** The library as plain JavaScript sees it, without types. */
function failWith(kind: string) {
  return ({ defaultAccount }: Sandbox) => defaultAccount.fail(kind as 'outage')
}

function resumeWith(how: object) {
  return ({ defaultAccount }: Sandbox) => defaultAccount.clock.resume(how)
}

function askFor(filter: object) {
  return ({ defaultAccount }: Sandbox) => defaultAccount.requests(filter)
}
