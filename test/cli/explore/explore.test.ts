import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runExplore } from '../../support/explore/run-explore.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { builtCli } from '../../support/process/built-cli.ts'
import { runCli } from '../../support/process/run-cli.ts'
import {
  callsNobody,
  client,
  countsOnePage,
  createsAgain,
  failsAlways,
  looksFirst,
} from './clients.ts'

type ExploreData = {
  problems: {
    key: string
    sentences: string[]
    start: string
    scenario: { populate?: number; timeline?: object[] }
    smallest: boolean
    reproduced: number
    replay: string
    saved: string[]
  }[]
  runs: number
  scenarios: number
}

const lost = ['--only', 'duplicate,lost', '--scenarios', 'plus', '--runs', '9']
/** The scenario that makes a client create an alias twice. */
const answerLost = JSON.stringify({
  timeline: [{ at_call: 1, do: 'arm_fault', kind: 'drop_after' }],
})
const repeat = ['--repeat', answerLost]

async function found(...argv: string[]) {
  const { exitCode, stdout, stderr } = await runExplore('--json', ...argv)
  return { exitCode, stderr, ...(JSON.parse(stdout) as ExploreData) }
}

describe('explore', () => {
  it('finds a client that creates an alias again, in a scenario of one step', async () => {
    const { exitCode, problems } = await found(...lost, ...createsAgain)
    expect(exitCode).toBe(5)
    expect(problems).toMatchObject([
      {
        key: 'duplicate/create',
        start: 'plus',
        scenario: { timeline: [{ at_call: 1, do: 'arm_fault', kind: 'drop_after' }] },
        smallest: true,
        reproduced: 3,
      },
    ])
    expect(problems[0]!.scenario.timeline).toHaveLength(1)
  })

  it('finds nothing in a client that looks first', async () => {
    const { exitCode, stdout } = await runExplore(...lost, ...looksFirst)
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^explore: no problems in \d+ runs of 9 scenarios \(seed 1, /m)
  })

  it('tells a problem in words, with the sentence of the document and the command to see it again', async () => {
    const { exitCode, stdout } = await runExplore(...repeat, ...createsAgain)
    expect(exitCode).toBe(5)
    expect(stdout).toMatch(
      /^FAIL {3}It makes the same alias twice \(duplicate\/create\)\n {7}The alias was created/,
    )
    expect(stdout).toMatch(/^ {7}The document: "/m)
    expect(stdout).toMatch(/^ {7}Again: alias-sandbox explore --repeat '\{"timeline"/m)
    expect(stdout).toMatch(
      /\nexplore: 1 problem in 3 runs of this scenario and 1 without trouble to compare \([\d.]+ s\)\n$/,
    )
  })

  it('says that a scenario no longer fits a client that makes fewer requests', async () => {
    const late = JSON.stringify({
      timeline: [{ at_call: 9, do: 'arm_fault', kind: 'drop_after' }],
    })
    const { exitCode, stdout } = await runExplore('--repeat', late, ...createsAgain)
    expect(exitCode).toBe(0)
    expect(stdout).toContain('What should happen at request 9 did not')
  })

  it('fails where the mail of a scenario reaches no alias, since it shows nothing about the client', async () => {
    const scenario = (id: string) =>
      JSON.stringify({
        aliases: [{ id: 'shop' }],
        timeline: [{ at_call: 1, do: 'deliver_mail', to: `${id}@alias-sandbox.example` }],
      })
    const { exitCode, stderr } = await runExplore('--repeat', scenario('shoq'), ...looksFirst)
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('the mail to shoq@alias-sandbox.example reached no alias in any run'),
    ])
    expect((await runExplore('--repeat', scenario('shop'), ...looksFirst)).exitCode).toBe(0)
  })

  it('lets a command check what the client printed', async () => {
    const check = join(freshFolder(), 'check.cjs')
    writeFileSync(
      check,
      `const { readFileSync } = require('node:fs')
      const there = JSON.parse(readFileSync(process.env.ALIAS_SANDBOX_ALIASES, 'utf8')).length
      const told = Number(readFileSync(0, 'utf8'))
      if (told === there) process.exit(0)
      console.log('told ' + told + ' of ' + there)
      process.exit(1)`,
    )
    const output = ['--expect-output', `"${process.execPath}" "${check}"`]
    const only = ['--only', 'incomplete', '--scenarios', 'plus', '--runs', '8']
    const { exitCode, problems } = await found(...only, ...output, ...countsOnePage)
    expect(exitCode).toBe(5)
    expect(problems.map(({ key }) => key)).toEqual(['incomplete/pages'])
    expect(JSON.stringify(problems)).toMatch(/told 20 of \d+/)
  })

  it('writes JUnit with a case for each problem, and for each kind of which there is none', async () => {
    const argv = ['--format', 'junit', '--only', 'duplicate,crash', ...repeat]
    const { stdout } = await runExplore(...argv, ...createsAgain)
    expect(stdout).toContain('<testsuite name="explore" tests="2" failures="1" skipped="0">')
    expect(stdout).toContain('<testcase classname="explore" name="duplicate/create">')
    expect(stdout).toContain('<testcase classname="explore" name="not seen: crashes instead of')
  })

  it('shows each run with --verbose', async () => {
    const { stderr } = await runExplore('--verbose', ...repeat, ...looksFirst)
    expect(stderr).toMatch(/^run 1: exit 0: \{"account":\{"plan":"plus","billing":"active"\}\}$/m)
  })
})

