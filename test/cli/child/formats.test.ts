import { expect, it } from 'vitest'
import { runCli } from '../../support/process/run-cli.ts'

const exits = (code: string) => ['--', process.execPath, '-e', `console.log('<a>\\x07'); ${code}`]

it('matrix writes a test case for each scenario as JUnit', async () => {
  const argv = ['matrix', '--scenarios', 'plus,free', '--format', 'junit']
  const { exitCode, stdout } = await runCli([...argv, ...exits('process.exit(3)')], process.env)
  expect([exitCode, stdout.replaceAll(/ time="[\d.]+"/g, '')]).toEqual([
    0,
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="alias-sandbox" tests="2" failures="2" skipped="0">
  <testsuite name="matrix" tests="2" failures="2" skipped="0">
    <testcase classname="matrix" name="plus">
      <failure message="exit 3">&lt;a&gt;\\u0007
</failure>
    </testcase>
    <testcase classname="matrix" name="free">
      <failure message="exit 3">&lt;a&gt;\\u0007
</failure>
    </testcase>
  </testsuite>
</testsuites>
`,
  ])
})

it('assumptions writes a test case for each alternative as JUnit', async () => {
  const argv = ['assumptions', '--choices', 'list_order', '--format', 'junit']
  const { stdout } = await runCli([...argv, ...exits('')], process.env)
  expect(stdout).toMatch(/<testcase classname="assumptions" name="list_order=\w+" time="[\d.]+"\/>/)
  expect(stdout).toContain('failures="0" skipped="0"')
})

it.each([['0'], ['-1s'], ['soon'], ['30d']])('--timeout %s is refused', async (text) => {
  const { exitCode, stderr } = await runCli(['matrix', '--timeout', text, '--', 'true'])
  expect([exitCode, stderr]).toEqual([
    2,
    `alias-sandbox: invalid value "${text}" for --timeout: expected a duration such as 90s or 5m, or none\n`,
  ])
})

it('a time limit of a minute stops nothing that ends', async () => {
  const argv = ['matrix', '--scenarios', 'plus', '--timeout', '1m', '--format', 'json']
  const { stdout } = await runCli([...argv, ...exits('')], process.env)
  expect(JSON.parse(stdout)).toMatchObject([{ scenario: 'plus', exit_code: 0, over_time: false }])
})
