import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runExplore } from '../../support/explore/run-explore.ts'
import { builtCli } from '../../support/process/built-cli.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { isAlive } from '../../support/process/is-alive.ts'
import { client, looksFirst } from './clients.ts'

const scenarioOf = (kind: string) =>
  JSON.stringify({ timeline: [{ at_call: 1, do: 'arm_fault', kind }] })
const lost = ['--repeat', scenarioOf('drop_after'), '--jobs', '1']

/** Creates an alias again when no answer came; `before` is done then. */
const createsAgainAfter = (before: string, path: string) => [
  ...client(`import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
    const path = process.argv.at(-1)
    await create().catch(() => { ${before}; return create() })`),
  path,
]

describe('a problem is told although', () => {
  it('the folder of --save is gone', async () => {
    const folder = join(freshFolder(), 'found')
    const replaced = `rmSync(path, { recursive: true, force: true }); writeFileSync(path, '')`
    const { exitCode, stdout } = await runExplore(
      ...lost,
      '--save',
      folder,
      ...createsAgainAfter(replaced, folder),
    )
    expect(exitCode).toBe(5)
    expect(stdout).toMatch(/^FAIL {3}It makes the same alias twice/m)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('.yaml could not be written (ENOTDIR).')
    expect(stdout).toContain(`Again: alias-sandbox explore --repeat '{"timeline"`)
  })

  it.skipIf(process.platform === 'win32')(
    'the program is gone after six lost answers',
    async () => {
      const folder = freshFolder()
      const program = join(folder, 'client')
      symlinkSync(process.execPath, program)
      const count = `appendFileSync(path + '.runs', 'x')
      if (readFileSync(path + '.runs').length === 6) rmSync(path)`
      const [, , ...args] = createsAgainAfter(count, program)
      const { exitCode, stdout, stderr } = await runExplore(
        '--only',
        'duplicate,lost',
        '--jobs',
        '1',
        '--save',
        folder,
        '--',
        program,
        ...args,
      )
      expect(stdout).toMatch(/^FAIL {3}It makes the same alias twice/m)
      expect(stdout).toContain('.yaml')
      expect([exitCode, stderr]).toEqual([127, expect.stringContaining('command not found')])
    },
  )
})

describe('--expect-output', () => {
  it('does not check a run that prints too much, which is told', async () => {
    const { exitCode, stdout } = await runExplore(
      '--expect-output',
      'cat > /dev/null',
      '--repeat',
      scenarioOf('outage'),
      ...client(`if (!(await create()).ok) process.stdout.write('x'.repeat(5_000_000))`),
    )
    expect([exitCode, stdout.replaceAll(/\s+/g, ' ')]).toEqual([
      expect.any(Number),
      expect.stringContaining(
        '3 runs were not checked with --expect-output: the client printed more than 4 MiB.',
      ),
    ])
  })

  it.skipIf(process.platform === 'win32')(
    'that hangs is ended by Ctrl-C, with the processes that it has started',
    async () => {
      const file = join(freshFolder(), 'pid')
      const check = `sleep 600 & echo $! > '${file}.new'; mv '${file}.new' '${file}'; wait`
      const cli = builtCli(['explore', '--expect-output', check, ...looksFirst])
      await expect.poll(() => existsSync(file)).toBe(true)
      cli.child.kill('SIGINT')
      expect((await cli.ended).exitCode).toBe(130)
      const pid = Number(readFileSync(file, 'utf8'))
      await expect.poll(() => isAlive(pid)).toBe(false)
    },
  )
})
