import { describe, expect, it, onTestFinished } from 'vitest'
import { createServer } from 'node:http'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startSandbox } from '../../../src/library/start-sandbox.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { runCli, startCli } from '../../support/process/run-cli.ts'

describe('trigger takes the value of a single argument as a plain word', () => {
  it('load_scenario past_due', async () => {
    const sandbox = await freshSandbox()
    const { exitCode } = await runCli([
      'trigger',
      'load_scenario',
      'past_due',
      '--url',
      sandbox.url,
    ])
    expect(exitCode).toBe(0)
    expect(await controlClient(sandbox).account()).toMatchObject({ billing: 'past_due' })
  })

  it.each([
    [
      'advance_clock 90s',
      'unexpected argument "90s"; see: alias-sandbox trigger advance_clock --list',
    ],
    [
      'settle_invoice now',
      'unexpected argument "now"; see: alias-sandbox trigger settle_invoice --list',
    ],
    ['load_scenario free --scenario past_due', 'unexpected argument "free"; see: '],
  ])('%s: says where the arguments are', async (line, message) => {
    const { url } = await freshSandbox()
    const { exitCode, stderr } = await runCli(['trigger', ...line.split(' '), '--url', url])
    expect({ exitCode, lines: stderr.split('\n').length }).toEqual({ exitCode: 2, lines: 2 })
    expect(stderr).toContain(message)
  })
})

const hasIpv6 = await new Promise<boolean>((resolve) => {
  const probe = createServer()
  probe.once('error', () => resolve(false))
  probe.listen(0, '::1', () => probe.close(() => resolve(true)))
})

it.skipIf(!hasIpv6)('--host takes an IPv6 address as URLs write it', async () => {
  const run = startCli(['--port', '0', '--host', '[::1]'])
  await run.until('ready on http://[::1]:')
  run.signal('SIGTERM')
  expect(await run.exitCode).toBe(0)
  const sandbox = await startSandbox({ host: '[::1]' })
  onTestFinished(() => sandbox.close())
  expect(sandbox.url).toMatch(/^http:\/\/\[::1\]:/)
})

it.each(['DB', 'LOG', 'READY_FILE', 'CONTROL_TOKEN_FILE', 'HOST'])(
  'a path or address from ALIAS_SANDBOX_%s that cannot be used is reported with this name',
  async (name) => {
    const variable = `ALIAS_SANDBOX_${name}`
    const wrong = name === 'HOST' ? 'nowhere.invalid' : join(freshFolder(), 'missing', 'file')
    const { stderr } = await runCli(['--port', '0', '-q'], { [variable]: wrong })
    expect(stderr).toContain(variable)
    expect(stderr).not.toContain('--')
  },
)

it('a URL as a scenario gets the answer that scenarios are not loaded from URLs', async () => {
  const url = 'https://example.com/past_due.yaml'
  const { exitCode, stderr } = await runCli(['--port', '0', '--scenario', url])
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: `${url}: is a URL; scenarios are not loaded from URLs: save it as a file and give its path\n`,
  })
})

it('a scenario file may have any name', async () => {
  const file = join(freshFolder(), 'gut ü.yaml')
  writeFileSync(file, 'account: { plan: pro }')
  const run = startCli(['--port', '0', file])
  await run.until('scenario gut_u,')
  run.signal('SIGTERM')
  expect(await run.exitCode).toBe(0)
})

describe('an unknown ALIAS_SANDBOX_ variable', () => {
  it('is ignored, with one warning that suggests the nearest variable', async () => {
    const { exitCode, stderr } = await runCli(['choices'], { ALIAS_SANDBOX_PROT: '80' })
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr:
        'alias-sandbox: warning: unknown variable ALIAS_SANDBOX_PROT is ignored (did you mean ALIAS_SANDBOX_PORT?)\n',
    })
  })

  it('gets no suggestion when no variable is near', async () => {
    const { stderr } = await runCli(['choices'], { ALIAS_SANDBOX_FOO: '1' })
    expect(stderr).toBe('alias-sandbox: warning: unknown variable ALIAS_SANDBOX_FOO is ignored\n')
  })

  it('is not reported for the variables that exec sets', async () => {
    const token = '0123456789abcdef012345'
    const env = { ALIAS_SANDBOX_URL: 'http://127.0.0.1:1', ALIAS_SANDBOX_API_KEY: 'sandbox_default', ALIAS_SANDBOX_CONTROL_TOKEN: token, ALIAS_SANDBOX_CONTROL_TOKEN_FILE: '/x' } // prettier-ignore
    expect((await runCli(['choices'], env)).stderr).toBe('')
  })
})

it('an invalid host is not reported as open to other machines', async () => {
  const { exitCode, stderr } = await runCli(['--port', '0', '--host', 'exa mple'])
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr:
      'alias-sandbox: cannot listen on --host exa mple (ENOTFOUND): not an address of this machine; the default is 127.0.0.1\n',
  })
})

it('an error in a value from a variable names the variable', async () => {
  for (const [variable, value] of [
    ['ALIAS_SANDBOX_SCENARIO', 'plus,nope'],
    ['ALIAS_SANDBOX_API_KEY', 'nope'],
    ['ALIAS_SANDBOX_CHOICE', 'nope'],
    ['ALIAS_SANDBOX_CHOICE', 'nope=1'],
    ['ALIAS_SANDBOX_NOW', 'nope'],
    ['ALIAS_SANDBOX_CORS_ORIGIN', 'nope'],
  ] as const) {
    const { exitCode, stderr } = await runCli(['--port', '0'], { [variable]: value })
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(variable) })
    expect(stderr).not.toContain('--')
  }
})

it('an action argument named like a JavaScript property is unknown', async () => {
  const { url } = await freshSandbox()
  for (const name of ['--__proto__', '--constructor']) {
    expect(await runCli(['trigger', 'create_alias', name, 'x', '--url', url])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`trigger create_alias: unknown argument ${name}: expected`),
    })
  }
})

it('a very long flag is shortened in the error', async () => {
  const { exitCode, stderr } = await runCli([`--${'x'.repeat(100_000)}`])
  expect([exitCode, stderr.length < 200]).toEqual([2, true])
})

it.each([
  ['0', '0 s'],
  ['500ms', '500ms'],
])('wait --timeout %s prints %s', async (timeout, message) => {
  const url = 'http://127.0.0.1:1'
  expect(await runCli(['wait', '--url', url, '--timeout', timeout])).toMatchObject({
    exitCode: 124,
    stderr: `alias-sandbox: no sandbox was ready at ${url} within ${message}\n`,
  })
})
