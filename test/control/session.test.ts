import { describe, expect, it } from 'vitest'
import type { Session } from '../../src/contract/session/session.ts'
import type { RunningSandbox } from '../../src/node/start.ts'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { sessionOf, stateOf, type SandboxState } from '../support/core/states.ts'

type Account = SandboxState['accounts'][number]

const start = {
  clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const },
  aliases: [{ id: 'a' }, { id: 'b', expires_at: '+1h' }],
}

/** Contradictory states of one account, and the message of the refusal. */
const contradictions: [what: string, change: (account: Account) => object, says: RegExp][] = [
  [
    'two aliases made at once',
    ({ aliases }) => ({ aliases: aliases.map((one) => ({ ...one, seq: 1 })) }),
    /seq/,
  ],
  ['an alias made after the last', () => ({ aliases_made: 1 }), /aliases_made/],
  ['an alias that is there and gone', () => ({ removed: ['a'] }), /removed/],
  ['an unknown fate of the key', ({ key }) => ({ key: { ...key, status: 'gone' } }), /status/],
  ['a key of another sandbox', ({ key }) => ({ key: { ...key, current: 'sk_live_1' } }), /current/],
  ['an id with an @', ({ aliases }) => ({ aliases: [{ ...aliases[0]!, id: 'a@b' }] }), /id/],
  [
    'an unknown status',
    ({ aliases }) => ({ aliases: [{ ...aliases[0]!, status: 'deleted' }] }),
    /status/,
  ],
  [
    'fewer than no messages',
    ({ aliases }) => ({ aliases: [{ ...aliases[0]!, forward_count: -1 }] }),
    /forward_count/,
  ],
  [
    'half a second',
    ({ aliases }) => ({ aliases: [{ ...aliases[0]!, created_at: 0.5 }] }),
    /created_at/,
  ],
  ['an unknown choice', () => ({ choices: { page_size: 101 } }), /choice/],
  [
    'a clock beyond its end',
    ({ clock }) => ({ clock: { ...clock, account_ms: 1e18 } }),
    /account_ms/,
  ],
  [
    'an unknown step',
    () => ({ timeline: [{ at_ms: 1, do: 'nonsense', arguments: {} }] }),
    /nonsense/,
  ],
  ['no draws', () => ({ draws: [] }), /draws/],
  ['no account that is called default', () => ({ name: 'other' }), /default/],
]

/** All that is loaded. */
const lasting = ({ sandbox }: RunningSandbox) => stateOf(sandbox, 0)

