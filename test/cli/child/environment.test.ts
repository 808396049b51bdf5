import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { builtFile } from '../../support/process/fresh-build.js'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { runCli } from '../../support/process/run-cli.ts'

const BIN = builtFile('dist/bin.cjs')

type StartedCli = { child: ChildProcess; url: string; port: number; exitCode: Promise<number> }

/** The built command line in its own process, once it is ready. */
async function startReady(argv: readonly string[], env: NodeJS.ProcessEnv, cwd?: string) {
  const child = spawn(process.execPath, [BIN, '--port', '0', '--json', ...argv], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    ...(cwd !== undefined && { cwd }),
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exitCode = once(child, 'close').then(([code]) => code as number)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { url, port } = JSON.parse(line) as { url: string; port: number }
  return { child, url, port, exitCode } satisfies StartedCli
}

const key = { authorization: 'Bearer sandbox_default' }

/** The answers to a few calls of a client, byte for byte. */
async function transcript(env: NodeJS.ProcessEnv): Promise<string> {
  const { child, url, exitCode } = await startReady(
    ['--now', '2026-03-08T06:59:59Z', '--frozen', '--seed', '7'],
    { PATH: process.env['PATH'], ...env },
  )
  const message: string[] = []
  const ask = async (method: string, path: string, body?: string) => {
    const headers = { ...key, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
    const { date, ...others } = Object.fromEntries(answer.headers)
    // The control API dates its own answers by the machine's clock.
    const dated = path.startsWith('/_sandbox/') ? undefined : date
    message.push(
      JSON.stringify([answer.status, dated, others['content-type'], await answer.text()]),
    )
  }
  await ask('POST', '/v1/aliases', '{"label":"Iıİi","expires_at":1773000000}')
  await ask('POST', '/v1/aliases', '{"label":1}')
  await ask('POST', '/v1/aliases', '{"expires_at":1}')
  await ask('GET', '/v1/aliases?limit=1')
  await ask('GET', '/v1/aliases?limit=x')
  await ask('GET', '/nowhere')
  await ask('POST', '/_sandbox/actions/advance_clock', '{"to":"utc_midnight"}')
  await ask('GET', '/_sandbox/scenarios')
  child.kill('SIGTERM')
  expect(await exitCode).toBe(0)
  return message.join('\n')
}

describe('answers are the same to the byte', () => {
  let usual: Promise<string> | undefined
  it.each([
    [{ TZ: 'Pacific/Kiritimati' }],
    [{ TZ: 'America/St_Johns', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }],
    [{ TZ: 'junk', LANG: 'C' }],
    [{ NODE_ENV: 'production' }],
    [{ NODE_ENV: 'test', CI: 'true', FORCE_COLOR: '1', DEBUG: '*' }],
    [{ HOME: '/nowhere', TMPDIR: '/nowhere' }],
    [{ HTTP_PROXY: 'http://127.0.0.1:1', PORT: 'abc' }],
  ])('with %j', async (env) => {
    usual ??= transcript({})
    expect(await transcript(env)).toBe(await usual)
  })
})

describe('the end', () => {
  it('comes with exit code 0 when the terminal is closed', async () => {
    const { child, exitCode } = await startReady([], process.env)
    child.kill('SIGHUP')
    expect(await exitCode).toBe(0)
  })

  it('comes after the calls in flight are answered', async () => {
    const { child, url, exitCode } = await startReady(['-s', 'unlimited'], process.env)
    const headers = { 'content-type': 'application/json' }
    const arm = { method: 'POST', headers, body: '{"kind":"delay","ms":300,"times":"always"}' }
    await fetch(`${url}/_sandbox/actions/arm_fault`, arm)
    const all = Array.from({ length: 20 }, () => fetch(`${url}/v1/aliases`, { headers: key }))
    const counted = `${url}/_sandbox/requests/wait?count=20`
    expect((await fetch(counted)).status).toBe(200)
    child.kill('SIGTERM')
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 200))
    expect(await exitCode).toBe(0)
  })

  it('closes connections with an incomplete request, but still reads a call in flight', async () => {
    const { child, port, exitCode } = await startReady(['-s', 'unlimited'], process.env)
    const sockets = ['', 'GET /v1/aliases HTTP/1.1\r\nHost:'].map((sent) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(sent))
      return socket.on('error', () => undefined) // it is closed in the end
    })
    const upload = connect(port, '127.0.0.1')
    upload.write('POST /v1/aliases HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n')
    upload.write('Authorization: Bearer sandbox_default\r\nExpect: 100-continue\r\n')
    upload.write('Content-Type: application/json\r\n\r\n')
    await once(upload, 'data') // 100 Continue: the call is in flight
    child.kill('SIGTERM')
    await Promise.all(sockets.map((socket) => once(socket, 'close')))
    upload.write('{}')
    const [answer] = (await once(upload, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
    expect(await exitCode).toBe(0)
  })
})

it.skipIf(process.platform === 'win32').each([
  ['start', '--port', '0', '--db', 'here.json'],
  ['exec', '--', process.execPath, '-e', 'console.log(process.cwd())'],
  ['init', 'here.yaml'],
])('%s refuses to run in a folder that is gone instead of in another', (...argv) => {
  const folder = freshFolder()
  const text = `process.chdir(process.argv[1]); require('node:fs').rmdirSync(process.argv[1])
    process.argv.splice(1, 1, ${JSON.stringify(BIN)}); import(${JSON.stringify(BIN)})`
  const run = spawnSync(process.execPath, ['-e', text, folder, ...argv], { encoding: 'utf8' })
  expect([run.status, run.stdout, run.stderr]).toEqual([
    1,
    '',
    'alias-sandbox: the current folder no longer exists\n',
  ])
})

it.each([
  ['--__proto__.x', '1'],
  ['--constructor.prototype.x', '1'],
  ['--a.b.c', '1'],
  ['--__proto__', '1'],
  ['--port', '1.5'],
  ['--port', ''],
  ['--db', ''],
  ['--seed', '1e3'],
  ['--now', 'junk'],
  ['--api-key', 'a b'],
  ['--api-key', ''],
  ['--max-accounts', '0'],
  ['--max-requests', '-1'],
  ['--cors-origin', '*'],
  ['--cors-origin', 'http://a.example/'],
  ['--choice', '__proto__=1'],
])('%s %s is refused with exit code 2 and one line', async (...argv) => {
  const { exitCode, stdout, stderr } = await runCli(argv)
  expect({ exitCode, stdout, lines: stderr.match(/\n/g)?.length }).toEqual({
    exitCode: 2,
    stdout: '',
    lines: 1,
  })
  expect(({} as { x?: number }).x).toBeUndefined()
})
