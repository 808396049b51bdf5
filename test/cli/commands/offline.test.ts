import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { commandNames } from '../../../src/cli/args/tables/commands.ts'
import { choiceIds } from '../../../src/contract/choices/choices.ts'
import { shippedScenarios } from '../../../src/node/files/scenario-catalog.ts'
import { BIN, builtCli } from '../../support/process/built-cli.ts'
import { needs } from '../../support/tools/needs.ts'
import { runCli } from '../../support/process/run-cli.ts'

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

describe('scenarios', () => {
  it.each([['scenarios'], ['scenarios', 'list']])(
    '%s %s lists the shipped scenarios',
    async (...argv) => {
      const { stdout } = await runCli(argv)
      for (const { name } of shippedScenarios())
        expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    },
  )

  it('are listed together with those in a folder', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'mine.yaml'), 'title: Mine\n')
    const { stdout } = await runCli(['scenarios', '--scenarios-dir', folder, '--json'])
    const { scenarios } = JSON.parse(stdout) as { scenarios: object[] }
    expect(scenarios).toContainEqual({
      name: 'mine',
      title: 'Mine',
      summary: '',
      key: 'sandbox_mine',
    })
  })

  it('are shown one by one', async () => {
    expect((await runCli(['scenarios', 'show', 'past_due'])).stdout).toContain('billing: past_due')
    const unknown = await runCli(['scenarios', 'show', 'past_du'])
    expect(unknown.exitCode).toBe(2)
    expect(unknown.stderr).toContain('did you mean past_due?')
  })

  it('are all checked, with one line for each error', async () => {
    const folder = freshFolder()
    const good = join(folder, 'good.yaml')
    const bad = join(folder, 'bad.yaml')
    writeFileSync(good, 'title: Good\n')
    writeFileSync(bad, 'account: { plan: plsu }\nusage: { daily: -1 }\n')
    const run = await runCli(['scenarios', 'check', bad, good, join(folder, 'none.yaml')])
    expect(run.exitCode).toBe(2)
    expect(run.stdout).toBe(`${good}: ok (0 expect steps)\n`)
    expect(run.stderr.trim().split('\n')).toHaveLength(3)
    expect(run.stderr).toContain(`${bad}:1:18: account.plan must be one of`)
  })
})

it('each message about a file says where: failed steps of expect too', async () => {
  const file = join(freshFolder(), 'odd.yaml')
  writeFileSync(
    file,
    `title: Odd
expect:
  - { call: GET /v1/aliases, status: 200 }
  - { do: settle_invoice }
  - call: GET /v1/aliases
    status: 503
`,
  )
  const { stderr } = await runCli(['scenarios', 'check', file])
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringContaining(`${file}:4:5: expect[1] do settle_invoice: answered 409`),
    expect.stringContaining(
      `${file}:5:5: expect[2] GET /v1/aliases: answered 200, expected 503 (Listed`,
    ),
  ])
})

describe('scenarios check takes the name of a scenario', () => {
  const problemsOf = async (...words: string[]) => {
    const { exitCode, stderr } = await runCli(['scenarios', 'check', ...words])
    return { exitCode, lines: stderr.trimEnd().split('\n') }
  }

  it('of a shipped one', async () => {
    const steps = shippedScenarios().find(({ name }) => name === 'past_due')?.scenario.expect
    expect(await runCli(['scenarios', 'check', 'past_due'])).toEqual({
      exitCode: 0,
      stdout: `past_due: ok (${steps?.length} expect steps)\n`,
      stderr: '',
    })
  })

  it('of one in a folder, whose lines are those of the file', async () => {
    const folder = freshFolder()
    const file = join(folder, 'mine.yaml')
    writeFileSync(file, 'expect:\n  - { call: GET /v1/aliases, status: 503 }\n')
    const { lines } = await problemsOf('mine', '--scenarios-dir', folder)
    expect(lines).toEqual([
      expect.stringContaining(`${file}:2:5: expect[0] GET /v1/aliases: answered 200, expected 503`),
    ])
  })

  it('and names the nearest for one that does not exist', async () => {
    expect(await problemsOf('pastdue')).toEqual({
      exitCode: 2,
      lines: ['alias-sandbox: unknown scenario "pastdue" (did you mean past_due?)'],
    })
  })
})

