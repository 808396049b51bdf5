import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkSession } from '../../../src/contract/session/check-session.ts'
import { apiClient } from '../../support/http/api-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { runCli, startCli } from '../../support/process/run-cli.ts'

/** A sandbox with a call, an action of the command line and what followed from it. */
async function livedIn() {
  const sandbox = await freshSandbox()
  await apiClient(sandbox).create()
  await runCli(['advance', '25h', '--url', sandbox.url])
  await runCli(['trigger', 'resume_alias', 'nope', '--url', sandbox.url])
  return { sandbox, run: (...argv: string[]) => runCli([...argv, '--url', sandbox.url]) }
}

describe('history', () => {
  it('shows one line for each entry, and indents what followed', async () => {
    const { run } = await livedIn()
    const { exitCode, stdout, stderr } = await run('history')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const lines = stdout
      .replaceAll(/\d\d:\d\d:\d\d/g, 'TIME')
      .trimEnd()
      .split('\n')
    expect(lines).toEqual([
      'start_1  TIME started in scenario plus (default) seed=1 clock=running',
      expect.stringMatching(
        /^req_1 {4}TIME POST \/v1\/aliases → 200 created \(default\) The alias/,
      ),
      'act_1    TIME cli advance_clock by=25h (default)',
      '  evt_1    TIME burst_reset (default)',
      '  evt_2    TIME daily_reset (default)',
      'act_2    TIME cli resume_alias id=nope (default) → refused: alias "nope" does not exist',
    ])
  })

  it('prints an object per entry with --json, of one account with --account', async () => {
    const { sandbox, run } = await livedIn()
    await apiClient(sandbox, 'sandbox_pro-mine').list()
    const { stdout } = await run('history', '--json', '--account', 'pro-mine')
    const items = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string })
    expect(items.map(({ id }) => id)).toEqual(['start_1', 'req_1'])
  })

  it('continues with new entries of every kind with --follow', async () => {
    const { sandbox } = await livedIn()
    const following = startCli(['history', '-f', '--url', sandbox.url])
    await following.until('act_2')
    await apiClient(sandbox).list()
    await following.until('req_2')
    await runCli(['trigger', 'rotate_key', '--url', sandbox.url])
    await following.until('cli rotate_key')
    following.signal('SIGINT')
    expect(await following.exitCode).toBe(130)
    expect(following.stdout().match(/req_2 /g)?.length).toBe(1)
  })

  it('with --follow fails when the sandbox stops', async () => {
    const { sandbox } = await livedIn()
    const following = startCli(['history', '-f', '--url', sandbox.url])
    await following.until('act_2')
    await sandbox.close()
    expect(await following.exitCode).toBe(1)
    expect(following.stderr()).toContain(`lost the connection to ${sandbox.url}`)
  })

  it('reads more entries than one request returns', async () => {
    const { sandbox, run } = await livedIn()
    for (let sent = 0; sent < 230; sent += 1) await fetch(`${sandbox.url}/v1/aliases?page=${sent}`)
    const { stdout } = await run('history')
    expect(stdout.match(/^req_/gm)?.length).toBe(231)
  })
})

describe('requests --all', () => {
  it('shows the actions between the calls', async () => {
    const { run } = await livedIn()
    const { stdout } = await run('requests', '--all')
    expect(stdout.match(/^\w+/gm)).toEqual(['req_1', 'act_1', 'act_2'])
  })

  it('shows the mails too, before which the account can be taken back', async () => {
    const { run } = await livedIn()
    await run('trigger', 'deliver_mail', '--to', 'nobody@alias-sandbox.example')
    const { stdout } = await run('requests', '--all')
    expect(stdout).toMatch(/^mail_1 .* cli deliver_mail to=nobody@alias-sandbox\.example/m)
    const { exitCode } = await run('undo', 'mail_1')
    expect(exitCode).toBe(0)
  })
})

