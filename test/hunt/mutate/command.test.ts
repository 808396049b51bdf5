import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { runCli, startCli } from '../../support/process/run-cli.ts'
import { countRun, creates, mutate, runsIn, suite } from './script.ts'

describe('mutate', () => {
  it('names the lies that a suite does not notice, what would happen to users, and how to see it', async () => {
    const named = 'create_label_lost,create_as_500'
    const { stdout, stderr, exitCode } = await mutate(['--lies', named], creates)
    expect(stdout).toMatch(
      /\nAll 2 lies were tried.*\n\nmutate: score 50 %: the tests noticed 1 of 2 lies\n$/,
    )
    expect(stdout).toMatch(/^FAIL {3}The service .* \(create_label_lost\)$/m)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('may delete the wrong one')
    expect(stdout).toContain('A test that notices it: create an alias with a label, list, and')
    expect(stdout).toContain('alias-sandbox mutate --lies create_label_lost --verbose -- ')
    expect(stdout).not.toContain('create_as_500')
    expect(stderr).toMatch(/^\[\d\/2\] create_as_500: noticed \(exit 1\)$/m)
    expect(exitCode).toBe(0)
  })

  it.each([
    ['51', 6],
    ['50', 0],
  ])(
    'ends with the code that a score of 50 percent has with --break %s: %i',
    async (least, code) => {
      const named = ['--lies', 'create_label_lost,create_as_500', '--break', least]
      const { stderr, exitCode } = await mutate(named, creates)
      expect(exitCode).toBe(code)
      expect(stderr.includes('the score of 50 % is below --break 51')).toBe(code === 6)
    },
  )

  it('does not pass --break because the time was too short for all lies', async () => {
    const text = `const { alias } = await call('', {})
      if (!alias.id) await new Promise((resolve) => setTimeout(resolve, 600_000))`
    const named = ['--lies', 'create_as_500,create_id_missing', '--jobs', '1', '--seed', '1']
    const begunMs = performance.now()
    await mutate(['--lies', 'create_as_500'], creates)
    // Long enough for one lie, however slow this machine is, and never for the other.
    const enough = `${Math.ceil((4 * (performance.now() - begunMs)) / 1_000)}s`
    const time = ['--time', enough, '--timeout', '500s', '--break', '80', '--format', 'junit']
    const { stderr, exitCode } = await mutate([...named, ...time], text)
    expect(stderr).toContain('mutate: score 100 %: the tests noticed 1 of 1 lie\n')
    expect(stderr).toContain('--break 80: 1 of 2 lies not tried; counted as not noticed')
    expect(exitCode).toBe(6)
  })

  it('does not pass --break without a score', async () => {
    const named = ['--lies', 'create_as_500', '--equivalent', 'create_as_500', '--break', '1']
    const { stderr, exitCode } = await mutate(named, creates)
    expect(stderr).toContain('--break 1: there is no score')
    expect(exitCode).toBe(6)
  })

  it('does not count a lie that --known accepts, until its day is over', async () => {
    const file = join(freshFolder(), 'known.txt')
    const named = ['--lies', 'create_label_lost,create_as_500', '--break', '100', '--known', file]
    writeFileSync(file, 'create_label_* until 2999-12-31\nlist_* # none of it\n')
    const accepted = await mutate(named, creates)
    expect(accepted.exitCode).toBe(0)
    expect(accepted.stdout).toContain('Known, so not counted: create_label_lost.')
    expect(accepted.stdout).toContain('In --known, but not met: list_*.')
    expect(accepted.stdout).toContain('the tests noticed 1 of 1 lie (1 more known)')
    writeFileSync(file, 'create_label_lost until 2020-01-31\n')
    const over = await mutate(named, creates)
    expect(over.exitCode).toBe(6)
    expect(over.stdout).toContain('over, so counted: create_label_lost (until 2020-01-31).')
    const updated = await mutate([...named, '--known-update'], creates)
    expect(updated.exitCode).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/^create_label_lost until 20\d\d-\d\d-\d\d\n$/)
    const { exitCode, stdout } = await mutate([...named, '--json'], creates)
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      score: { percent: 100, noticed: 1, known: 1 },
      known: { accepted: ['create_label_lost'], over: [], not_met: [] },
    })
  })

  it('refuses a file of --known that names no lie', async () => {
    const file = join(freshFolder(), 'known.txt')
    writeFileSync(file, '\ncreate_label_lots\n')
    const { exitCode, stderr } = await mutate(['--known', file], creates)
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`known.txt:2 (did you mean create_label_lost?)`)
    writeFileSync(file, 'create_label_lost until soon\n')
    const odd = await mutate(['--known', file], creates)
    expect([odd.exitCode, odd.stderr]).toEqual([2, expect.stringContaining('such as create_')])
  })

  it('puts what nobody noticed first in Markdown, and folds the rest', async () => {
    const named = ['--lies', 'create_label_lost,create_as_500', '--format', 'markdown']
    const { stdout, stderr } = await mutate(named, creates)
    expect(stdout).toMatch(
      /^## alias-sandbox mutate\n\nScore 50 %.*\n### .*\(create_label_lost\).*<details>.*\(create_as_500\)/s,
    )
    expect(stderr).toContain('mutate: score 50 %')
  })

  it('tells the five worst in full, and the names of the others', async () => {
    const named = ['--lies', 'create_a*,create_s*,create_l*']
    const text = `await call('', { label: 'a', note: 'b', source: 'c', category: 'd' })`
    const { stdout } = await mutate(named, text)
    expect(stdout.match(/^FAIL/gm)).toHaveLength(5)
    expect(stdout).toMatch(/\n\d+ more; --verbose tells all of them: .*create_\w+/)
    expect(stdout).not.toContain('\n-  ')
  })

  it('tells all of them and every result with --verbose', async () => {
    const named = ['--lies', 'create_label_lost,create_as_500', '--verbose']
    const { stdout } = await mutate(named, creates)
    expect(stdout).toMatch(/^pass {3}The service .* \(create_as_500\): noticed\s+\(exit 1\)$/m)
    expect(stdout).toMatch(/^FAIL {3}The service .* \(create_label_lost\)$/m)
  })

  it('says at which answer a lie was told, and what the client did otherwise', async () => {
    const text = `await call('', {}, 'sandbox_collision-mine').catch(() => call('', {}, 'sandbox_pro-mine'))`
    const named = ['--lies', 'error_html', '--json']
    const { lies } = JSON.parse((await mutate(named, text)).stdout) as MutateData
    expect(lies).toMatchObject([
      { changed_outcomes: ['collision'], other_calls: [], result: 'not_noticed' },
    ])
    const twice = `await call('', {}).catch(() => call('', {}).catch(() => {}))`
    const repeated = ['--lies', 'create_as_500']
    expect((await mutate(repeated, twice)).stdout).toContain(
      'The client made other requests: create created: 1, then 2.',
    )
  })

  it('says which keys would meet what was never met', async () => {
    const { stdout } = await mutate(['--lies', 'create_as_500'], creates)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('sandbox_outage_blip-test1 (outage)')
  })

  it('tries what the suite meets, and says which outcomes it never met', async () => {
    const { stdout } = await mutate(
      ['--lies', 'create_as_500,outage_as_500', '--format', 'json'],
      creates,
    )
    const { lies, never_met, score } = JSON.parse(stdout) as MutateData
    expect(never_met).toContain('outage')
    expect(lies.map(({ id, result }) => [id, result])).toEqual([
      ['create_as_500', 'noticed'],
      ['outage_as_500', 'not_met'],
    ])
    expect(score).toMatchObject({ percent: 100, tried: 1 })
  })

  it('notices by a suite that expects a refusal that the refusal does not come', async () => {
    const text = `${creates}
      const refused = await call('', {}, 'sandbox_past_due-mine').then(() => false, () => true)
      if (!refused) throw new Error('served')`
    const { stdout } = await mutate(['--lies', 'plan_past_due_not_enforced'], text)
    expect(stdout).toContain('score 100 %')
  })

  it('lies to the accounts that the command makes itself', async () => {
    const text = `await call('', { label: 'shop' }, 'sandbox_pro-mine')`
    const { stdout } = await mutate(['--lies', 'create_as_500'], text)
    expect(stdout).toContain('score 100 %')
  })

  it('counts a client that never ends as one that notices', async () => {
    const text = `let cursor = ''
      do {
        const page = await call('?limit=5' + (cursor && '&last_key=' + cursor)).catch(() => undefined)
        if (page) cursor = page.next_cursor
      } while (cursor)`
    const options = [
      '--lies',
      'list_cursor_repeated',
      '--scenario',
      'many_pages',
      '--timeout',
      '6s',
    ]
    const { stderr } = await mutate(options, text)
    expect(stderr).toContain('noticed (ended by the time limit)')
  })

  it('leaves out what the user says that the client cannot tell', async () => {
    const named = ['--lies', 'create_label_lost,create_as_500']
    const { stdout } = await mutate([...named, '--equivalent', 'create_label*'], creates)
    expect(stdout).toContain('declared by --equivalent')
    expect(stdout).toContain('noticed 1 of 1 lie (1 more cannot be noticed)')
  })

  it('sees by the calls that a client goes by next_cursor and not by has_more', async () => {
    const { stdout } = await mutate(['--lies', 'list_has_more_always'], `await call()`)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Cannot be noticed: - list_has_more_always: the client goes by the other of next_cursor and has_more',
    )
  })

  it('writes a JUnit file in which a lie that nobody noticed is a failure', async () => {
    const { stdout } = await mutate(
      ['--lies', 'create_label_lost,create_as_500,burst_as_403', '--format', 'junit'],
      creates,
    )
    expect(stdout).toContain('<testsuite name="mutate" tests="3" failures="1" skipped="1">')
    expect(stdout).toContain('Not noticed. Users cannot tell what an alias was created for')
  })

  it('stops when the suite fails without lies, and shows its output', async () => {
    const { stderr, exitCode } = await mutate(
      [],
      `console.log('\\x1b[31mbroken today\\x1b[39m\\n  with details'); process.exit(3)`,
    )
    expect(stderr).toContain('the command fails without any lie (exit 3)')
    expect(stderr).toMatch(/baseline: exit 3\n {4}.*broken today.*\n {6}with details\n/)
    expect(exitCode).toBe(1)
  })

  it('tries a lie that is noticed three times, and one that is not once', async () => {
    const folder = freshFolder()
    const text = `${countRun(folder)}; ${creates}`
    const { exitCode } = await mutate(['--lies', 'create_as_500,create_as_201'], text)
    expect(exitCode).toBe(0)
    expect(runsIn(folder)).toBe(2 + 3 + 1) // two without lies come first
  })

  it('names the states of aliases that no test met, and the keys that meet them', async () => {
    const text = `${creates}; await call('', { single_use: true })`
    const options = ['--lies', 'create_as_500']
    const { stdout } = await mutate(options, text)
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /Never met, so nothing is known about them: .*, suspended aliases, expired aliases\. .*sandbox_suspended_mix-test1 \(suspended aliases\)/,
    )
    const found = JSON.parse(
      (await mutate([...options, '--format', 'json'], text)).stdout,
    ) as MutateData
    expect(found.never_met_states).toEqual(['suspended', 'expired'])
  })

  it('counts a state as met by a test that uses the key that the note names', async () => {
    const text = `const act = (name, action, args) =>
        fetch(process.env.ALIAS_SANDBOX_URL + '/_sandbox/accounts/' + name + '/actions/' + action, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(args),
        }).then((response) => response.ok || process.exit(9))
      await call('', undefined, 'sandbox_suspended_mix-test1')
      await call('', undefined, 'sandbox_single_use-test1')
      await call('', undefined, 'sandbox_expiring-test1')
      if (process.env.WAIT) await act('expiring-test1', 'advance_clock', { by: '2h' })
      await call('', undefined, 'sandbox_expiring-test1')`
    const options = ['mutate', '--lies', 'list_as_500', '--format', 'json', ...suite(text)]
    const unmetWith = async (wait: string) => {
      const { stdout } = await runCli(options, { ...process.env, WAIT: wait })
      return (JSON.parse(stdout) as MutateData).never_met_states
    }
    expect(await unmetWith('yes')).toEqual([])
    expect(await unmetWith('')).toEqual(['expired']) // it has an expiry, but did not expire
  })

  it('tries one lie of each class first with --one-per-class', async () => {
    const named = ['--lies', 'create_label_lost,create_suspended,create_as_500,create_bare']
    const options = [...named, '--one-per-class', '--format', 'json']
    const { lies } = JSON.parse((await mutate(options, creates)).stdout) as MutateData
    const kinds = lies.map(({ id }) => (/_(as_500|bare)$/.test(id) ? 'bodies' : 'aliases'))
    expect(kinds.slice(0, 2).toSorted()).toEqual(['aliases', 'bodies'])
  })

  it('says what to change in a suite that talks to another sandbox', async () => {
    const { stderr, exitCode } = await mutate([], '')
    expect(stderr).toContain('the command made no request to the sandbox')
    expect(stderr).toContain('connectSandbox()')
    expect(stderr).not.toContain('u000a')
    expect(exitCode).toBe(1)
  })

  it('tries nothing more when the time is over, and says so', async () => {
    const { stdout, exitCode } = await mutate(['--time', '1ms', '--lies', 'create_as_500'], creates)
    expect(stdout).toContain('Tried 0 of 1 lie, the worst first: time ran out')
    expect(exitCode).toBe(0)
  })

  it('shows at Ctrl-C what is known so far', async () => {
    const text = `const { alias } = await call('', {})
      if (!alias.id) await new Promise((resolve) => setInterval(resolve, 60_000))`
    const named = 'create_id_missing,create_as_500'
    const options = ['--lies', named, '--jobs', '1', '--timeout', '50s', '--seed', '1']
    const run = startCli(['mutate', ...options, ...suite(text)], { env: process.env })
    await run.until('create_as_500: noticed')
    run.signal('SIGINT')
    expect(await run.exitCode).toBe(130)
    expect(run.stdout()).toContain('Tried 1 of 2 lies, the worst first: a signal stopped it')
    expect(run.stdout()).toContain('score 100 %')
  })

  it('lists all lies, and with a command which ones it would not meet', async () => {
    const all = await runCli(['mutate', '--list'], process.env)
    expect(all.stdout).toMatch(/^outage_as_500$/m)
    const { stdout } = await mutate(['--list'], creates)
    expect(stdout).toMatch(/^outage_as_500 \(not met by the command\)$/m)
    expect(stdout).toMatch(/^create_as_500$/m)
  })

  it.each([
    [['--lies', 'list_as_50'], 'unknown lie "list_as_50" for --lies (did you mean list_as_500?)'],
    [['--lies', ','], 'invalid value "," for --lies: expected ids separated by commas'],
    [['--timeout', 'none'], 'expected a duration such as 90s or 5m, or auto'],
    [['--time', 'soon'], 'expected a duration such as 90s or 5m, or none'],
    [['--break', '101'], 'expected a number from 0 to 100'],
  ])('refuses %j', async (options, message) => {
    const { stderr, exitCode } = await mutate(options, creates)
    expect(stderr).toContain(message)
    expect(exitCode).toBe(2)
  })
})

type MutateData = {
  lies: { id: string; result: string; changed_outcomes: string[]; other_calls: string[] }[]
  never_met: string[]
  never_met_states: string[]
  score: object
}
