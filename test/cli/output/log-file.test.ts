import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtCli, readyUrl } from '../../support/process/built-cli.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { runCli } from '../../support/process/run-cli.ts'

const isWindows = process.platform === 'win32'
const headers = { authorization: 'Bearer sandbox_default' }
const create = (url: string) => fetch(`${url}/v1/aliases`, { method: 'POST', headers })
const script = (text: string) => ['--', process.execPath, '-e', text]
const CALL = `fetch(process.env.ALIAS_SANDBOX_URL + '/v1/aliases').then(() => console.log('said'))`

/** Starts with a log, sends a call, stops; returns the output of both streams. */
async function callOnce(...argv: string[]) {
  const cli = builtCli(['--port', '0', ...argv])
  await create(await readyUrl(cli))
  cli.child.kill('SIGTERM')
  return cli.ended
}

describe('start --log <file>', () => {
  it('adds a line per call, after those of earlier runs', async () => {
    const log = join(freshFolder(), 'calls.log')
    expect((await callOnce('--log', log)).stdout).toMatch(/^alias-sandbox ready .*\n$/)
    await callOnce('--log', log, '--quiet', '-s', 'past_due')
    expect(readFileSync(log, 'utf8')).toMatch(
      /^\S+ POST \/v1\/aliases → 200 created .*\n\S+ POST \/v1\/aliases → 403 plan_past_due .*\n$/,
    )
    if (!isWindows) expect(statSync(log).mode & 0o777).toBe(0o600)
  })

  it('contains JSON with --json, and standard output only the ready object', async () => {
    const log = join(freshFolder(), 'calls.log')
    const { stdout } = await callOnce('--log', log, '--json')
    expect(JSON.parse(stdout)).toMatchObject({ event: 'ready' })
    expect(JSON.parse(readFileSync(log, 'utf8'))).toMatchObject({ event: 'request', id: 'req_1' })
  })

  it.skipIf(!existsSync('/dev/full'))(
    'on a full disk ends the log and not the sandbox',
    async () => {
      const cli = builtCli(['--port', '0', '--log', '/dev/full'])
      const url = await readyUrl(cli)
      expect((await create(url)).status).toBe(200)
      await cli.until('cannot write /dev/full (ENOSPC); requests are no longer logged')
      expect((await create(url)).status).toBe(200)
      cli.child.kill('SIGTERM')
      expect(await cli.ended).toMatchObject({ exitCode: 0 })
    },
  )

  it.skipIf(isWindows)('does not wait for a pipe that no longer has a reader', async () => {
    const pipe = join(freshFolder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const cli = builtCli(['--port', '0', '-s', 'many_pages', '--json', '--log', pipe])
      const url = await readyUrl(cli)
      for (let count = 0; count < 40; count += 1) {
        await (await fetch(`${url}/v1/aliases?limit=100`, { headers })).arrayBuffer()
      }
      cli.child.kill('SIGTERM')
      expect((await cli.ended).exitCode).toBe(0)
    } finally {
      closeSync(reader)
    }
  })

  it.each([
    ['a folder that does not exist', 'none/calls.log', /\(ENOENT\): its folder does not exist$/],
    ['a folder', '.', /\(EISDIR\): it is a folder$/],
    ['a pipe without a reader', 'pipe', /\(ENXIO\): it is a pipe without a reader$/],
  ])('is refused with 2 and one line for %s', async (_what, name, message) => {
    const folder = freshFolder()
    if (name === 'pipe') execFileSync('mkfifo', [join(folder, name)])
    const argv = ['--log', join(folder, name)]
    for (const command of [
      ['--port', '0', ...argv],
      ['exec', ...argv, ...script('')],
    ]) {
      const { exitCode, stdout, stderr } = await runCli(command, process.env)
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
      expect(stderr.trimEnd()).toMatch(message)
      expect(stderr.match(/\n/g)).toHaveLength(1)
    }
  })
})

describe('exec', () => {
  it('prints its log of calls after the output of the command', async () => {
    const { ended } = builtCli(['exec', ...script(`${CALL}.then(() => console.error('more'))`)])
    const { stdout, stderr } = await ended
    expect(stdout).toBe('said\n')
    expect(stderr).toMatch(/^alias-sandbox ready .*\nmore\n\S+ GET \/v1\/aliases → 401 .*\n$/)
  })

  it('prints the log on standard output with --log -, after the output of the command', async () => {
    const { stdout, stderr } = await builtCli(['exec', '--log', '-', ...script(CALL)]).ended
    expect(stdout).toMatch(/^said\n\S+ GET \/v1\/aliases → 401 .*\n$/)
    expect(stderr).toMatch(/^alias-sandbox ready .*\n$/)
  })

  it('writes the log to the file of --log', async () => {
    const log = join(freshFolder(), 'calls.log')
    const { stderr } = await builtCli(['exec', '--log', log, ...script(CALL)]).ended
    expect(stderr).toMatch(/^alias-sandbox ready .*\n$/)
    expect(readFileSync(log, 'utf8')).toMatch(/^\S+ GET \/v1\/aliases → 401 .*\n$/)
  })

  it('prints no log with --quiet', async () => {
    const argv = ['exec', '--quiet', '--verify', '--vary', '7', ...script(CALL)]
    expect(await builtCli(argv).ended).toEqual({ exitCode: 0, stdout: 'said\n', stderr: '' })
  })

  it('prints only the rules that failed with --quiet --verify', async () => {
    const again = `(async () => { for (let n = 0; n < 10; n += 1)
      await fetch(process.env.ALIAS_SANDBOX_URL + '/v1/aliases') })()`
    const { exitCode, stderr } = await builtCli(['exec', '-q', '--verify', ...script(again)]).ended
    expect([exitCode, stderr]).toEqual([
      4,
      expect.stringMatching(/^FAIL {3}does not loop on 401\n/),
    ])
  })
})