describe('history save', () => {
  it('writes a file that only the user can read', async () => {
    const { run } = await livedIn()
    const file = join(freshFolder(), 'bug.json')
    const { exitCode, stdout } = await run('history', 'save', file)
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: `saved to ${file} (1 call, 1 account)\n`,
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const text = readFileSync(file, 'utf8')
    expect(checkSession(JSON.parse(text)).ok).toBe(true)
    expect(text.split('\n').length).toBeGreaterThan(50)
  })

  it.each([
    [['save'], 2, 'history: missing argument <file>'],
    [['sav', 'x'], 2, 'invalid value "sav" for history: expected save (did you mean save?)'],
    [['--as', 'html'], 2, '--as can be used only with "history save"'],
    [['save', 'FILE', '--follow'], 2, '--follow cannot be used here'],
    [['save', 'FILE', '--as', 'foo'], 2, 'invalid value "foo" for --as: expected '],
    [['save', 'FILE', '--account', 'nobody'], 1, 'account "nobody" does not exist'],
    [['save', '/nowhere/bug.json'], 1, 'cannot write /nowhere/bug.json (ENOENT)'],
    [['save', '/dev/null'], 1, 'cannot write /dev/null (it is not a regular file)'],
  ])('%j is refused', async (argv, exitCode, message) => {
    const { run } = await livedIn()
    const file = join(freshFolder(), 'bug.json')
    const answer = await run('history', ...argv.map((word) => (word === 'FILE' ? file : word)))
    expect(answer).toMatchObject({ exitCode, stdout: '' })
    expect(answer.stderr).toContain(message)
    expect(existsSync(file)).toBe(false)
  }) // prettier-ignore
})

describe('history save --as', () => {
  it('shows on a terminal that it goes on, and nothing of it elsewhere', async () => {
    const { sandbox } = await livedIn()
    const argv = ['history', 'save', '-', '--as', 'scenario', '--url', sandbox.url]
    const quiet = await runCli(argv)
    expect(quiet).toMatchObject({ exitCode: 0, stderr: '' })
    const { stdout, stderr } = await runCli(argv, {}, { errorColumns: 80 })
    expect(stdout).toBe(quiet.stdout)
    expect(stderr).toMatch(/\rattempt 2 to shorten the scenario/)
    expect(stderr.endsWith('\r\x1B[K')).toBe(true)
  })

  it('counts the calls that the scenario has, not one that was undone', async () => {
    const { sandbox, run } = await livedIn()
    await apiClient(sandbox).create()
    await apiClient(sandbox).list()
    await run('undo', 'req_3')
    const file = join(freshFolder(), 'scenario.yaml')
    const { stdout } = await run('history', 'save', file, '--as', 'scenario')
    expect(stdout).toBe(`saved to ${file} (2 calls, 1 account)\n`)
  })
})

describe('report --bug', () => {
  it('refuses a call of another account than that of --account', async () => {
    const { run } = await livedIn()
    const answer = await run('report', '--bug', 'default/req_1', '--account', 'pro')
    expect(answer).toMatchObject({ exitCode: 2, stdout: '' })
    expect(answer.stderr).toContain(
      '--bug default/req_1 is an entry of account default, not of pro',
    )
  })
})

describe('explain', () => {
  it('shows the checks and the source of an answer', async () => {
    const { run } = await livedIn()
    const { exitCode, stdout } = await run('explain', 'req_1')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/passed burst +1\/60\n/)
    expect(stdout).toMatch(/basis +documented\n +source +POST \/v1\/aliases, Response\n/)
  })

  it.each([
    ['req_99', 1, 'no request "req_99" in the journal'],
    ['act_1', 2, 'expected the id of a call, such as req_12'],
    ['nobody/req_1', 1, 'account "nobody" does not exist'],
    ['req_01', 2, 'expected an id such as req_12, act_3 or pro/req_12'],
    [
      'default/req_1 --account pro',
      2,
      'explain default/req_1 is an entry of account default, not of pro',
    ],
  ])('%s is refused', async (words, exitCode, message) => {
    const { run } = await livedIn()
    const answer = await run('explain', ...words.split(' '))
    expect(answer.exitCode).toBe(exitCode)
    expect(answer.stderr).toContain(message)
  })
})
