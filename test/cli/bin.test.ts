import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { builtFile } from '../support/process/fresh-build.js'
import { RawSmtp } from '../support/smtp/raw-smtp.ts'

const BIN = builtFile('dist/bin.cjs')

/** The built command line in its own process. */
function start(argv: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [BIN, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const out = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (out.stderr += text))
  const ended = once(child, 'close').then(([code]) => ({ exitCode: code as number | null, ...out }))
  return { child, out, ended }
}

const run = (argv: readonly string[], env: Record<string, string> = {}) => start(argv, env).ended

async function firstLine(child: ChildProcess): Promise<string> {
  const [text] = (await once(child.stdout!, 'data')) as [string]
  return text.split('\n')[0]!
}

describe('start', () => {
  it('prints its ready line, answers, and exits with 0 on SIGTERM', async () => {
    const { child, ended } = start(['--scenario', 'past_due', '--port', '0'])
    const line = await firstLine(child)
    expect(line).toMatch(
      new RegExp(
        `^alias-sandbox ready on http://127\\.0\\.0\\.1:\\d+ \\(key sandbox_default, scenario past_due, pid ${child.pid}\\)$`,
      ),
    )
    const url = /http:\S+/.exec(line)![0]
    expect((await fetch(`${url}/v1/aliases`)).status).toBe(401)
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ exitCode: 0, stderr: '' })
  })

  it('exits with 0 on SIGINT, and at once with 130 on a second SIGINT', async () => {
    const { child, ended } = start(['--port', '0', '--json'])
    const { url, port } = JSON.parse(await firstLine(child)) as { url: string; port: number }
    // A creation whose body never arrives delays the exit after the first SIGINT.
    const half = connect(port, '127.0.0.1')
    half.on('error', () => undefined) // it is closed in the end
    half.write('POST /v1/aliases HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n')
    half.write('Content-Length: 9\r\n\r\n')
    await once(half, 'data') // 100 Continue: the request is under way
    child.kill('SIGINT')
    await untilRefused(`${url}/_sandbox/live`)
    // Signals in quick succession count as one Ctrl-C, so repeat it until the process reacts.
    const again = setInterval(() => child.kill('SIGINT'), 250)
    onTestFinished(() => clearInterval(again))
    expect(await ended).toMatchObject({ exitCode: 130 })
  })

  it('names the sandbox that uses the port, and takes no other port', async () => {
    const first = start(['--port', '0', '--json'])
    const { port, pid } = JSON.parse(await firstLine(first.child)) as { port: number; pid: number }
    const second = await run(['--port', String(port)])
    expect(second).toMatchObject({ exitCode: 3, stdout: '' })
    expect(second.stderr).toMatch(
      new RegExp(`^alias-sandbox: port ${port} is already in use by alias-sandbox \\(pid ${pid}, `),
    )
    expect(second.stderr).toContain(
      `; end it with: npx alias-sandbox stop --url http://127.0.0.1:${port}; or choose another with --port`,
    )
  })

  it('says that another program uses the port', async () => {
    const server = createServer((socket) => socket.end('hello\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { exitCode, stderr } = await run(['--port', String(port)])
    expect(exitCode).toBe(3)
    expect(stderr).toContain(`port ${port} is already in use by another program`)
  })

  it('closes its mail port to who sends 100 commands and no mail', async () => {
    const { child } = start(['--port', '0', '--smtp-port', '0'])
    const port = Number(/smtp:\/\/127\.0\.0\.1:(\d+)/.exec(await firstLine(child))?.[1])
    const client = await RawSmtp.greeted({ port })
    client.write('NOOP\r\n'.repeat(1_000))
    expect(await client.rest()).toMatch(/421 too many commands without a mail\r\n$/)
  })

  it('exits normally when nobody reads its output any more', async () => {
    const { child, ended } = start(['choices'])
    child.stdout.destroy()
    expect(await ended).toMatchObject({ exitCode: 0, stderr: '' })
  })
})

describe('exec', () => {
  const script = (text: string) => ['--', process.execPath, '-e', text]

  it.each([
    ['0', 'process.exit(0)', 0],
    ['its own code', 'process.exit(7)', 7],
    ['128 and the signal', 'process.kill(process.pid, "SIGTERM")', 143],
  ])('ends with %s', { tags: ['long'] }, async (_what, text, exitCode) => {
    expect(await run(['exec', ...script(text)])).toMatchObject({ exitCode, stdout: '' })
  })

  it('leaves standard output to the command, and sets its environment', async () => {
    const text = `const { ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_API_KEY: key, BASE, AUTH } = process.env
      fetch(url + '/v1/aliases', { headers: { authorization: AUTH } })
        .then(({ status }) => console.log(status, BASE === url + '/v1', AUTH === 'Bearer ' + key))`
    const env = ['--env', 'BASE={url}/v1', '--env', 'AUTH=Bearer {key}']
    const { exitCode, stdout, stderr } = await run(['exec', ...env, ...script(text)])
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '200 true true\n' })
    expect(stderr).toMatch(/^alias-sandbox ready on .*\n.* GET \/v1\/aliases → 200 listed/)
  })

  it.skipIf(process.platform === 'win32')(
    'passes signals on and ends as the command does',
    { tags: ['long'] },
    async () => {
      const text = `process.on('SIGTERM', () => process.exit(5)); setInterval(() => {}, 1000); console.log('up')`
      const { child, ended } = start(['exec', ...script(text)])
      await firstLine(child)
      child.kill('SIGTERM')
      expect(await ended).toMatchObject({ exitCode: 5 })
    },
  )
})

/** Resolves when nothing listens on the port any more. */
async function untilRefused(url: string): Promise<void> {
  for (;;) {
    const isThere = await fetch(url, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    )
    if (!isThere) return
  }
}
