import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { runCli } from '../../support/process/run-cli.ts'

const node = (code: string) => ['--', process.execPath, '--input-type=module', '-e', code]
const careful = ['--', process.execPath, 'docs/tutorial/careful.mjs']
const oldest = ['--', process.execPath, 'docs/tutorial/oldest.mjs']

/** A client that runs this script; `call(path, init, key)` sends a request and returns its JSON. */
function client(script: string): string[] {
  return node(`const call = async (path, init, key = process.env.ALIAS_SANDBOX_API_KEY) => {
    const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' }
    const response = await fetch(process.env.ALIAS_SANDBOX_URL + path, { headers, ...init })
    if (!response.ok) process.exit(3)
    return response.json()
  }
  const isOldestFirst = async (key) => {
    const { alias } = await call('/v1/aliases', { method: 'POST' }, key)
    await call('/v1/aliases', { method: 'POST' }, key)
    const { aliases } = await call('/v1/aliases', {}, key)
    if (aliases[0].id !== alias.id) process.exit(1)
  }
  ${script}`)
}

/** Runs `exec --each …` and reads its JSON. */
async function each(argv: readonly string[]) {
  const run = await runCli(['exec', '--each', argv[0]!, '--json', ...argv.slice(1)], process.env)
  return { ...run, json: JSON.parse(run.stdout) as Record<string, unknown> }
}

describe('exec --each scenario', () => {
  it('shows for each scenario the exit code, the outcomes and the rules', async () => {
    const { exitCode, json, stderr } = await each(['scenario=past_due,collision', ...careful])
    expect(exitCode).toBe(0)
    expect(json).toMatchObject({
      each: 'scenario',
      runs: [
        { scenario: 'past_due', exit_code: 1, calls: 1, outcomes: { plan_past_due: 1 } },
        {
          scenario: 'collision',
          exit_code: 0,
          over_time: false,
          calls: 3,
          outcomes: { created: 1, listed: 1, collision: 1 },
          etiquette: { retries_collision: 'pass' },
        },
      ],
    })
    expect(stderr).toMatch(/\[2\/2\]/)
  })

  it('prints a table', async () => {
    const argv = ['exec', '--each', 'scenario=plus', ...careful]
    expect((await runCli(argv, process.env)).stdout).toMatch(
      /^scenario +exit +requests +etiquette +met\nplus +0 +2 +ok +created 1, listed 1\n/,
    )
    const { stdout } = await runCli(
      [...argv.slice(0, 3), '--format', 'markdown', ...careful],
      process.env,
    )
    expect(stdout).toMatch(/\n\| scenario \| exit \| requests \|/)
  })

  it('writes a test case for each scenario as JUnit', async () => {
    const argv = ['exec', '--each', 'scenario=plus,free', '--format', 'junit']
    const { exitCode, stdout } = await runCli(
      [...argv, ...node(`console.log('<a>\\x07'); process.exit(3)`)],
      process.env,
    )
    expect(exitCode).toBe(0)
    expect(stdout).toContain('<testsuite name="exec --each scenario" tests="2" failures="2"')
    expect(stdout).toContain('<failure message="exit 3">&lt;a&gt;\\u0007\n</failure>')
  })

  it('runs in all scenarios where none is named', async () => {
    const { json } = await each(['scenario', '--jobs', '8', '--', 'true'])
    const names = (json['runs'] as { scenario: string }[]).map(({ scenario }) => scenario)
    expect(names).toEqual(expect.arrayContaining(['plus', 'past_due', 'many_pages']))
  })

  it('is exit 4 with --verify where a rule is broken, with --strict where there is advice', async () => {
    // It gives up after a 409, which is allowed but unwise.
    const givesUp = node(`const { ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_API_KEY: key } = process.env
      await fetch(url + '/v1/aliases', { method: 'POST', headers: { authorization: 'Bearer ' + key } })`)
    const careless = ['--', process.execPath, 'docs/tutorial/careless.mjs']
    const code = async (...argv: string[]) => (await each(argv)).exitCode
    expect(await code('scenario=many_pages', ...careless)).toBe(0)
    expect(await code('scenario=many_pages', '--verify', ...careless)).toBe(4)
    expect(await code('scenario=collision', '--verify', ...givesUp)).toBe(0)
    expect(await code('scenario=collision', '--strict', ...givesUp)).toBe(4)
  })

  it('counts requests of accounts that were removed', async () => {
    const removes = client(`await call('/v1/aliases', {}, 'sandbox_plus-mine')
      await fetch(process.env.ALIAS_SANDBOX_URL + '/_sandbox/accounts/plus-mine', { method: 'DELETE',
        headers: { 'content-type': 'application/json' } })`)
    const { json } = await each(['scenario=plus', ...removes])
    expect(json).toMatchObject({ runs: [{ calls: 1, outcomes: { listed: 1 } }] })
  })
})

