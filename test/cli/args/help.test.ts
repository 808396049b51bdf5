import { describe, expect, it } from 'vitest'
import { commandNames } from '../../../src/cli/args/commands.ts'
import { optionNames, optionRow } from '../../../src/cli/args/options.ts'
import { runCli } from '../../support/process/run-cli.ts'

describe('help', () => {
  it('of the whole names every command', async () => {
    const { exitCode, stdout, stderr } = await runCli(['--help'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    for (const name of commandNames) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
    await expect(stdout).toMatchFileSnapshot('help/alias-sandbox.txt')
  })

  it.each(commandNames)('of %s is as written down', async (name) => {
    const { exitCode, stdout } = await runCli([name, '--help'])
    expect(exitCode).toBe(0)
    await expect(stdout).toMatchFileSnapshot(`help/${name}.txt`)
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
  ])('is given for %s %s', async (...argv) => {
    expect((await runCli(argv)).stdout).toMatch(/^Usage: alias-sandbox wait\n/)
  })

  it.each([['help', 'help'], ['help', '--help'], ['--help', '--help'], ['help']])(
    'of the whole is given for %s %s',
    async (...argv) => {
      expect(await runCli(argv)).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(/^Usage: alias-sandbox \[start\]/),
      })
    },
  )

  it('of what is no command is refused', async () => {
    const { exitCode, stdout, stderr } = await runCli(['help', 'strat'])
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^alias-sandbox: help: "strat" is not known \(did you mean start\?\)/)
  })

  it('is given even when a variable is broken', async () => {
    expect((await runCli(['--help'], { ALIAS_SANDBOX_PORT: 'abc' })).exitCode).toBe(0)
  })

  it('of the version is the version', async () => {
    expect((await runCli(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe('the option table', () => {
  it('names each variable after its flag', () => {
    for (const name of optionNames) {
      const { env } = optionRow(name)
      if (env !== undefined) {
        expect(env).toBe(`ALIAS_SANDBOX_${name.toUpperCase().replaceAll('-', '_')}`)
      }
    }
  })

  it('gives no letter to two flags', () => {
    const letters = optionNames.flatMap((name) => optionRow(name).short ?? [])
    expect(new Set(letters).size).toBe(letters.length)
  })
})
