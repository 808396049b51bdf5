import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { actionNames } from '../../../src/contract/actions.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { runCli } from '../../support/process/run-cli.ts'

const create = (url: string, key = 'sandbox_default') =>
  fetch(`${url}/v1/aliases`, { method: 'POST', headers: { authorization: `Bearer ${key}` } })

describe('trigger', () => {
  it('takes arguments as name=value too, such as the ids of choices', async () => {
    const { url } = await freshSandbox({ scenario: 'many_pages' })
    const words = ['set_choices', 'page_size=10', 'domain=a.example', '--cursor=json']
    const { stdout } = await runCli(['trigger', ...words, '--url', url, '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      result: { choices: { page_size: 10, domain: 'a.example', cursor: 'json' } },
    })
  })

  it('takes objects, lists and any value as JSON', async () => {
    const { url } = await freshSandbox()
    const answer = ['kind=answer', 'status=418', '--headers', '{"X-Tea":"yes"}', 'json=["a",1]']
    const run = await runCli(['trigger', 'arm_fault', ...answer, '--url', url])
    expect(run).toMatchObject({ exitCode: 0, stderr: '' })
    const delay = await runCli([
      'trigger',
      'arm_fault',
      '--kind',
      'delay',
      '--ms',
      '[0, 1]',
      '--url',
      url,
    ])
    expect(delay).toMatchObject({ exitCode: 0 })
    const response = await create(url)
    expect([response.status, response.headers.get('x-tea')]).toEqual([418, 'yes'])
    expect(await response.json()).toEqual(['a', 1])
  })

  it('reads json=value as JSON', async () => {
    const { url } = await freshSandbox()
    const broken = ['trigger', 'arm_fault', 'kind=answer', 'json={a:1}', '--url', url]
    expect((await runCli(broken)).stderr).toContain('--json: is not JSON')
    const text = ['trigger', 'arm_fault', 'kind=answer', 'json=hello', '--url', url]
    expect((await runCli(text)).stderr).toContain(`; a text stands in double quotes: '"hello"'`)
  })

  it.each(['9007199254740993', '{"a":[1e400]}'])(
    'arms no answer with a number that would be rounded (%s)',
    async (json) => {
      const { url } = await freshSandbox()
      const words = ['trigger', 'arm_fault', 'kind=answer', 'status=200', `json=${json}`]
      expect(await runCli([...words, '--url', url])).toMatchObject({
        exitCode: 2,
        stderr: expect.stringMatching(/json(\.a\[0\])? must be a number from /) as string,
      })
    },
  )

  it('performs an action on an account and prints the result', async () => {
    const { url } = await freshSandbox({ scenario: 'past_due' })
    expect((await create(url)).status).toBe(403)
    expect((await runCli(['trigger', 'update_card', '--url', url])).exitCode).toBe(0)
    expect((await create(url)).status).toBe(403)
    const { exitCode, stdout } = await runCli(['trigger', 'settle_invoice', '--url', url])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^settle_invoice done \(account default, clock 20/)
    expect((await create(url)).status).toBe(200)
  })

  it('says when there was nothing to change', async () => {
    const { url } = await freshSandbox()
    const { exitCode, stdout } = await runCli(['trigger', 'clear_faults', '--url', url])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^clear_faults changed nothing \(account default, clock 20/)
  })

  it.each([
    ['a text that looks like a number', ['create_alias', '--label', '007'], { label: '007' }],
    ['a switch', ['create_alias', '--single-use'], { single_use: true }],
    ['a switch with a value', ['create_alias', '--single_use', 'false'], { single_use: false }],
    ['null', ['create_alias', '--expires_at', 'null'], { expires_at: null }],
  ])('converts %s to the type that the action requires', async (_what, argv, alias) => {
    const { url } = await freshSandbox()
    const { stdout, stderr } = await runCli(['trigger', ...argv, '--url', url, '--json'])
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({ action: 'create_alias', result: { alias } })
  })

  it('converts numbers and objects', async () => {
    const { url } = await freshSandbox()
    const perform = (...argv: string[]) => runCli(['trigger', ...argv, '--url', url])
    expect(await perform('set_usage', '--daily', '50')).toMatchObject({ exitCode: 0 })
    expect((await create(url)).status).toBe(429)
    const inline = '{"account":{"plan":"free"}}'
    expect(await perform('load_scenario', '--scenario', inline)).toMatchObject({ exitCode: 0 })
    expect((await create(url)).status).toBe(403)
  })

  it('applies to the named account', async () => {
    const { url } = await freshSandbox()
    await create(url, 'sandbox_plus-a')
    const argv = ['trigger', 'fail_payment', '--account', 'plus-a', '--url', url]
    expect((await runCli(argv)).exitCode).toBe(0)
    expect((await create(url, 'sandbox_plus-a')).status).toBe(403)
    expect((await create(url)).status).toBe(200)
  })

  it('lists the arguments of an action with the values that they take', async () => {
    const { exitCode, stdout } = await runCli(['trigger', 'arm_fault', '--list'])
    expect(exitCode).toBe(0)
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/ --kind invalid_key, .* outage, .*\(required\)/)
    expect(stdout).toMatch(/--times +always, integer/)
  })

  it('lists the actions when none is named', async () => {
    const { url } = await freshSandbox()
    const { stdout } = await runCli(['trigger', '--url', url])
    expect(stdout).toContain('billing:\n')
    expect(stdout).toMatch(/forward_message .*\n?.*--id \[--count\]/)
  })

  it.each([
    ['an unknown action', 2, ['settle_invoce'], 'did you mean settle_invoice?'],
    [
      'an unknown argument',
      2,
      ['set_usage', '--dayly', '1'],
      'unknown argument --dayly (did you mean --daily?)',
    ],
    [
      'an argument where none is',
      2,
      ['update_card', '--id', 'x'],
      'unknown argument --id: expected no arguments',
    ],
    [
      'a bad argument',
      2,
      ['change_plan', '--plan', 'gold'],
      'plan must be one of plus, pro (got "gold")',
    ],
    ['a value that is missing', 2, ['change_plan', '--plan'], 'missing value for --plan'],
    ['broken JSON', 2, ['load_scenario', '--scenario', '{x'], '--scenario: is not JSON'],
    [
      'JSON that nests too deep',
      2,
      ['load_scenario', '--scenario', '{"a":'.repeat(6_000)],
      '--scenario: is nested deeper than 100 levels',
    ],
    ['what the state does not allow', 1, ['settle_invoice'], 'alias-sandbox: '],
    ['an unknown alias', 1, ['delete_alias', '--id', 'nobody'], 'nobody'],
  ])('refuses %s with %i', async (_what, exitCode, argv, message) => {
    const { url } = await freshSandbox()
    const run = await runCli(['trigger', ...argv, '--url', url])
    expect(run).toMatchObject({ exitCode, stdout: '' })
    expect(run.stderr).toContain(message)
    expect(run.stderr.match(/\n/g)).toHaveLength(1)
  })
})

