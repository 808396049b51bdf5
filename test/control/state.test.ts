import { describe, expect, it } from 'vitest'
import type { SandboxState } from '../../src/contract/state/state.ts'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

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

/** Removes the machine's time, which is not restored. */
const lasting = (state: object) =>
  JSON.parse(JSON.stringify(state).replaceAll(/"machine_ms":\d+/g, '"machine_ms":0')) as object

describe('PUT state', () => {
  it.each(contradictions)(
    'refuses %s, says where, and changes nothing',
    async (_what, change, says) => {
      const sandbox = await freshSandbox({ with: start })
      const control = controlClient(sandbox)
      const state = (await control.state()) as SandboxState
      const accounts = state.accounts.map((account) => ({ ...account, ...change(account) }))
      const { status, body } = await control.send('PUT', 'state', { ...state, accounts })
      expect([status, body['message']]).toEqual([400, expect.stringMatching(says)])
      expect(lasting(await control.state())).toEqual(lasting(state))
      expect((await apiClient(sandbox).list()).aliases).toHaveLength(2)
    },
  )

  it('continues in another sandbox: seed, keys, names, cursors, ids', async () => {
    const [from, to] = [
      await freshSandbox({ seed: 7, with: start }),
      await freshSandbox({ seed: 8 }),
    ]
    const { nextCursor } = await apiClient(from).list('?limit=1')
    await apiClient(from, 'sandbox_past_due-x').list()
    const state = await controlClient(from).state()
    expect((await controlClient(to).send('PUT', 'state', state)).status).toBe(200)
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

  it('accepts what GET state returned, and GET state then returns the same', async () => {
    const control = controlClient(await freshSandbox({ scenario: 'suspended_mix', with: start }))
    const state = await control.state()
    expect((await control.send('PUT', 'state', state)).status).toBe(200)
    expect(lasting(await control.state())).toEqual(lasting(state))
  })
})

describe('POST reset', () => {
  it('undoes a scenario that was loaded since', async () => {
    const control = controlClient(await freshSandbox({ with: start }))
    const fresh = await control.state()
    await control.do('load_scenario', { scenario: 'past_due' })
    expect((await control.account()).billing).toBe('past_due')
    await control.send('POST', 'reset', {})
    expect(lasting(await control.state())).toEqual(lasting(fresh))
  })
})