describe('init', () => {
  it('writes a valid scenario, and never overwrites a file', async () => {
    const file = join(freshFolder(), 'mine.yaml')
    expect((await runCli(['init', file])).exitCode).toBe(0)
    expect((await runCli(['scenarios', 'check', file])).exitCode).toBe(0)
    const written = readFileSync(file, 'utf8')
    writeFileSync(file, 'title: Precious\n')
    const again = await runCli(['init', file])
    expect(again).toMatchObject({ exitCode: 1, stdout: '' })
    expect(again.stderr).toContain('already exists; it was not changed')
    expect(readFileSync(file, 'utf8')).toBe('title: Precious\n')
    expect(written).toMatch(/^# A scenario/)
  })
})

it.each([
  [['init'], './alias-sandbox.yaml'],
  [['init', 'mine.yaml'], './mine.yaml'],
  [['init', 'sc/mine.yaml'], 'sc/mine.yaml'],
])('what %j writes and prints names the file that was written', async (argv, path) => {
  const folder = freshFolder()
  mkdirSync(join(folder, 'sc'))
  const { stdout } = await builtCli(argv, { cwd: folder }).ended
  const text = readFileSync(join(folder, path), 'utf8')
  for (const command of ['scenarios check', '--scenario']) {
    expect(stdout).toContain(`npx alias-sandbox ${command} ${path}\n`)
    expect(text).toContain(`#   npx alias-sandbox ${command} ${path}\n`)
  }
  // As a user then runs it.
  const checked = await builtCli(['scenarios', 'check', path], { cwd: folder }).ended
  expect(checked.exitCode).toBe(0)
})

describe('choices', () => {
  it('are listed with default and alternatives in 80 columns', async () => {
    const { stdout } = await runCli(['choices'])
    for (const id of choiceIds) expect(stdout).toMatch(new RegExp(`^${id}$`, 'm'))
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    const json = await runCli(['choices', '--json'])
    const { choices } = JSON.parse(json.stdout) as { choices: object[] }
    expect(choices).toHaveLength(choiceIds.length)
  })
})

describe('completion', () => {
  /** What yargs' script asks for, with the words typed so far. */
  async function candidates(...typed: string[]): Promise<string[]> {
    const asked = ['--get-yargs-completions', 'alias-sandbox', ...typed]
    const { exitCode, stdout } = await runCli(asked)
    expect(exitCode).toBe(0)
    return stdout.trim().split('\n')
  }

  it('suggests the commands', async () => {
    expect(await candidates('')).toEqual(expect.arrayContaining([...commandNames]))
  })

  it.each([
    [['start', 'past_d'], 'past_due'],
    [['start', '-s', 'past_d'], 'past_due'],
    [['explore', '--scenarios', 'past_d'], 'past_due'],
    [['wait', '--time'], '--timeout'],
    [['trigger', 'settle'], 'settle_invoice'],
    [['report', '--format', 'ju'], 'junit'],
  ])('%j → %s', async (typed, word) => {
    expect(await candidates(...typed)).toContain(word)
  })

  it.each(['bash', 'zsh', 'fish'])(
    'prints a script that %s reads',
    needs('zsh', 'fish'),
    async (shell) => {
      const { stdout } = await builtCli(['completion'], { env: { SHELL: `/bin/${shell}` } }).ended
      const file = join(freshFolder(), 'completion')
      writeFileSync(file, stdout)
      expect(() => execFileSync(shell, ['-n', file])).not.toThrow()
    },
  )

  it('for a shell that is named says what to type', async () => {
    const { exitCode, stderr } = await runCli(['completion', 'fish'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain('type: SHELL=fish alias-sandbox completion\n')
  })

  it.each([
    ['alias-sandbox trig', 'trigger'],
    ['alias-sandbox start past_d', 'past_due'],
    ['alias-sandbox wait --time', '--timeout'],
  ])('in bash: %s → %s', needs('bash'), async (line, word) => {
    const { stdout } = await builtCli(['completion'], { env: { SHELL: '/bin/bash' } }).ended
    const words = line.split(' ').map((part) => `'${part}'`)
    const program = `alias-sandbox() { '${process.execPath}' '${BIN}' "$@"; }`
    const script = `${program}\n${stdout}
COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _alias-sandbox_yargs_completions; echo "\${COMPREPLY[@]}"`
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe(`${word}\n`)
  })
})
