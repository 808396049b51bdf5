import { readFileSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { join } from 'node:path'
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { ControlClient } from '../../../src/client/client.ts'
import { connectSandbox } from '../../../src/client/connect.ts'
import { httpFetch, httpFetchOver } from '../../../src/client/http-fetch.ts'
import { startSandbox } from '../../../src/library/start-sandbox.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { startCli } from '../../support/process/run-cli.ts'

const at = (name: string) =>
  fileURLToPath(new URL(`../../support/tls/${name}.pem`, import.meta.url))
const pem = (name: string) => readFileSync(at(name), 'utf8')
const tls = { cert: pem('cert'), key: pem('key') }
const headers = { authorization: 'Bearer sandbox_default' }

/** A sandbox that speaks HTTPS, and a client that trusts its certificate. */
async function secureSandbox(scenario: object = {}) {
  const sandbox = await freshSandbox({ tls, with: scenario })
  const agent = new Agent({ ca: tls.cert })
  onTestFinished(() => agent.destroy())
  const overTls = httpFetchOver(agent)
  const fetch = (path: string, more: { method?: string; headers?: Record<string, string> } = {}) =>
    overTls(`${sandbox.url}${path}`, { method: 'GET', redirect: 'manual', headers, ...more })
  return { ...sandbox, fetch, client: new ControlClient({ url: sandbox.url, fetch: overTls }) }
}

/** What comes back for these bytes: nothing, when the connection is closed without an answer. */
function exchange(port: number, options: ConnectionOptions, text: string) {
  return new Promise<{ text: string; code: string | undefined }>((resolve) => {
    let answer = ''
    let code: string | undefined
    const socket: TLSSocket = connect({ host: '127.0.0.1', port, ca: tls.cert, ...options }, () =>
      socket.write(text),
    )
    socket.on('data', (chunk) => (answer += String(chunk)))
    socket.on('error', (error: NodeJS.ErrnoException) => (code = error.code))
    socket.on('close', () => resolve({ text: answer, code }))
  })
}

/** Sends bytes without TLS, and resolves when the connection is closed. */
function sendPlain(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connectPlain(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => (answer += String(chunk)))
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}

it('a client that trusts the certificate uses /v1 and the control API over HTTPS', async () => {
  const { url, fetch, client } = await secureSandbox()
  expect(url).toMatch(/^https:/)
  expect((await fetch('/v1/aliases', { method: 'POST' })).status).toBe(200)
  expect((await client.ask('GET aliases', { account: 'default' })).aliases).toHaveLength(1)
})

it('the requests as HAR have the address that was called', async () => {
  const { url, fetch, client } = await secureSandbox()
  await fetch('/v1/aliases')
  expect(await client.ask('GET session/har')).toMatchObject({
    log: { entries: [{ request: { url: `${url}/v1/aliases` } }] },
  })
})

it.each([
  ['drop_before', 0],
  ['drop_after', 1],
  ['connection_reset', 0],
  ['truncate', 1],
])('fault %s breaks the answer over TLS, and leaves %i aliases', async (kind, made) => {
  const { fetch, client } = await secureSandbox({ faults: [{ kind }] })
  const answer = fetch('/v1/aliases', { method: 'POST' }).then((response) => response.json())
  await expect(answer).rejects.toThrow()
  expect((await client.ask('GET aliases', { account: 'default' })).aliases).toHaveLength(made)
})

it('a fault that never answers ends when the sandbox stops', async () => {
  const { fetch, client, close } = await secureSandbox({ faults: [{ kind: 'hang' }] })
  const hanging = fetch('/v1/aliases', { method: 'POST' })
  hanging.catch(() => {})
  await client.ask('GET requests/wait', { account: 'default', query: { count: 1 } })
  await close(0)
  await expect(hanging).rejects.toThrow()
})

it('a page of its own origin may use the control API, the same host over HTTP may not', async () => {
  const { url, fetch } = await secureSandbox()
  const statusFor = async (origin: string) =>
    (await fetch('/_sandbox/accounts', { headers: { origin } })).status
  expect(await statusFor(url)).toBe(200)
  expect(await statusFor(url.replace('https:', 'http:'))).toBe(403)
})

it.each([
  ['GET', undefined],
  ['POST', '{}'],
  ['POST', 'x'.repeat(100_000)],
])('plain HTTP is told that the port speaks HTTPS: %s', async (method, body) => {
  const { url, fetch: secureFetch } = await secureSandbox()
  const plain = `${url.replace('https:', 'http:')}/v1/aliases`
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const answer = await fetch(plain, { method, headers, ...(body && { body }) })
      return [answer.status, ((await answer.json()) as { message: string }).message]
    }),
  )
  for (const answer of answers) expect(answer).toEqual([400, expect.stringContaining('https://')])
  expect((await secureFetch('/v1/aliases')).status).toBe(200)
})

it.each([['status'], ['stop'], ['wait'], ['requests']])(
  'the command %s says that its URL must begin with https://',
  async (command) => {
    const { url } = await secureSandbox()
    const run = startCli([command, '--url', url.replace('https:', 'http:')])
    expect(await run.exitCode).toBe(1)
    expect(run.stderr()).toContain('https://')
  },
)