describe('advance', () => {
  it.each([
    ['25h', 90_000],
    ['90', 90],
    ['1d12h', 129_600],
  ])('by %s', async (word, seconds) => {
    const { url } = await freshSandbox()
    const { stdout } = await runCli(['advance', word, '--url', url, '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ result: { advanced_seconds: seconds } })
  })

  it('to an instant, and prints what happened on the way', async () => {
    const { url } = await freshSandbox({ with: { usage: { daily: 50, burst: 0 } } })
    const { stdout } = await runCli(['advance', 'utc_midnight', '--url', url])
    expect(stdout).toMatch(/\n {2}20\S+T00:00:00\.000Z A new day began/)
    expect((await create(url)).status).toBe(200)
  })

  it.each([
    ['backwards', '2001-01-01T00:00:00Z', 2],
    ['by what is no duration', '5parsecs', 2],
    ['to a window that is not open', 'burst_reset', 1],
  ])('does not go %s', async (_what, word, exitCode) => {
    const { url } = await freshSandbox()
    expect(await runCli(['advance', word, '--url', url])).toMatchObject({ exitCode, stdout: '' })
  })
})

describe('reset', () => {
  it('resets the default account, or the one that is named by its name or key', async () => {
    const { url } = await freshSandbox()
    await create(url, 'sandbox_plus-a')
    for (const name of ['default', 'sandbox_plus-a']) {
      await runCli(['trigger', 'fail_payment', '--account', name, '--url', url])
    }
    expect((await runCli(['reset', '--account', 'plus-a', '--url', url])).exitCode).toBe(0)
    expect((await create(url, 'sandbox_plus-a')).status).toBe(200)
    expect((await create(url)).status).toBe(403)
    expect((await runCli(['reset', '--url', url])).exitCode).toBe(0)
    expect((await create(url)).status).toBe(200)
    const { stdout } = await runCli(['requests', '--account', 'plus-a', '--url', url])
    expect(stdout).toContain('200 created (plus-a)')
  })

  it('deletes the accounts made since with --all, and names them', async () => {
    const { url } = await freshSandbox()
    await create(url, 'sandbox_plus-a')
    const { stdout } = await runCli(['reset', '--all', '--url', url])
    expect(stdout).toBe(`reset ${url} (scenario plus); deleted plus-a\n`)
    const again = await runCli(['reset', '--all', '--json', '--url', url])
    expect(JSON.parse(again.stdout)).toMatchObject({ accounts: [{ name: 'default' }], deleted: [] })
    const both = await runCli(['reset', '--all', '--account', 'plus-a', '--url', url])
    expect(both).toMatchObject({ exitCode: 2, stdout: '' })
  })
})

describe('without a running sandbox', () => {
  const nowhere = 'http://127.0.0.1:9' // the discard port: nothing listens

  it.each(['trigger settle_invoice', 'advance 1s', 'requests', 'status', 'reset', 'save x.json'])(
    '%s exits with 1 and says how to start one',
    async (line) => {
      const run = await runCli([...line.split(' '), '--url', nowhere])
      expect(run).toMatchObject({ exitCode: 1, stdout: '' })
      expect(run.stderr).toMatch(/^alias-sandbox: no server answers at .*npx alias-sandbox.*\n$/)
    },
  )

  it.each([['trigger'], ['trigger', '--list']])(
    '%s %s still lists the actions',
    async (...argv) => {
      const run = await runCli([...argv, '--url', nowhere])
      expect(run).toMatchObject({ exitCode: 0, stderr: '' })
      for (const name of actionNames) expect(run.stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
    },
  )

  it.each([
    ['setle_invoice', 'unknown action "setle_invoice" (did you mean settle_invoice?)'],
    ['pay', 'unknown action "pay"; see: alias-sandbox trigger --list'],
    ['subscribe', 'trigger subscribe: missing argument --plan'],
    ['arm_fault --knd outage', 'unknown argument --knd (did you mean --kind?)'],
  ])('trigger %s says what is wrong with it', async (line, problem) => {
    const run = await runCli(['trigger', ...line.split(' '), '--url', nowhere])
    expect(run).toMatchObject({ exitCode: 2, stdout: '' })
    expect(run.stderr).toContain(problem)
  })

  it('another server is not mistaken for a sandbox', async () => {
    const server = createServer((_request, response) => response.end('<html>'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const run = await runCli(['requests', '--url', url])
    expect(run.exitCode).toBe(1)
    expect(run.stderr).toContain(`the server at ${url} is not alias-sandbox`)
  })
})

describe('wait', () => {
  it('ends as soon as the sandbox accepts calls', async () => {
    const { url } = await freshSandbox({ scenario: 'past_due' })
    const run = await runCli(['wait'], { ALIAS_SANDBOX_URL: url })
    expect(run).toMatchObject({ exitCode: 0, stdout: `ready on ${url} (scenario past_due)\n` })
  })
})
