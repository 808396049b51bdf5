import { limits, limitText } from '../../src/contract/limits.ts'
import { ReceivedBytes } from '../../src/core/sizes/received-bytes.ts'
import { defaultTimeouts } from '../../src/node/http/server/server.ts'
import { callCore } from '../support/core/core-call.ts'
import type { FreshOptions } from '../support/http/fresh-sandbox.ts'
import { getText } from '../support/http/raw-reader.ts'
import { runCli } from '../support/process/run-cli.ts'
import { cutOff, eventsAfter, openStreams } from './streams.ts'
import type { User } from './user.ts'

export type LimitRow = {
  /** Goes over a limit, as a user can; returns all that he is told. */
  over: (user: User) => Promise<string>
  told: RegExp
  options?: FreshOptions
  isLong?: true
}

const text = (length: number) => 'x'.repeat(length)
const list = (item: string, count: number) => `[${`${item},`.repeat(count - 1)}${item}]`
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const most = (name: keyof typeof limits) => limits[name].value
const shown = (name: keyof typeof limits) => limitText(limits[name])

/** For each limit. One without a row does not compile. */
export const rows: Record<keyof typeof limits, LimitRow> = {
  targetBytes: {
    over: ({ send }) => send(`GET /_sandbox/live?${text(most('targetBytes'))}`),
    told: /^414 .*The request target exceeds 8192 bytes.*"bad_request"/,
  },
  headerBytes: {
    over: ({ send }) => send('GET /v1/aliases', undefined, { x: text(most('headerBytes')) }),
    told: new RegExp(`^431 .*The request headers exceed ${shown('headerBytes')}`),
  },
  headerLines: {
    over: ({ send }) =>
      send(
        'GET /v1/aliases',
        undefined,
        Object.fromEntries(Array.from({ length: most('headerLines') }, (_, n) => [`x${n}`, 'y'])),
      ),
    told: new RegExp(`^431 .*more than ${most('headerLines')} headers`),
  },
  requestMs: {
    over: ({ hear }) => hear('GET /v1/ali'),
    told: /^HTTP\/1.1 408 [^]*The request was not complete in time/,
    options: { timeouts: defaultTimeouts },
    isLong: true,
  },
  keepAliveMs: {
    over: ({ hear }) => hear(getText('/v1/aliases')),
    told: new RegExp(`^HTTP/1.1 200 [^]*Keep-Alive: timeout=${most('keepAliveMs') / 1_000}\r\n`),
    options: { timeouts: defaultTimeouts },
    isLong: true,
  },
  callBytes: {
    over: ({ send }) => send('POST /v1/aliases', { note: text(most('callBytes')) }),
    told: /^413 /,
  },
  controlBytes: {
    over: ({ act }) => act('create_alias', { note: text(most('controlBytes')) }),
    told: new RegExp(`^413 .*exceeds ${most('controlBytes')} bytes`),
  },
  stateBytes: {
    over: ({ send }) => send('PUT /_sandbox/session', text(most('stateBytes') + 1)),
    told: new RegExp(`^413 .*exceeds ${most('stateBytes')} bytes`),
  },
  receivedBytes: {
    over: ({ act }) => act('create_alias', { note: text(2_000) }),
    told: new RegExp(`^503 .*receives at most ${shown('receivedBytes')} .* try again`),
    options: { received: new ReceivedBytes(1_000) },
  },
  connections: {
    async over({ repeat, hear }) {
      repeat(1, 'arm_fault', { kind: 'hang', times: 'always' })
      const half = getText('/v1/aliases').repeat(most('connections') / 2 + 1)
      await Promise.race([hear(half), hear(half), hear(half)])
      return 'disconnected'
    },
    told: /^disconnected$/,
  },
  streams: {
    async over({ url, send }) {
      await openStreams(url, most('streams'))
      return send('GET /_sandbox/events')
    },
    told: new RegExp(`^503 .*As many streams are open as may be, ${most('streams')}.*"busy"`),
    isLong: true,
  },
  waitMs: {
    over: ({ send }) => send(`GET /_sandbox/requests/wait?timeout=${most('waitMs') + 1}ms`),
    told: new RegExp(`^400 .*a duration of at most ${most('waitMs') / 60_000}m`),
  },
  unreadBytes: {
    async over({ url, sandbox }) {
      const ended = cutOff()
      await openStreams(url, 30)
      const body = JSON.stringify({ label: text(44_000) })
      while (ended.size === 0) {
        callCore(sandbox, { body })
        await new Promise(setImmediate)
      }
      return `${ended.size} of 30 streams are cut off`
    },
    told: /^[1-9] of 30/,
  },
  depth: {
    over: ({ send }) => send('PUT /_sandbox/session', nested(most('depth') + 21)),
    told: new RegExp(`^400 .*nested deeper than ${most('depth') + 20} levels`),
  },
  values: {
    over: ({ send }) => send('PUT /_sandbox/session', list('0', most('values') + 1)),
    told: /^400 .*more than 5,000,000 values/,
  },
  tokens: {
    over: ({ send }) =>
      send('POST /_sandbox/scenarios/check', { text: `aliases: ${list('a', most('tokens'))}` }),
    told: new RegExp(`^400 .*more than ${shown('tokens')}`),
  },
  searchCharacters: {
    over: ({ send }) => send(`GET /_sandbox/inbox?text=${text(most('searchCharacters') + 1)}`),
    told: new RegExp(`^400 .*text of at most ${shown('searchCharacters')}`),
  },
  accounts: {
    over: async () => (await runCli(['start', '--max-accounts', `${most('accounts') + 1}`])).stderr,
    told: new RegExp(`from 1 to ${most('accounts')}`),
  },
  accountBytes: {
    async over({ act }) {
      const fault = { kind: 'answer', status: 200, body: text(1_000_000) }
      let told = ''
      for (let count = 0; count < 99; count += 1) told = await act('arm_fault', fault)
      return told
    },
    told: new RegExp(`^409 .*holds all that it may, ${shown('accountBytes')}`),
    isLong: true,
  },
  aliases: {
    over: ({ act }) => act('populate_aliases', { count: most('aliases') }), // it has one already
    told: /^400 .*an account has at most 100,000 aliases/,
  },
  textCharacters: {
    over: ({ act }) => act('create_alias', { label: text(most('textCharacters') + 1) }),
    told: new RegExp(`^400 .*at most ${most('textCharacters')} characters`),
  },
  formerKeys: {
    over({ repeat, act }) {
      repeat(most('formerKeys'), 'rotate_key', {})
      return act('rotate_key', {})
    },
    told: new RegExp(`^409 .*has had ${most('formerKeys')} keys, which is the maximum`),
  },
  faults: {
    over({ repeat, act }) {
      repeat(most('faults'), 'arm_fault', { kind: 'outage' })
      return act('arm_fault', { kind: 'outage' })
    },
    told: /^409 .*has 1,000 armed faults, which is the maximum/,
  },
  steps: {
    over: ({ send }) =>
      send('POST /_sandbox/accounts', `{"expect":${list('{}', most('steps') + 1)}}`),
    told: new RegExp(`^400 .*expect must have at most ${most('steps')} items`),
  },
  requests: {
    async over({ url, sandbox }) {
      for (let call = 0; call <= most('requests'); call += 1) callCore(sandbox)
      const { stdout, stderr } = await runCli(['requests', '--url', url])
      return stdout + stderr
    },
    told: /dropped 1 older request: 1 over the limit of requests per account/,
  },
  historyBytes: {
    async over({ url, sandbox }) {
      const body = JSON.stringify({ unknown: text(95_000) })
      for (let bytes = 0; bytes < most('historyBytes'); bytes += 94_000) callCore(sandbox, { body })
      const { stdout, stderr } = await runCli(['requests', '--url', url])
      return stdout + stderr
    },
    told: new RegExp(`over the limit of ${shown('historyBytes')} for all accounts together`),
  },
  windowCalls: {
    async over({ sandbox, send }) {
      for (let call = 0; call < most('windowCalls') + 10; call += 1) callCore(sandbox)
      const session = (await send('GET /_sandbox/session')).slice(4)
      const { usage } = sandbox.account('default').state
      return `${usage.burst!.calls_ms!.length} calls; ${await send('PUT /_sandbox/session', session)}`
    },
    told: new RegExp(`^${most('windowCalls')} calls; 200 `),
    options: {
      scenario: 'plus',
      with: {
        account: { plan: 'free' },
        clock: { mode: 'frozen' },
        choices: { burst_window: 'sliding', rejected_spend_burst: 'all' },
      },
    },
    isLong: true,
  },
  shown: {
    async over({ repeat, send }) {
      repeat(most('shown') + 1, 'deliver_mail', { to: 'shop@alias-sandbox.example' })
      const answer = await send('GET /_sandbox/inbox')
      return `${answer.match(/"id":/g)?.length} mails`
    },
    told: new RegExp(`^${most('shown')} mails$`),
  },
  eventBytes: {
    async over({ url, sandbox }) {
      const [, first] = /^id: (.*)$/m.exec(await eventsAfter(url, '', 'hello'))!
      const body = JSON.stringify({ label: text(44_000) })
      for (let bytes = 0; bytes < most('eventBytes'); bytes += 44_000) {
        callCore(sandbox, { body })
        await new Promise(setImmediate)
      }
      return eventsAfter(url, first!, 'reset')
    },
    told: /^event: reset$/m,
  },
  mailBytes: {
    over: ({ say }) => say(`MAIL FROM:<a@a.example> SIZE=${most('mailBytes') + 1}`),
    told: new RegExp(`^552 .*${most('mailBytes')}`),
  },
  keptMailBytes: {
    async over({ deliver, send }) {
      const raw = `Content-Type: image/png\r\n\r\n${text(1_000_000)}`
      for (let bytes = 0; bytes <= most('keptMailBytes'); bytes += 1_000_000) await deliver({ raw })
      const [, first] = /"id":"([^"]+)"/.exec(await send('GET /_sandbox/inbox'))!
      return send(`GET /_sandbox/inbox/${first}/raw`)
    },
    told: /^404 .*is not kept any longer/,
  },
  mailHeaderBytes: {
    over: ({ mail }) => mail(`From: ${'a:'.repeat(most('mailHeaderBytes') / 16)}\r\n\r\nhi`),
    told: /^554 .*headers that name addresses may be at most 32 KiB/,
  },
  mailLines: {
    over: ({ mail }) => mail('\r\n'.repeat(most('mailLines') + 1)),
    told: new RegExp(`^554 .*may be at most ${shown('mailLines')}`),
  },
  smtp: {
    over: ({ say }) =>
      say(
        'MAIL FROM:<a@a.example>',
        ...Array.from({ length: most('smtp') + 1 }, (_, n) => `RCPT TO:<a${n}@a.example>`),
      ),
    told: new RegExp(`^452 .*a mail may have at most ${most('smtp')} recipients`),
  },
  outputBytes: {
    async over() {
      const { builtCli } = await import('../support/process/built-cli.ts') // needs a build
      const client = `await fetch(process.env.ALIAS_SANDBOX_URL + '/v1/aliases'); process.stdout.write('x'.repeat(5_000_000))`
      const command = [process.execPath, '--input-type=module', '-e', client]
      const options = ['--runs', '1', '--scenarios', 'plus', '--expect-output', 'cat']
      return (await builtCli(['explore', ...options, '--', ...command]).ended).stderr
    },
    told: /the client printed more than 4 MiB/,
    isLong: true,
  },
}
