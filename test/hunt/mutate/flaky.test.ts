import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { runCli } from '../../support/process/run-cli.ts'
import { call, countRun, creates, mutate } from './script.ts'

/** A suite that fails in some of its runs, whatever the service does. */
const failsIn = (condition: string, output = '') =>
  `${countRun(freshFolder())}
   ${creates}
   if (${condition}) throw new Error('tired' + ${JSON.stringify(output)})`

describe('a flaky suite gets no score', () => {
  it.each([
    ['one of its first two runs fails', 'run === 2', 'create_as_500', 'without any lie'],
    ['it fails without a lie after it noticed one', 'run > 3', 'create_as_500', 'without any lie'],
    ['it fails from some run on', 'run > 5', 'create_*', 'without any lie'],
    [
      'it fails in a run in which the service had no occasion to lie',
      'run === 3',
      'outage_as_500',
      'without any lie',
    ],
    [
      'it fails under a lie and then passes under it',
      'run === 3',
      'create_label_lost',
      'under the lie create_label_lost',
    ],
  ])('if %s', async (_what, condition, named, when) => {
    const options = ['--jobs', '1', '--lies', named, '--break', '0']
    const { stdout, stderr, exitCode } = await mutate(options, failsIn(condition))
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/\nmutate: no score: the command passes and fails by chance\n$/)
    const text = stdout.replaceAll(/\s+/g, ' ')
    expect(text).toContain(`Of its runs ${when}, one failed (exit 1) and one passed.`)
    expect(text).toMatch(/Its output ends with: > .*> Error: tired/)
    expect(stderr).toContain('Error: tired')
  })

  it.each([
    ['text', /these tests did:\n {7}- remembers\n.*use --jobs 1\.\n\nmutate: no score/s],
    ['markdown', /^## alias-sandbox mutate\n\nNo score.*- remembers\n/s],
    ['junit', /<testsuite name="mutate" tests="1" failures="1".*name="flaky".*- remembers\n/s],
    [
      'json',
      /"percent": null.*"lie": "create_label_lost".*"failing_tests": \[\s+"remembers"\s+\]/s,
    ],
  ])('and its tests are named as %s', async (format, named) => {
    const folder = freshFolder()
    const file = join(folder, 'client.test.mjs')
    writeFileSync(
      file,
      `import { test } from 'node:test'
       ${call}
       test('creates', () => ${creates.replace('await ', '')})
       test('remembers', async () => {
         ${countRun(folder)}
         if (run === 3) throw new Error('tired')
       })`,
    )
    const options = ['--jobs', '1', '--lies', 'create_label_lost', '--format', format]
    const command = ['--', process.execPath, '--test', file]
    const { stdout, stderr, exitCode } = await runCli(
      ['mutate', ...options, ...command],
      process.env,
    )
    expect(stdout).toMatch(named)
    expect(stdout).not.toMatch(/^ *- creates$/m)
    expect(stderr).toContain('create_label_lost: exit 1')
    expect(exitCode).toBe(1)
  })

  it('and at most ten of its tests are named', async () => {
    const tests = Array.from({ length: 12 }, (_test, at) => `\nFAILED a.py::test_${at + 1}`)
    const text = failsIn('run === 2', tests.join(''))
    const { stdout } = await mutate(['--jobs', '1'], text)
    expect(stdout).toMatch(/- a\.py::test_10\n +- 2 more tests\n/)
  })

  it('whose runs took too long is told to get more time', async () => {
    const text = `${countRun(freshFolder())}
      ${creates}
      if (run === 3) await new Promise((resolve) => setTimeout(resolve, 600_000))`
    const options = ['--jobs', '1', '--lies', 'create_label_lost', '--timeout', '6s']
    const { stdout, exitCode } = await mutate(options, text)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('one failed (over time) and one passed.')
    expect(stdout).toContain('Give each run more time with --timeout.')
    expect(exitCode).toBe(1)
  })
})
