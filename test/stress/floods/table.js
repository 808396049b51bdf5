// The floods: each is sent to a process of its own. `flood` gets the sandbox and returns the refusal that it met, which
// `refused` describes; a flood without `refused` is one that the sandbox takes.
import { leave, many, message, readSlowly, sendMail, until } from './clients.js'

const MIB = 1_048_576
const text = (length) => 'x'.repeat(length)

export const floods = [
  {
    name: 'accounts by keys',
    refused: /holds all that it may|accounts already/,
    flood: async ({ get }) => {
      const call = (n) => get('/v1/aliases', `sandbox_many_pages-${n}`)
      await until(20_000, 20, async (n) => (await call(n)).status === 401)
      return (await get('/_sandbox/requests?outcome=invalid_key&limit=1')).text
    },
  },
  {
    name: 'accounts with scenarios of their own',
    refused: /holds all that it may|accounts already/,
    flood: ({ control }) =>
      until(1_000, 2, (n) =>
        message(
          control('POST', 'accounts', { aliases: [{ note: text(9_000) }], expect: steps(n) }),
        ),
      ),
  },
  {
    name: 'populated accounts',
    refused: /holds all that it may/,
    flood: ({ control }) =>
      until(100, 1, () =>
        message(control('POST', 'accounts', { scenario: 'plus', populate: 50_000 })),
      ),
  },
  {
    name: 'populating and resetting',
    flood: async ({ control }) => {
      for (let round = 0; round < 30; round += 1) {
        await control('POST', 'actions/populate_aliases', { count: 40_000 })
        await control('POST', 'actions/suspend_alias', { id: 'none' })
        await control('POST', 'actions/reset', {})
      }
    },
  },
  {
    name: 'aliases with long texts',
    refused: /holds all that it may/,
    flood: ({ post }) =>
      until(5_000, 8, () =>
        message(
          post('/v1/aliases', JSON.stringify({ label: text(90_000) }), 'sandbox_unlimited-1'),
        ),
      ),
  },
  {
    name: 'keys',
    refused: /keys, which is the maximum/,
    flood: ({ control }) =>
      until(2_000, 4, () => message(control('POST', 'actions/rotate_key', {}))),
  },
  {
    name: 'large answers of faults',
    refused: /holds all that it may/,
    flood: ({ control }) =>
      until(200, 2, () =>
        message(
          control('POST', 'actions/arm_fault', {
            kind: 'answer',
            status: 200,
            body: text(900_000),
          }),
        ),
      ),
  },
  {
    name: 'histories of large bodies',
    flood: ({ post }) =>
      many(3_000, 16, () =>
        post('/v1/aliases', JSON.stringify({ unknown: text(95_000) }), 'sandbox_unlimited-1'),
      ),
  },
  {
    name: 'large bodies at once',
    refused: /receives at most/,
    flood: ({ control }) => {
      const body = text(20 * MIB)
      return until(60, 12, async () => {
        const told = await message(control('PUT', 'state', body))
        return told?.includes('receives at most') ? told : undefined
      })
    },
  },
  {
    name: 'deep JSON',
    refused: /nested deeper/,
    flood: async ({ control }) => {
      const deep = `{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}`
      const told = await many(50, 4, () => message(control('POST', 'accounts', deep)))
      return told.at(-1)
    },
  },
  {
    name: 'states of empty objects',
    refused: /objects and lists/,
    flood: async ({ control }) => {
      const state = `{"accounts":[${'{},'.repeat(10_000_000)}{}]}`
      const told = await many(6, 2, () => message(control('PUT', 'state', state)))
      return told.at(-1)
    },
  },
  {
    name: 'states of the largest size',
    flood: async ({ control, get }) => {
      await control('POST', 'accounts', { name: 'big', populate: 80_000 })
      const { text: state } = await get('/_sandbox/state')
      for (let n = 0; n < 6; n += 1) {
        const { status, text: told } = await control('PUT', 'state', state)
        if (status !== 200) return told
      }
      return undefined
    },
  },
  {
    name: 'waits that leave',
    flood: ({ port }) =>
      leave(port, 1_100, 'GET /_sandbox/requests/wait?count=100000&timeout=10m HTTP/1.1'),
  },
  {
    name: 'readers that stop',
    flood: async ({ port, post }) => {
      const body = JSON.stringify({ note: text(90_000) })
      await many(100, 8, () => post('/v1/aliases', body, 'sandbox_unlimited-1'))
      await readSlowly(port, 150, 'GET /v1/aliases?limit=100 HTTP/1.1', 'sandbox_unlimited-1')
    },
  },
  {
    name: 'pipelined lists',
    flood: async ({ port }) => {
      const request =
        'GET /v1/aliases HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sandbox_unlimited-1\r\n\r\n'
      await readSlowly(port, 20, request.repeat(5_000))
    },
  },
  {
    name: 'half-open connections',
    flood: ({ port, isShort }) =>
      leave(port, isShort ? 1_000 : 10_000, 'GET /v1/aliases HTT', 3_000),
  },
  {
    name: 'mails of 9 MB',
    refused: /452/,
    flood: async ({ smtpPort, control }) => {
      const { text: made } = await control('POST', 'actions/create_alias', {})
      const { address } = JSON.parse(made).result.alias
      const told = await Promise.all(
        Array.from({ length: 20 }, () => sendMail(smtpPort, address, 9 * MIB)),
      )
      return told.join('\n')
    },
  },
  {
    name: 'bug reports',
    flood: async ({ get, post }) => {
      for (let n = 0; n < 60; n += 1)
        await post('/v1/aliases', JSON.stringify({ label: text(50_000) }), 'sandbox_unlimited-1')
      await many(40, 10, () => get('/_sandbox/accounts/unlimited-1/requests/req_60/bug'))
    },
  },
]

/** Steps of a scenario with long texts. */
function steps(n) {
  return Array.from({ length: 100 }, (_, at) => ({
    call: 'POST /v1/aliases',
    status: 200,
    body: { label: `${n} ${at} ${text(1_000)}` },
  }))
}
