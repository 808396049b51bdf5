import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startCli, type CliRun } from '../../support/process/run-cli.ts'

const READY =
  /^alias-sandbox ready on (http:\/\/127\.0\.0\.1:\d+) \(key (\S+), scenario (\S+), pid (\d+)\)\n/

async function startReady(argv: readonly string[], options: Parameters<typeof startCli>[1] = {}) {
  const run = startCli(['start', '--port', '0', ...argv], options)
  onTestFinished(async () => {
    await stop(run)
  })
  await run.until('ready')
  const [, url = ''] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(run.stdout()) ?? []
  return { ...run, url }
}

async function stop(run: CliRun) {
  run.signal('SIGTERM')
  return run.exitCode
}

function create(url: string, key = 'sandbox_default', path = '/v1/aliases') {
  return fetch(`${url}${path}`, { method: 'POST', headers: { authorization: `Bearer ${key}` } })
}

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

describe('off a terminal', () => {
  it('prints only the ready line', async () => {
    const run = await startReady(['past_due'])
    expect((await create(run.url)).status).toBe(403)
    expect(await stop(run)).toBe(0)
    expect(run.stdout()).toMatch(new RegExp(`${READY.source}$`))
  })

  it('prints one line per call with the reason with --log -', async () => {
    const run = await startReady(['past_due', '--log', '-'])
    expect(READY.exec(run.stdout())?.slice(2, 5)).toEqual([
      'sandbox_default',
      'past_due',
      String(process.pid),
    ])
    expect((await create(run.url)).status).toBe(403)
    await run.until('POST')
    expect(run.stdout()).toMatch(
      /\n\d\d:\d\d:\d\d POST \/v1\/aliases → 403 plan_past_due \(default\) A payment failed.*\n$/,
    )
    expect(await stop(run)).toBe(0)
  })

  it('prints JSON with --json: the ready object, then the entry of each call', async () => {
    const run = await startReady(['--json', '--scenario', 'past_due', '--scenario', 'plus'])
    await create(run.url)
    await run.until('"request"')
    const [ready, call] = run
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(Object.keys(ready ?? {})).toEqual(['event', 'url', 'api_key', 'port', 'pid', 'scenario'])
    expect(ready).toMatchObject({ event: 'ready', url: run.url, scenario: 'past_due+plus' })
    expect(call).toMatchObject({ event: 'request', id: 'req_1', outcome: 'created' })
  })

  it('warns about a possible real key, and does not show it', async () => {
    const run = await startReady([])
    await create(run.url, 'live_0123456789abcdef')
    await run.until('warning: a client sent a key that this sandbox does not know')
    expect(run.stdout() + run.stderr()).not.toContain('live')
  })

  it('does not warn about a sandbox key', async () => {
    const run = await startReady(['--log', '-'])
    await create(run.url, 'sandbox_nobody-has-this')
    await run.until('401')
    expect(run.stderr()).toBe('')
  })
})

describe('on a terminal', () => {
  it('shows a request to try, its answer, and how to recover', async () => {
    const run = await startReady(['past_due'], { isTerminal: true, env: { NO_COLOR: '1' } })
    await run.until('Requests:')
    const [, curl = '', answer = ''] =
      /Try: {8}(.*)\n {2}Response: {3}(.*)\n/.exec(run.stdout()) ?? []
    expect(curl).toBe(
      `curl -i -X POST ${run.url}/v1/aliases -H "Authorization: Bearer sandbox_default"`,
    )
    const response = await create(run.url)
    expect(`${response.status} ${await response.text()}`).toBe(answer)
    expect(run.stdout()).toContain(`npx alias-sandbox trigger settle_invoice --url ${run.url}`)
  })

  it('uses colour, unless NO_COLOR is set', async () => {
    const coloured = await startReady([], { isTerminal: true })
    await coloured.until('Requests:')
    expect(coloured.stdout()).toContain('\u001b[')
    const plain = await startReady([], { isTerminal: true, env: { NO_COLOR: '1' } })
    await plain.until('Requests:')
    expect(plain.stdout()).not.toContain('\u001b[')
  })

  it('shows no recovery when nothing is wrong', async () => {
    const run = await startReady(['plus'], { isTerminal: true })
    await run.until('Requests:')
    expect(run.stdout()).toContain('Response:   200 {"alias":{…}}')
    expect(run.stdout()).not.toContain('To fix it')
  })
})