describe('exec --each choice', () => {
  it('names the readings that the command depends on, as text and as JSON', async () => {
    const argv = ['choice=list_order,page_size', '--seed', '2']
    const { stdout } = await runCli(['exec', '--each', ...argv, ...oldest], process.env)
    expect(stdout).toMatch(
      /^FAIL {3}list_order=newest_first\n {7}The command ends with exit 1 in place of exit 0\./m,
    )
    expect(stdout).toContain('No effect: page_size.')
    const { json } = await each([...argv, ...oldest])
    expect(json).toMatchObject({
      each: 'choice',
      baseline: 0,
      runs: expect.arrayContaining([
        expect.objectContaining({ choice: 'list_order', value: 'newest_first', depends: true }),
        expect.objectContaining({ choice: 'page_size', value: 10, depends: false }),
      ]) as unknown,
    })
  })

  it.each([
    ['that a key makes', `await isOldestFirst('sandbox_plus-mine')`],
    [
      'that the command creates',
      `const body = JSON.stringify({ name: 'mine', api_key: 'sandbox_mine' })
       await call('/_sandbox/accounts', { method: 'POST', body })
       await isOldestFirst('sandbox_mine')`,
    ],
    [
      'that a scenario is loaded into',
      `const body = JSON.stringify({ scenario: { account: { plan: 'plus' } } })
       await call('/_sandbox/actions/load_scenario', { method: 'POST', body })
       await isOldestFirst()`,
    ],
  ])('holds in an account %s', async (_which, script) => {
    const chosen = ['choice=list_order', '--choice', 'list_order=oldest_first']
    const { json } = await each([...chosen, ...client(script)])
    const { baseline, runs } = json as { baseline: number; runs: object[] }
    expect(baseline).toBe(0)
    expect(runs).toContainEqual(expect.objectContaining({ value: 'newest_first', depends: true }))
  })

  it('refuses a command whose result varies', async () => {
    const flag = join(freshFolder(), 'flag')
    const varies = `import fs from 'node:fs'
      fs.existsSync(process.argv[1]) ? process.exit(1) : fs.writeFileSync(process.argv[1], '')`
    const argv = ['exec', '--each', 'choice', '--jobs', '1', ...node(varies), flag]
    const { exitCode, stdout, stderr } = await runCli(argv, process.env)
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/not repeatable: .* exited with \d+ and then with \d+/)
  })
})

describe('a command without a request', () => {
  const unrelated = node('')

  it.each([['scenario=plus'], ['choice=page_size']])('--each %s warns of it', async (text) => {
    const { exitCode, stderr } = await each([text, ...unrelated])
    expect(exitCode).toBe(0)
    expect(stderr).toContain('alias-sandbox: warning: the command made no request')
  })

  it.each([[['exec', '--verify']], [['exec', '--each', 'scenario=plus', '--verify']]])(
    '%j is exit 4, and says so; --allow-no-calls accepts it',
    async (argv) => {
      const run = (...more: string[]) => runCli([...argv, ...more, ...unrelated], process.env)
      const { exitCode, stderr } = await run()
      expect([exitCode, stderr]).toEqual([
        4,
        expect.stringContaining('the command made no request'),
      ])
      expect((await run('--allow-no-calls')).exitCode).toBe(0)
    },
  )
})

it.each([
  [['--each', 'scenari'], 'expected scenario, choice', 'did you mean scenario?'],
  [['--each', 'scenario='], 'invalid value "scenario=" for --each'],
  [['--each', 'scenario=plsu'], 'unknown scenario "plsu" for --each (did you mean plus?)'],
  [['--each', 'choice=list_ordr'], 'unknown choice "list_ordr"', 'did you mean list_order?'],
  [['--each', 'scenario', '-s', 'plus'], '--scenario cannot be used with --each scenario'],
  [['--each', 'choice', '--verify'], '--verify cannot be used with --each choice'],
  [['--each', 'choice', '--db', 'x.json'], '--db cannot be used with --each choice'],
  [['--each', 'scenario', '--format', 'jsn'], 'did you mean json?'],
  [['--each', 'scenario', '--timeout', '0'], 'expected a duration such as 90s or 5m, or none'],
  [['--each', 'scenario', '--timeout', '30d'], 'invalid value "30d" for --timeout'],
  [['--jobs', '3'], '--jobs needs --each'],
  [['--json', '--log', '-'], '--log - cannot be used with --json'],
])('exec %j is refused in one line', async (argv, ...texts) => {
  const { exitCode, stdout, stderr } = await runCli(['exec', ...argv, '--', 'true'])
  expect([exitCode, stdout, stderr.match(/\n/g)?.length]).toEqual([2, '', 1])
  for (const text of texts) expect(stderr).toContain(text)
})

it('a variable for start changes nothing in --each', async () => {
  const env = { ...process.env, ALIAS_SANDBOX_PORT: '1', ALIAS_SANDBOX_LOG: '/nowhere/x' }
  const argv = ['exec', '--each', 'scenario=plus', ...careful]
  expect((await runCli(argv, env)).stdout).toMatch(/^plus +0/m)
})