describe('PUT session', () => {
  it.each(contradictions)(
    'refuses %s, says where, and changes nothing',
    async (_what, change, says) => {
      const sandbox = await freshSandbox({ with: start })
      const control = controlClient(sandbox)
      const state = lasting(sandbox)
      const accounts = state.accounts.map((account) => ({ ...account, ...change(account) }))
      const changed = sessionOf({ ...state, accounts } as SandboxState)
      const { status, body } = await control.send('PUT', 'session', changed)
      expect([status, body['message']]).toEqual([400, expect.stringMatching(says)])
      expect(lasting(sandbox)).toEqual(state)
      expect((await apiClient(sandbox).list()).aliases).toHaveLength(2)
    },
  )

  it('lets the clocks go on from where they stood, however long ago that was', async () => {
    const sandbox = await freshSandbox({ with: { clock: { now: '2026-03-01T12:00:00Z' } } })
    const control = controlClient(sandbox)
    const session = JSON.stringify(await control.session())
    const old = session.replaceAll(/"real_at":"\d{4}/g, '"real_at":"2020')
    expect((await control.send('PUT', 'session', JSON.parse(old))).status).toBe(200)
    const { now } = (await control.account()).clock
    expect(now).toMatch(/^2026-03-01T12:0/)
  })

  it('of an account whose state has another name is refused', async () => {
    const sandbox = await freshSandbox()
    const session = sessionOf(stateOf(sandbox.sandbox, 0))
    session.accounts[0]!.start.state!.name = 'other'
    const { status, body } = await controlClient(sandbox).send('PUT', 'session', session)
    expect([status, body['message']]).toEqual([
      400,
      'accounts[0].start.state.name must be default (got "other")',
    ])
  })

  it('continues in another sandbox: seed, keys, names, cursors, ids', async () => {
    const [from, to] = [
      await freshSandbox({ seed: 7, with: start }),
      await freshSandbox({ seed: 8 }),
    ]
    const { nextCursor } = await apiClient(from).list('?limit=1')
    await apiClient(from, 'sandbox_past_due-x').list()
    const session = await controlClient(from).session()
    expect((await controlClient(to).send('PUT', 'session', session)).status).toBe(200)
    const goOn = async (sandbox: typeof from) => {
      const { body } = await controlClient(sandbox).send('POST', 'accounts', {})
      return [
        body['name'],
        body['api_key'],
        (await apiClient(sandbox).list(`?last_key=${nextCursor}`)).text,
        (await apiClient(sandbox).create()).text,
        (await apiClient(sandbox, 'sandbox_past_due-x').list()).code,
        (await controlClient(sandbox).send('GET', 'ready')).body['seed'],
      ]
    }
    expect(await goOn(to)).toEqual(await goOn(from))
  })

  it('accepts what GET session returned, which stands where it stood, with its requests', async () => {
    const sandbox = await freshSandbox({ scenario: 'suspended_mix', with: start })
    const control = controlClient(sandbox)
    await apiClient(sandbox).create({ label: 'mine' })
    await control.do('advance_clock', { by: '2h' })
    const before = [lasting(sandbox), await control.requests()]
    const session = await control.session()
    await control.send('POST', 'reset', {})
    expect((await control.send('PUT', 'session', session)).status).toBe(200)
    expect([lasting(sandbox), await control.requests()]).toEqual(before)
    expect((await control.send('POST', 'replay', session)).body).toMatchObject({ first: null })
  })

  it('keeps requests that were cleared out of the journal', async () => {
    const sandbox = await freshSandbox({ with: start })
    const control = controlClient(sandbox)
    await apiClient(sandbox).list()
    await control.send('DELETE', 'requests')
    await apiClient(sandbox).create()
    expect((await control.send('PUT', 'session', await control.session())).status).toBe(200)
    expect((await control.requests()).map(({ id }) => id)).toEqual(['req_2'])
  })

  it('counts on after the last entry, also where the history is shorter', async () => {
    const sandbox = await freshSandbox({ maxRequests: 20, with: { limits: { burst: 'off' } } })
    const control = controlClient(sandbox)
    await control.do('change_plan', { plan: 'pro' })
    for (let call = 0; call < 60; call += 1) await apiClient(sandbox).list()
    const session = (await control.session()) as unknown as Session
    expect(session.accounts[0]!.start).toHaveProperty('state')
    const other = await freshSandbox({ maxRequests: 20 })
    expect((await controlClient(other).send('PUT', 'session', session)).status).toBe(200)
    await apiClient(other).list()
    expect((await controlClient(other).requests()).at(-1)).toMatchObject({ id: 'req_61' })
    const { body } = await controlClient(other).send('POST', 'accounts/default/undo', {
      to: 'req_60',
    })
    expect(body).toMatchObject({ undo: 'undo_1' })
    await controlClient(other).do('change_plan', { plan: 'plus' })
    expect((await controlClient(other).account()).last_action?.id).toBe('act_2')
  })
})

describe('POST reset', () => {
  it('undoes a scenario that was loaded since', async () => {
    const sandbox = await freshSandbox({ with: start })
    const control = controlClient(sandbox)
    const fresh = lasting(sandbox)
    await control.do('load_scenario', { scenario: 'past_due' })
    expect((await control.account()).billing).toBe('past_due')
    await control.send('POST', 'reset', {})
    expect(lasting(sandbox)).toEqual(fresh)
  })
})