describe('settings', () => {
  it('override every scenario, including those that keys select', async () => {
    const clock = ['--now', '2026-03-01T12:00:00Z', '--frozen']
    const run = await startReady([...clock, '--choice', 'domain=x.example'])
    for (const key of ['sandbox_default', 'sandbox_plus-one']) {
      const response = await create(run.url, key)
      expect(response.headers.get('date')).toBe('Sun, 01 Mar 2026 12:00:00 GMT')
      const { alias } = (await response.json()) as { alias: { address: string } }
      expect(alias.address).toMatch(/@x\.example$/)
    }
  })

  it('can set another key', async () => {
    const run = await startReady(['--api-key', 'sandbox_mine'])
    expect((await create(run.url, 'sandbox_mine')).status).toBe(200)
    expect((await create(run.url)).status).toBe(401)
  })

  it('make start exit at once when the ready file cannot be written', async () => {
    const run = startCli(['--port', '0', '--ready-file', join(freshFolder(), 'none', 'ready.json')])
    expect(await run.exitCode).toBe(1)
    expect(run.stderr()).toMatch(/cannot write --ready-file .* \(ENOENT\)\n$/)
  })
})

describe('the control token', () => {
  const TOKEN = '0123456789abcdef012345'

  it('is read from a file that only its owner can read', async () => {
    const file = join(freshFolder(), 'token')
    writeFileSync(file, `${TOKEN}\n`, { mode: 0o600 })
    const run = await startReady(['--control-token-file', file])
    const ask = (headers: Record<string, string>) =>
      fetch(`${run.url}/_sandbox/ready`, { headers }).then(({ status }) => status)
    expect(await ask({})).toBe(401)
    expect(await ask({ authorization: `Bearer ${TOKEN}` })).toBe(200)
    const wait = startCli(['wait', '--url', run.url, '--control-token-file', file])
    expect(await wait.exitCode).toBe(0)
    const without = startCli(['wait', '--url', run.url])
    expect(await without.exitCode).toBe(1)
  })

  it.skipIf(process.platform === 'win32')('may not be read by others', async () => {
    const file = join(freshFolder(), 'token')
    writeFileSync(file, TOKEN)
    chmodSync(file, 0o644)
    expect(statSync(file).mode & 0o777).toBe(0o644)
    const run = startCli(['--port', '0', '--control-token-file', file])
    expect(await run.exitCode).toBe(2)
    expect(run.stderr()).toContain('other users can read it (mode 0644)')
  })

  it.each([
    ['short', '0123456789abcdef01234', 'must have at least 22 characters, not 21'],
    ['spaced', `${TOKEN} ${TOKEN}`, 'contain spaces'],
  ])('may not be %s', async (_what, token, message) => {
    const run = startCli(['--port', '0'], { env: { ALIAS_SANDBOX_CONTROL_TOKEN: token } })
    expect(await run.exitCode).toBe(2)
    expect(run.stderr()).toContain(message)
    expect(run.stderr()).not.toContain(token)
  })

  it('is required when other machines have access', async () => {
    const run = await startReady(['--host', '0.0.0.0'])
    expect(run.stderr()).toMatch(
      /warning: other machines can reach --host 0\.0\.0\.0 .* refuses all requests until/,
    )
    expect((await fetch(`${run.url}/_sandbox/ready`)).status).toBe(401)
  })

  it('is required where other machines could send mails', async () => {
    const argv = ['--port', '0', '--host', '0.0.0.0']
    const [flag, variable] = await Promise.all(
      [
        startCli([...argv, '--smtp-port', '0']),
        startCli(argv, { env: { ALIAS_SANDBOX_SMTP_PORT: '0' } }),
      ].map(async (run) => [await run.exitCode, run.stderr()]),
    )
    const needs = 'with --host 0.0.0.0, which other machines can reach, needs a control token'
    expect(flag).toEqual([2, expect.stringContaining(`--smtp-port ${needs}`)])
    expect(variable).toEqual([2, expect.stringContaining(`ALIAS_SANDBOX_SMTP_PORT ${needs}`)])
    const env = { ALIAS_SANDBOX_CONTROL_TOKEN: TOKEN }
    const run = await startReady(['--host', '0.0.0.0', '--smtp-port', '0'], { env })
    expect(run.stdout()).toContain('mail on smtp://')
  })
})

describe('a broken scenario', () => {
  it('is reported line by line and never starts', async () => {
    const file = join(freshFolder(), 'mine.yaml')
    writeFileSync(file, 'account: { plan: plsu, billing: actve }\n')
    const run = startCli(['--port', '0', file])
    expect(await run.exitCode).toBe(2)
    expect(run.stdout()).toBe('')
    const lines = run.stderr().trim().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain(
      'mine.yaml:1:18: account.plan must be one of free, plus, pro (got "plsu"',
    )
  })
})

describe('a host that does not belong to this machine', () => {
  it('exits with 1 and a hint', async () => {
    const run = startCli(['--port', '0', '--host', '192.0.2.1'])
    expect(await run.exitCode).toBe(1)
    expect(run.stderr()).toContain(
      'cannot listen on --host 192.0.2.1 (EADDRNOTAVAIL): not an address of this machine',
    )
  })
})
