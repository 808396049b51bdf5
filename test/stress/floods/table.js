// The floods: each is sent to a process of its own. `flood` gets the sandbox and returns the refusal that it met, which
// `refused` describes; a flood without `refused` is one that the sandbox takes.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  atOnce,
  closeAll,
  converse,
  mailOf,
  many,
  message,
  openAll,
  readSlowly,
  request,
  sendMail,
  until,
} from './clients.js'

const MIB = 1_048_576
const ENDLESS_WAIT = '/_sandbox/requests/wait?count=100000&timeout=10m'
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
        const told = await message(control('PUT', 'session', body))
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
      const told = await many(6, 2, () => message(control('PUT', 'session', state)))
      return told.at(-1)
    },
  },
  {
    name: 'states of the largest size',
    flood: async ({ control, get }) => {
      await control('POST', 'accounts', { name: 'big', populate: 80_000 })
      const { text: state } = await get('/_sandbox/session')
      for (let n = 0; n < 6; n += 1) {
        const { status, text: told } = await control('PUT', 'session', state)
        if (status !== 200) return told
      }
      return undefined
    },
  },
  {
    name: 'scenarios of the largest size',
    refused: /more than 100,000/,
    flood: async ({ control }) => {
      const texts = ['[', 'a,', '{b: ', '&a [*a, ', '- - - '].map((part) => ({
        text: `aliases: [${part.repeat(900_000 / part.length)}`,
      }))
      const told = await many(20, 4, (n) =>
        message(control('POST', 'scenarios/check', texts[n % texts.length])),
      )
      return told.join()
    },
  },
  {
    name: 'replays of the largest history',
    flood: async ({ control, get, post }) => {
      for (let n = 0; n < 200; n += 1)
        await post('/v1/aliases', JSON.stringify({ note: text(60_000) }), 'sandbox_unlimited-1')
      const { text: session } = await get('/_sandbox/session')
      await many(6, 2, () => control('POST', 'replay', session))
    },
  },
  {
    name: 'waits that leave',
    flood: async ({ port }) => {
      const waits = await openAll(port, 1_100, request(ENDLESS_WAIT))
      await sleep(500)
      closeAll(waits)
    },
  },
  {
    name: 'a wait on each connection',
    flood: async ({ port, get, post, isShort }) => {
      const waits = await openAll(port, isShort ? 2_000 : 10_900, request(ENDLESS_WAIT))
      await get('/_sandbox/live')
      for (let n = 0; n < 20; n += 1)
        await atOnce(() => post('/v1/aliases', '{}', 'sandbox_unlimited-1'))
      closeAll(waits)
    },
  },
  {
    name: 'waits for a text in many mails',
    flood: async ({ port, post, get, control, isShort }) => {
      await deliver(control, 41, 100_000)
      const wait = request('/_sandbox/inbox/wait?text=none&timeout=10m')
      const waits = await openAll(port, isShort ? 300 : 1_000, wait)
      await get('/_sandbox/live')
      for (let n = 0; n < 20; n += 1)
        await atOnce(() => post('/v1/aliases', '{}', 'sandbox_unlimited-1'))
      closeAll(waits)
    },
  },
  {
    name: 'the first look at many mails',
    flood: async ({ get, control }) => {
      await deliver(control, 191, 40_000)
      await Promise.all(['inbox', 'live'].map((path) => atOnce(() => get(`/_sandbox/${path}`))))
    },
  },
  {
    name: 'streams of events',
    refused: /as may be, 1000/,
    flood: async ({ port, get, post, isShort }) => {
      const streams = await openAll(port, 1_000, request('/_sandbox/events'))
      await sleep(500)
      const told = await message(get('/_sandbox/events'))
      const body = JSON.stringify({ note: text(60_000) })
      const flooding = many(isShort ? 20 : 200, 1, () =>
        post('/v1/aliases', body, 'sandbox_unlimited-1'),
      )
      await readSlowly(streams)
      await flooding
      return told
    },
  },
  {
    name: 'slow readers',
    flood: async ({ port, post, isShort }) => {
      const body = JSON.stringify({ note: text(90_000) })
      await many(100, 8, () => post('/v1/aliases', body, 'sandbox_unlimited-1'))
      const list = request('/v1/aliases?limit=100', 'sandbox_unlimited-1')
      await readSlowly(await openAll(port, isShort ? 150 : 1_000, list))
    },
  },
  {
    name: 'pipelined lists',
    flood: async ({ port, isShort }) => {
      const list = request('/v1/aliases', 'sandbox_unlimited-1')
      await readSlowly(await openAll(port, 200, list.repeat(isShort ? 100 : 5_000)))
    },
  },
  {
    name: 'mails of 9 MB',
    refused: /452/,
    flood: async ({ smtpPort, control }) => {
      const address = await makeAddress(control)
      const mail = mailOf(9 * MIB)
      return (await many(20, 20, () => sendMail(smtpPort, address, mail))).join('\n')
    },
  },
  {
    name: 'mails that are refused when they are read',
    refused: /^554 .*at most 32 KiB[^]*20 requests$/m,
    flood: async ({ smtpPort, control, get }) => {
      const address = await makeAddress(control)
      const mail = `From: ${'a:'.repeat(125_000)}\r\n\r\n${mailOf(8.4 * MIB)}`
      const told = await many(10, 1, () => sendMail(smtpPort, address, mail))
      await many(9, 1, () => control('POST', 'actions/create_alias', { label: text(1_000_000) }))
      const { text: kept } = await get('/_sandbox/accounts/kept/requests')
      return `${told.at(-1)}${JSON.parse(kept).requests.length} requests`
    },
  },
  {
    name: 'long addresses before a bug report',
    refused: /554 .*at most 32 KiB/,
    flood: async ({ smtpPort, control, get }) => {
      const address = await makeAddress(control)
      const mail = `From: ${'a:'.repeat(125_000)}\r\n\r\nhi`
      const mails = many(40, 40, () => sendMail(smtpPort, address, mail))
      await atOnce(() => get('/_sandbox/accounts/kept/requests/req_20/bug'))
      return (await mails).at(-1)
    },
  },
  {
    name: 'clients that send commands and no mail',
    refused: /^(?=[^]*421 too many commands without a mail)(?=[^]*421 .*Too many connected)/,
    flood: async ({ smtpPort, control }) => {
      const commands = Array.from({ length: 100 }, () => ['MAIL FROM:<a@b.example>', 'RSET'])
      const told = await many(300, 300, () => converse(smtpPort, commands.flat()))
      assert.match(await sendMail(smtpPort, await makeAddress(control), 'hi'), /250 .*\r\n$/)
      return told.join('')
    },
  },
  {
    name: 'bug reports',
    flood: async ({ get, post, isShort }) => {
      for (let n = 0; n < 60; n += 1)
        await post('/v1/aliases', JSON.stringify({ label: text(50_000) }), 'sandbox_unlimited-1')
      await many(isShort ? 6 : 40, 10, () =>
        get('/_sandbox/accounts/unlimited-1/requests/req_60/bug'),
      )
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

async function makeAddress(control) {
  const { text: made } = await control('POST', 'actions/create_alias', {})
  return JSON.parse(made).result.alias.address
}

/** Delivers so many mails with texts of so many characters. */
async function deliver(control, count, length) {
  const to = await makeAddress(control)
  await many(count, 4, async () => {
    const { status } = await control('POST', 'actions/deliver_mail', { to, text: text(length) })
    assert.equal(status, 200)
  })
}
