import { expect, it } from 'vitest'
import { runCli } from '../../support/process/run-cli.ts'

it('lists the pages without words', async () => {
  const { stdout, exitCode } = await runCli(['docs'])
  expect(exitCode).toBe(0)
  expect(stdout).toContain('troubleshooting')
  expect(stdout).not.toContain('architecture')
})

it.each([['python'], ['clock and limits'], ['control-api']])(
  'prints the page that is called %s',
  async (words) => {
    const { stdout } = await runCli(['docs', ...words.split(' ')])
    expect(stdout).toMatch(/^# /)
    expect(stdout).not.toContain('<!--')
    expect(stdout.split('\n').length).toBeGreaterThan(30)
  },
)

it.each([
  ['page note save', 'docs/history.md'],
  ['shipped scenarios', 'docs/scenarios.md'],
  ['pytest plugin', 'docs/python.md'],
])('finds the section on %s', async (words, page) => {
  const { stdout } = await runCli(['docs', '--json', ...words.split(' ')])
  const { page: best, others } = JSON.parse(stdout) as { page: string; others: { page: string }[] }
  expect([best, ...others.map((other) => other.page)]).toContain(page)
})

it.each([
  ['how do I get a 429', 'The limits, and how to get a 429'],
  ['port already in use, change port', 'The port is taken'],
  ['EADDRINUSE', 'The port is taken'],
  ['ECONNREFUSED', 'Nothing answers'],
  ['verification code', 'Mail'],
  ['write my own scenario', 'Write your own'],
  ['how do I simulate a timeout', 'Delays and timeouts'],
  ['list all pages', 'All pages of a list'],
  ['pagination', 'All pages of a list'],
  ['many aliases', 'Sample data'],
  ['retry after 500', 'Lost creations and retries'],
  ['idempotency', 'Lost creations and retries'],
  ['time travel', 'Move the clock'],
  ['vitest parallel', 'Vitest'],
  ['how is my security', 'Security'],
  ['what may an update change', 'What an update may change'],
  ['rotate key', 'A key chooses the state'],
  ['telemetry', 'What is promised'],
  ['webhook', 'Not imitated'],
])('answers "%s" with the section "%s"', async (words, heading) => {
  const { stdout } = await runCli(['docs', '--json', ...words.split(' ')])
  expect(JSON.parse(stdout)).toMatchObject({ heading })
})

it.each(['security', 'changelog'])('prints the page %s of the root', async (name) => {
  const { stdout } = await runCli(['docs', name])
  expect(stdout).toMatch(new RegExp(`^# ${name}`, 'i'))
})

it('says what is nearest when no page has the words', async () => {
  const { stderr, stdout, exitCode } = await runCli(['docs', 'scenrio'])
  expect(exitCode).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toContain('scenario')
})

it.each([['?*['], [''], [' '], ['how do I'], ['__proto__'], ['zzzqqq']])(
  'says that nothing was found for %j',
  async (words) => {
    const { stderr, stdout, exitCode } = await runCli(['docs', '--', words])
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toContain('nothing in the documentation has')
  },
)

it('finds a word in its plural and with another ending', async () => {
  const { stdout } = await runCli(['docs', 'container'])
  expect(stdout).toContain('containers')
})

it.each([['constructor'], ['__proto__'], ['.*('], ['\u001b[2J'], ['../../package']])(
  'takes %j for words and nothing else',
  async (words) => {
    const { stdout, stderr } = await runCli(['docs', '--', words])
    expect(`${stdout}${stderr}`).not.toContain('\u001b')
    expect(stdout).not.toContain('"dependencies"')
  },
)
