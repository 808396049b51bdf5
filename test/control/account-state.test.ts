import { describe, expect, it } from 'vitest'
import type { SandboxState } from '../../src/contract/state/state.ts'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const }

/** A second account, with one alias. */
async function twoAccounts() {
  const sandbox = await freshSandbox({ with: { clock } })
  const control = controlClient(sandbox, 'mine')
  await control.send('POST', 'accounts', { name: 'mine', api_key: 'sandbox_mine', clock })
  const api = apiClient(sandbox, 'sandbox_mine')
  await api.create()
  const read = async () =>
    (await control.send('GET', 'accounts/mine/state')).body as unknown as SandboxState
  const write = (state: object) => control.send('PUT', 'accounts/mine/state', state)
  return { sandbox, control, api, read, write }
}

const lasting = (state: object) =>
  JSON.stringify(state).replaceAll(/"machine_ms":\d+/g, '"machine_ms":0')

describe('GET and PUT accounts/<name>/state', () => {
  it('restores aliases, usage, clock, plan and key, and continues as before', async () => {
    const { control, api, read, write } = await twoAccounts()
    const before = await read()
    const goOn = async () => [(await api.create()).alias, (await control.account()).usage]
    const first = await goOn()
    await control.do('set_account', { billing: 'canceled' })
    await control.do('rotate_key')
    await control.do('advance_clock', { by: '25h' })
    const { status, body } = await write(before)
    expect([status, body['billing'], body['api_key']]).toEqual([200, 'active', 'sandbox_mine'])
    expect(await goOn()).toEqual(first)
  })

  it('removes keys that were created since', async () => {
    const { sandbox, control, read, write } = await twoAccounts()
    const before = await read()
    const { result } = (await control.do('rotate_key')).body as { result: { api_key: string } }
    await write(before)
    expect((await apiClient(sandbox, result.api_key).list()).status).toBe(401)
    const [unauthenticated] = await controlClient(sandbox).requests()
    expect(unauthenticated?.why).toMatch(/No account of this sandbox has this key/)
  })

  it('leaves the other accounts and the journal alone', async () => {
    const { sandbox, control, read, write } = await twoAccounts()
    const before = await read()
    await apiClient(sandbox).create()
    await write(before)
    expect((await apiClient(sandbox).list()).aliases).toHaveLength(1)
    expect(await control.requests()).toHaveLength(1)
  })

  it.each<[what: string, change: (state: SandboxState) => object, says: RegExp]>([
    ['of another account', rename('other'), /not the state of account mine/],
    ['of no account', (state) => ({ ...state, accounts: [] }), /not the state of account mine/],
    ['of two accounts', twice, /not the state of account mine/],
    [
      'with a key of another account',
      withKey('sandbox_default'),
      /default and mine have the same key/,
    ],
    ['of another version', (state) => ({ ...state, version: 99 }), /version/],
    ['that is none', () => ({}), /format/],
  ])('refuses a state %s and changes nothing', async (_what, change, says) => {
    const { read, write } = await twoAccounts()
    const before = await read()
    const { status, body } = await write(change(before))
    expect([status, body['message']]).toEqual([400, expect.stringMatching(says)])
    expect(lasting(await read())).toBe(lasting(before))
  })

  it('answers 404 for an unknown account', async () => {
    const { control, read } = await twoAccounts()
    const state = await read()
    expect((await control.send('GET', 'accounts/nobody/state')).status).toBe(404)
    expect((await control.send('PUT', 'accounts/nobody/state', state)).status).toBe(404)
  })
})

function rename(name: string) {
  return (state: SandboxState) => ({ ...state, accounts: [{ ...state.accounts[0]!, name }] })
}

function twice(state: SandboxState) {
  return { ...state, accounts: [...state.accounts, ...state.accounts] }
}

function withKey(current: string) {
  return (state: SandboxState) => {
    const account = state.accounts[0]!
    return { ...state, accounts: [{ ...account, key: { ...account.key, current } }] }
  }
}