it.each([['status'], ['stop'], ['wait']])(
  'the command %s says at once that it does not trust the certificate',
  async (command) => {
    const { url } = await secureSandbox()
    const run = startCli([command, '--url', url])
    expect(await run.exitCode).toBe(1)
    expect(run.stderr()).toContain('NODE_EXTRA_CA_CERTS')
  },
)

it.each([
  ['status', 1],
  ['stop', 1],
  ['wait', 124],
])('the command %s says that a server may speak no HTTPS', async (command, code) => {
  const { url } = await freshSandbox()
  const timeout = command === 'wait' ? ['--timeout', '1s'] : []
  const run = startCli([command, '--url', url.replace('http:', 'https:'), ...timeout])
  expect(await run.exitCode).toBe(code)
  expect(run.stderr()).toContain('must begin with http://')
})

it('connectSandbox says that its URL must begin with https://', async () => {
  const { url } = await secureSandbox()
  await expect(connectSandbox(url.replace('https:', 'http:'))).rejects.toThrow('https://')
})

it('broken handshakes and HTTP/2 get no answer, and others still do', async () => {
  const { port, fetch } = await secureSandbox()
  await Promise.all(
    Array.from({ length: 50 }, () => sendPlain(port, `\u0016\u0003\u0001${'x'.repeat(600)}`)),
  )
  expect((await exchange(port, { ALPNProtocols: ['h2'] }, '')).code).toBe(
    'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL',
  )
  expect((await fetch('/v1/aliases')).status).toBe(200)
})

it('what is no HTTP gets a JSON answer over TLS', async () => {
  const { port } = await secureSandbox()
  const { text } = await exchange(port, {}, 'nonsense\r\n\r\n')
  expect(text).toMatch(/^HTTP\/1\.1 400 .*\{"message"/s)
})

it('a handshake that is never finished does not keep the sandbox from stopping', async () => {
  const { port, close, fetch } = await secureSandbox()
  const silent = sendPlain(port, '\u0016')
  await fetch('/v1/aliases')
  await close()
  expect(await silent).toBe('')
})

it('a program that does not trust the certificate is told how to', async () => {
  const { url } = await secureSandbox()
  const client = new ControlClient({ url, fetch: httpFetch })
  await expect(client.ask('GET live')).rejects.toThrow(/NODE_EXTRA_CA_CERTS/)
})

it('a program is told that the certificate names no host', async () => {
  const cert = pem('nameless')
  const { url } = await freshSandbox({ tls: { ...tls, cert } })
  const agent = new Agent({ ca: cert })
  onTestFinished(() => agent.destroy())
  const client = new ControlClient({ url, fetch: httpFetchOver(agent) })
  await expect(client.ask('GET live')).rejects.toThrow(/[^:\s]; .* must name the host/)
})

it('startSandbox serves HTTPS, and drives its sandbox without a setting', async () => {
  await using sandbox = await startSandbox({ tls })
  expect(sandbox.url).toMatch(/^https:/)
  const account = await sandbox.account('past_due')
  expect(await account.requests()).toEqual([])
})

it.each([
  [{ ...tls, key: pem('other-key') }, 'tls.key'],
  [{ ...tls, cert: 'cert.pem' }, 'tls.cert'],
  [{ cert: pem('weak'), key: pem('weak-key') }, 'tls.cert'],
  [{ ...tls, key: Buffer.from(tls.key) as unknown as string }, 'tls.key'],
])('startSandbox names the part that is wrong, without its text', async (wrong, field) => {
  const error: unknown = await startSandbox({ tls: wrong }).catch((each: unknown) => each)
  expect(error).toMatchObject({ code: 'bad_argument', field })
  expect(String(error)).not.toContain(tls.key.split('\n')[1])
})

it('start prints an https URL, and nothing of the key', async () => {
  const run = startCli(['--port', '0', '--tls-cert', at('cert'), '--tls-key', at('key'), '--json'])
  await run.until('"event":"ready"')
  expect(run.stdout()).toContain('"url":"https://127.0.0.1:')
  run.signal('SIGTERM')
  expect(await run.exitCode).toBe(0)
  expect(run.stdout() + run.stderr()).not.toContain(tls.key.split('\n')[1])
})

it.each([
  ['one without the other', ['--tls-cert', at('cert')], '--tls-key'],
  ['no such file', ['--tls-cert', at('none'), '--tls-key', at('key')], 'ENOENT'],
  ['an encrypted key', ['--tls-cert', at('cert'), '--tls-key', at('encrypted-key')], 'encrypted'],
  ['another key', ['--tls-cert', at('cert'), '--tls-key', at('other-key')], 'other-key.pem'],
  [
    'a weak key',
    ['--tls-cert', at('weak'), '--tls-key', at('weak-key')],
    'weak.pem cannot be used',
  ],
])('start refuses %s before it listens', async (_, argv, told) => {
  const run = startCli(['--port', '0', ...argv])
  expect(await run.exitCode).toBe(2)
  expect(run.stderr()).toContain(told)
  expect(run.stdout()).toBe('')
})

it('start refuses what is no PEM, and prints nothing of it', async () => {
  const file = join(freshFolder(), 'key.pem')
  writeFileSync(file, 'not-to-be-printed')
  const run = startCli(['--port', '0', '--tls-cert', at('cert'), '--tls-key', file])
  expect(await run.exitCode).toBe(2)
  expect(run.stderr()).toContain('PEM')
  expect(run.stderr()).not.toContain('not-to-be-printed')
})