describe('using one file for two purposes', () => {
  it.each([
    ['--db', '--log'],
    ['--db', '--ready-file'],
    ['--ready-file', '--log'],
    ['--control-token-file', '--ready-file'],
  ])('is refused, and the file is left unchanged: %s and %s', async (one, other) => {
    const file = join(freshFolder(), 'file')
    writeFileSync(file, 'precious\n', { mode: 0o600 })
    const { exitCode, stderr } = await runCli(['--port', '0', one, file, other, file])
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('name the same file: ')])
    expect(readFileSync(file, 'utf8')).toBe('precious\n')
  })
})

describe('--ready-file', () => {
  const stale = '{"event":"ready","url":"http://127.0.0.1:1","pid":1}\n'
  const staleFile = () => {
    const file = join(freshFolder(), 'ready.json')
    writeFileSync(file, stale)
    return file
  }

  it.each([
    ['a scenario is wrong', ['-s', 'plsu'], 2],
    ['a file cannot be a database', ['--db', '/dev/null/db.json'], 1],
    ['the host is not of this machine', ['--host', '192.0.2.1'], 1],
  ])('from an earlier run is removed when %s', async (_what, argv, exitCode) => {
    for (const command of ['start', 'exec']) {
      const file = staleFile()
      const rest = command === 'exec' ? script('') : []
      const run = await runCli([command, '--port', '0', '--ready-file', file, ...argv, ...rest])
      expect(run.exitCode).toBe(exitCode)
      expect(existsSync(file)).toBe(false)
    }
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
    'is gone after %s',
    async (signal) => {
      const file = staleFile()
      const cli = builtCli(['--port', '0', '--ready-file', file])
      const url = await readyUrl(cli)
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ url })
      cli.child.kill(signal)
      expect((await cli.ended).exitCode).toBe(0)
      expect(existsSync(file)).toBe(false)
    },
  )

  it('is gone after exec, also when the command cannot be found', async () => {
    for (const [rest, exitCode] of [
      [script(''), 0],
      [['--', 'alias-sandbox-no-such-command'], 127],
    ] as const) {
      const file = staleFile()
      const { ended } = builtCli(['exec', '--ready-file', file, ...rest])
      expect((await ended).exitCode).toBe(exitCode)
      expect(existsSync(file)).toBe(false)
    }
  })

  it('that is none is left alone, and named by the variable that gave it', async () => {
    const file = join(freshFolder(), 'notes.json')
    writeFileSync(file, '{}')
    const { exitCode, stderr } = await runCli(['exec'], { ALIAS_SANDBOX_READY_FILE: file })
    expect([exitCode, readFileSync(file, 'utf8')]).toEqual([2, '{}'])
    expect(stderr).toContain(`ALIAS_SANDBOX_READY_FILE ${file}: the file exists`)
  })

  it('of a running sandbox stays when another command is refused', async () => {
    const file = staleFile()
    const { exitCode } = await runCli(['wait', '--bogus'], { ALIAS_SANDBOX_READY_FILE: file })
    expect([exitCode, existsSync(file)]).toEqual([2, true])
  })

  it('of another sandbox is left to it', async () => {
    const file = staleFile()
    const first = builtCli(['--port', '0', '--ready-file', file])
    await readyUrl(first)
    const second = builtCli(['--port', '0', '--ready-file', file])
    const url = await readyUrl(second)
    first.child.kill('SIGTERM')
    await first.ended
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ url })
  })

  it.each([
    ['a file of the user', (file: string) => writeFileSync(file, '{"name":"mine"}\n')],
    ['a folder', (file: string) => mkdirSync(file)],
    ['a device', (file: string) => symlinkSync('/dev/null', file)],
  ])('is refused for %s, which is left unchanged', async (_what, make) => {
    const file = join(freshFolder(), 'ready.json')
    make(file)
    const { exitCode, stderr } = await runCli(['--port', '0', '--ready-file', file])
    expect([exitCode, stderr.match(/\n/g)?.length]).toEqual([2, 1])
    expect(existsSync(file)).toBe(true)
  })
})