describe('explore --save', () => {
  it('writes scenario and session, and replaces no file', async () => {
    const folder = join(freshFolder(), 'new', 'folder')
    const first = await found(...repeat, '--save', folder, ...createsAgain)
    const name = 'duplicate-create'
    const all = [`${name}.yaml`, `${name}.session.json`]
    expect(readdirSync(folder).toSorted()).toEqual(all.toSorted())
    expect(first.problems[0]!.saved.toSorted()).toEqual(
      all.map((file) => join(folder, file)).toSorted(),
    )
    const text = readFileSync(join(folder, 'duplicate-create.yaml'), 'utf8')
    await found(...repeat, '--save', folder, ...createsAgain)
    expect(existsSync(join(folder, 'duplicate-create-2.yaml'))).toBe(true)
    expect(readFileSync(join(folder, 'duplicate-create.yaml'), 'utf8')).toBe(text)
  })

  it('writes files that --repeat, replay and scenarios check accept', async () => {
    const folder = freshFolder()
    await found(...repeat, '--save', folder, ...createsAgain)
    const file = join(folder, 'duplicate-create.yaml')
    const repeated = await found('--repeat', file, ...createsAgain)
    expect([
      repeated.exitCode,
      repeated.scenarios,
      repeated.problems.map(({ key }) => key),
    ]).toEqual([5, 1, expect.arrayContaining(['duplicate/create'])])
    const replay = await runCli(['replay', join(folder, 'duplicate-create.session.json')])
    expect([replay.exitCode, replay.stderr]).toEqual([0, ''])
    const check = await runCli(['scenarios', 'check', join(folder, 'duplicate-create.yaml')])
    expect(check.exitCode).toBe(0)
    const scenario = readFileSync(join(folder, 'duplicate-create.yaml'), 'utf8')
    expect(scenario).toContain('title: It makes the same alias twice')
  })

  it('writes a scenario in which exec --verify fails until the client is repaired', async () => {
    const folder = freshFolder()
    await found(...repeat, '--save', folder, ...createsAgain)
    const file = join(folder, 'duplicate-create.yaml')
    const run = (client: string[]) => runCli(['exec', '-s', file, '--verify', ...client])
    const buggy = await run(createsAgain)
    expect(buggy.exitCode).toBe(4)
    expect(buggy.stderr).toContain('FAIL   lists aliases before it retries a lost creation')
    expect((await run(looksFirst)).exitCode).toBe(0)
  })

  it('says above the scenario how a client is run in it, without the path of a folder elsewhere', async () => {
    const folder = freshFolder()
    await found(...repeat, '--patience', '2 tries', '--save', folder, ...createsAgain)
    expect(readFileSync(join(folder, 'duplicate-create.yaml'), 'utf8')).toContain(
      `# Run a client in it: alias-sandbox explore --repeat duplicate-create.yaml --patience '2 tries' -- <command>\n`,
    )
  })
})

