import { chmodSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { runCli } from '../../support/process/run-cli.ts'

const isWindows = process.platform === 'win32'
const commands = [
  ['exec', ['-q']],
  ['exec --each', ['--each', 'scenario=plus']],
] as const

function fileWith(text: string): string {
  const file = join(freshFolder(), 'script')
  writeFileSync(file, text)
  chmodSync(file, 0o700)
  return file
}

function loopOfLinks(): string {
  const file = join(freshFolder(), 'loop')
  symlinkSync(file, file)
  return file
}

describe.skipIf(isWindows).each(commands)(
  '%s says in one line why it cannot run',
  (_name, argv) => {
    it.each([
      ['what is not there', () => './no-such-command', 127, 'command not found'],
      ['a folder', freshFolder, 126, '(EACCES): it is a folder or not executable'],
      ['what lies in a file', () => join(fileWith(''), 'x'), 126, '(ENOTDIR): part of the path'],
      ['a name that is too long', () => 'x'.repeat(5_000), 126, '(ENAMETOOLONG): the name is too'],
      ['a loop of links', loopOfLinks, 126, '(ELOOP): the path contains a loop of symbolic links'],
      ['a script without its interpreter', () => fileWith('#!/no/such\n'), 126, 'the interpreter'],
      ['an empty name', () => '', 2, 'exec: missing command'],
    ])('%s', async (_what, make, exitCode, message) => {
      const run = await runCli(['exec', ...argv, '--', make()], process.env)
      expect([run.exitCode, run.stdout, run.stderr.split('\n').length]).toEqual([exitCode, '', 2])
      expect(run.stderr).toContain(message)
    })

    it('arguments that are too long', async () => {
      const run = await runCli(
        ['exec', ...argv, '--', process.execPath, 'x'.repeat(8_000_000)],
        process.env,
      )
      expect([run.exitCode, run.stderr]).toEqual([
        126,
        `alias-sandbox: ${process.execPath}: cannot run (E2BIG): the arguments are too long\n`,
      ])
    })
  },
)
