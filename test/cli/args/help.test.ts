import { describe, expect, it } from 'vitest'
import { rowOf } from '../../../src/cli/args/tables/command-row.ts'
import { commandNames, commands } from '../../../src/cli/args/tables/commands.ts'
import { optionNames, optionRow } from '../../../src/cli/args/tables/options.ts'
import { builtCli } from '../../support/process/built-cli.ts'
import { runCli } from '../../support/process/run-cli.ts'

/** A text without the line breaks of its columns. */
const asLine = (text: string) => text.replaceAll(/\s+/g, ' ')

describe('help', () => {
  it('of the program is one screen of 40 lines and 80 columns', async () => {
    const { stdout } = await runCli(['--help'])
    const lines = stdout.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(40)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it('of the program names each command on one line, in four groups', async () => {
    const { stdout } = await runCli(['--help'])
    const groups = stdout.split(/^(Run|Drive|Look|Test):\n/m)
    expect(groups).toHaveLength(9)
    const named = groups.flatMap((lines) => [...lines.matchAll(/^  ([a-z]+) .+$/gm)])
    expect(named.map(([, name]) => name).toSorted()).toEqual(commandNames.toSorted())
  })

  it('of the program leaves the options of start to start', async () => {
    expect((await runCli(['--help'])).stdout).not.toContain('--port')
    expect((await runCli(['start', '--help'])).stdout).toContain('--port')
  })

  it.each(commands)('of $name says how to use it, and what each option does', async (command) => {
    const { exitCode, stdout } = await runCli([command.name, '--help'])
    expect(exitCode).toBe(0)
    const { usage, summary, details = '', examples, options } = command
    const rows = options.map((name) => [name, rowOf(command, name)] as const)
    const said = rows.flatMap(([name, row]) => [`--${name} `, row.summary, row.env ?? ''])
    for (const text of [...usage, summary, details, ...examples, ...said]) {
      expect(asLine(stdout)).toContain(asLine(text))
    }
  })

  it.each([[], ...commandNames.map((name) => [name])])(
    'is the same from the bundle: %s',
    { tags: ['long'] },
    async (...command) => {
      const argv = [...command, '--help']
      const built = await builtCli(argv).ended
      expect(built).toEqual({ exitCode: 0, stdout: (await runCli(argv)).stdout, stderr: '' })
    },
  )

  it('does not depend on the language of the machine', async () => {
    const env = { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8', LANGUAGE: 'de' }
    const { stdout } = await builtCli(['--help'], { env }).ended
    expect(stdout).toBe((await runCli(['--help'])).stdout)
  })

  it.each([
    ['trigger --help', 'a narrow terminal', 60],
    ['trigger --help', 'the narrowest', 40],
    ['--help', 'the narrowest', 40],
  ])('of %s fits %s', async (line, _what, columns) => {
    const { stdout } = await runCli(line.split(' '), {}, { columns })
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
  })

  it.each([[], ...commandNames.map((name) => [name])])('fits 80 columns: %s', async (...argv) => {
    const { stdout } = await runCli([...argv, '-h'])
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  it.each([
    ['help', 'wait'],
    ['wait', '-h'],
    ['--help', 'wait'],
    ['wait', 'too', 'many', 'words', '--help'],
  ])('of a command is printed for %s %s', async (...argv) => {
    expect((await runCli(argv)).stdout).toMatch(/^Usage: alias-sandbox wait \[options\]\n/)
  })

  it.each([['help', 'help'], ['help', '--help'], ['--help', '--help'], ['help']])(
    'of the program is printed for %s %s',
    async (...argv) => {
      expect(await runCli(argv)).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(/^Usage: alias-sandbox \[start\]/),
      })
    },
  )

  it('of an unknown command is refused', async () => {
    const { exitCode, stdout, stderr } = await runCli(['help', 'strat'])
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^alias-sandbox: unknown command "strat" \(did you mean start\?\)\n$/)
  })

  it('is printed even when a variable is invalid', async () => {
    expect((await runCli(['--help'], { ALIAS_SANDBOX_PORT: 'abc' })).exitCode).toBe(0)
  })

  it.each([
    ['a value that is wrong', '--port abc'],
    ['a value that is missing', '--url'],
    ['a switch with a value', '--json=yes'],
    ['a switch that is repeated', '--json --json'],
  ])('is printed beside %s', async (_what, line) => {
    const { exitCode, stdout } = await runCli(['wait', ...line.split(' '), '--help'])
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^Usage: alias-sandbox wait /)])
  })

  it.each([['--version'], ['--version --version'], ['--version --port']])(
    'of the version is the version: %s',
    async (line) => {
      expect((await runCli(line.split(' '))).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    },
  )
})

describe('the option table', () => {
  it('uses no letter for two flags', () => {
    const letters = optionNames.flatMap((name) => optionRow(name).short ?? [])
    expect(new Set(letters).size).toBe(letters.length)
  })
})