describe('explore on Ctrl-C', () => {
  it.skipIf(process.platform === 'win32')('tells what it found so far', async () => {
    const cli = builtCli(['explore', '--time', '10m', '--verbose', ...createsAgain])
    await cli.until('run 6:')
    cli.child.kill('SIGINT')
    const { exitCode, stdout } = await cli.ended
    expect(exitCode).toBe(130)
    expect(stdout).toMatch(/explore: .* \(seed 1, [\d.]+ s, stopped\)\n$/)
  })

  it.skipIf(process.platform === 'win32')(
    'says that nothing is known before any trouble was tried',
    async () => {
      const marker = join(freshFolder(), 'marker')
      const hangsLater = client(`
        import { existsSync, writeFileSync } from 'node:fs'
        const ran = existsSync(${JSON.stringify(marker)})
        writeFileSync(${JSON.stringify(marker)}, '')
        await create()
        if (ran) await new Promise(() => setInterval(() => {}, 1000))`)
      const argv = ['--time', '10m', '--verbose', '--format', 'junit']
      const cli = builtCli(['explore', ...argv, ...hangsLater])
      await cli.until('run 1:')
      cli.child.kill('SIGINT')
      const { exitCode, stdout } = await cli.ended
      expect(exitCode).toBe(130)
      expect(stdout).toMatch(
        /"not seen: crashes .*>\n +<skipped message="nothing is known yet: 1 run of 0 scenarios \(seed 1, /,
      )
    },
  )
})

describe('explore says at once', () => {
  it('that the command fails without trouble, with its output', async () => {
    const { exitCode, stdout, stderr } = await runExplore(...failsAlways)
    expect([exitCode, stdout, stderr]).toEqual([
      1,
      '',
      'no database\nalias-sandbox: explore: the command fails without any trouble (exit 7); see its output above\n',
    ])
  })

  it('that the command calls nobody, with the variables that it must read', async () => {
    const { exitCode, stderr } = await runExplore(...callsNobody)
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('no request to the sandbox; it must read ALIAS_SANDBOX_URL'),
    ])
  })

  it('that --expect-output fails without trouble, or cannot be run', async () => {
    const failing = await runExplore('--expect-output', 'echo too few; exit 3', ...looksFirst)
    expect([failing.exitCode, failing.stderr]).toEqual([
      1,
      'alias-sandbox: explore: --expect-output fails without any trouble: too few\n',
    ])
    const missing = await runExplore('--expect-output', 'no-such-command-here', ...looksFirst)
    expect([missing.exitCode, missing.stderr]).toEqual([
      1,
      expect.stringContaining('cannot run --expect-output'),
    ])
  })

  it.each([
    [['--only', 'duplicates'], 'unknown kind "duplicates" for --only (did you mean duplicate?)'],
    [['--patience', 'soon'], 'expected tries and a duration, such as "3 tries, 2m" or "5m"'],
    [['--patience', '0 tries'], 'invalid value "0 tries" for --patience'],
    [['--time', '0'], 'invalid value "0" for --time: expected a duration'],
    [['--jobs', '21'], 'expected an integer from 1 to 20'],
    [['--scenarios', 'plsu'], 'unknown scenario "plsu" for --scenarios (did you mean plus?)'],
    [
      ['--repeat', '{"timeline":[{"at_call":0,"do":"settle_invoice"}]}'],
      '--repeat:1:25: timeline[0].at_call must be',
    ],
    [['--repeat', '{"timeline":[{"at_call":1,"do":"settle"}]}'], 'did you mean "settle_invoice"'],
    [['--repeat', '{"timeline":[{"at_call":1,"do":"arm_fault"}]}'], 'timeline[0].kind is required'],
    [['--repeat', 'plsu'], 'unknown scenario "plsu" for --repeat (did you mean plus?)'],
    [['--repeat', '{"steps":[]}'], '--repeat:1:2: '],
    [['--repeat', '{"account":{}'], '--repeat'],
    [['--repeat', 'no-such-file.json'], 'no-such-file.json: '],
  ])('that %s is wrong', async (argv, message) => {
    const { exitCode, stdout, stderr } = await runExplore(...argv, '--', 'node')
    expect([exitCode, stdout, stderr.split('\n').length]).toEqual([2, '', 2])
    expect(stderr).toContain(message)
  })

  it('which kinds there are', async () => {
    const { exitCode, stdout } = await runExplore('--list')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^ {2}duplicate +It makes the same alias twice\. The document: "/m)
    expect(stdout).toMatch(/^ {2}outage +503/m)
  })

  it.each([
    [['--format', 'junit'], '--format junit cannot be used with --list'],
    [['--format', 'markdown'], '--format markdown cannot be used with --list'],
    [['--report', 'kinds.md'], '--report cannot be used with --list'],
  ])('that a list of kinds takes no %s', async (argv, message) => {
    for (const name of ['explore', 'mutate']) {
      const { exitCode, stdout, stderr } = await runCli([name, '--list', ...argv], process.env)
      expect([exitCode, stdout]).toEqual([2, ''])
      expect(stderr).toContain(message)
    }
  })

  it('which kinds there are, as JSON', async () => {
    const { stdout } = await runExplore('--list', '--json')
    const { problems, troubles } = JSON.parse(stdout) as Record<string, { name: string }[]>
    const names = [...problems!, ...troubles!].map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['duplicate', 'outage']))
  })
})
