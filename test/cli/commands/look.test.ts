import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import '../../support/process/fresh-build.js'
import { apiClient } from '../../support/http/api-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { runCli, startCli } from '../../support/process/run-cli.ts'

/** A sandbox with a request, an action of the command line and what followed from it. */
async function livedIn(scenario = 'plus') {
  const sandbox = await freshSandbox({ scenario })
  await apiClient(sandbox).create()
  const run = (...argv: string[]) => runCli([...argv, '--url', sandbox.url])
  await run('advance', '25h')
  await run('trigger', 'resume_alias', 'nope')
  return { sandbox, run }
}

describe('status', () => {
  it('says where an account stands, what its next requests get, and which accounts there are', async () => {
    const { sandbox, run } = await livedIn('past_due')
    await apiClient(sandbox, 'sandbox_pro-mine').list()
    const { exitCode, stdout } = await run('status')
    const text = stdout.replaceAll(/\s+/g, ' ')
    expect(exitCode).toBe(0)
    for (const told of [
      'account default (scenario past_due, key sandbox_default)',
      'plan Plus, monthly; payment failed; card declined',
      'limits requests this minute 0 of 60; aliases today 0 of 50; forwards this month 0 of 2,500',
      'armed no faults',
      'next creation 403 plan_past_due: A payment failed',
      'next list 403 plan_past_due: ',
      'accounts default, pro-mine',
    ]) {
      expect(text).toContain(told)
    }
  })

  it('says what is left of armed faults', async () => {
    const { sandbox, run } = await livedIn()
    await run('trigger', 'arm_fault', '--kind', 'outage', '--times', '3')
    await apiClient(sandbox).list()
    await run('trigger', 'arm_fault', '--kind', 'collision', '--for', '2h')
    const text = (await run('status')).stdout.replaceAll(/\s+/g, ' ')
    expect(text).toContain('armed 2 faults: the next 2 ')
    expect(text).toMatch(/; until [^;]* UTC, every creation gets 409/)
    expect(text).toMatch(/next list 503 outage \(Retry-After: 30\)/)
  })

  it('has the account and the names of all with --json', async () => {
    const { sandbox, run } = await livedIn()
    await apiClient(sandbox, 'sandbox_free-mine').list()
    const { stdout } = await run('status', '--json', '--account', 'sandbox_free-mine')
    expect(JSON.parse(stdout)).toMatchObject({
      account: { name: 'free-mine', plan: 'free', next_call: { create: { status: 403 } } },
      accounts: ['default', 'free-mine'],
    })
  })
})

describe('requests', () => {
  it('shows each with the reason, oldest first', async () => {
    const { run } = await livedIn('past_due')
    const line = /^req_1 +\d\d:\d\d:\d\d POST \/v1\/aliases → 403 plan_past_due \(default\) .*\n$/
    expect((await run('requests')).stdout).toMatch(line)
    expect(JSON.parse((await run('requests', '--json')).stdout)).toMatchObject({
      requests: [{ id: 'req_1', outcome: 'plan_past_due' }],
      dropped: { entries: 0, bytes: 0 },
    })
  })

  it('shows only those that sent what is asked for', async () => {
    const sandbox = await freshSandbox()
    const { create } = apiClient(sandbox)
    await create(JSON.stringify({ label: 'shop', single_use: true }))
    await create(JSON.stringify({ label: 'news', single_use: true }))
    await fetch(`${sandbox.url}/v1/aliases?limit=2`, { headers: { 'x-trace': 'a=b' } })
    const shown = async (...filter: string[]) => {
      const { stdout } = await runCli(['requests', ...filter, '--url', sandbox.url, '--json'])
      const { requests } = JSON.parse(stdout) as { requests: { id: string }[] }
      return requests.map(({ id }) => id)
    }
    expect(await shown('--body', 'label=shop', '--body', 'single_use=true')).toEqual(['req_1'])
    expect(await shown('--header', 'X-Trace=a=b')).toEqual(['req_3'])
    expect(await shown('--query', 'limit=2', '--query', 'last_key=x')).toEqual([])
  })

  it('says how many were dropped and why', async () => {
    const sandbox = await freshSandbox({ maxRequests: 2 })
    for (let sent = 0; sent < 5; sent += 1) await apiClient(sandbox).list()
    const { stdout, stderr } = await runCli(['requests', '--url', sandbox.url])
    expect(stdout.match(/\n/g)).toHaveLength(2)
    expect(stderr).toBe(
      'account default: dropped 3 older requests: 3 over the limit of requests per account (--max-requests)\n',
    )
  })

  it('names the other accounts when this one has none', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox, 'sandbox_past_due-7').list()
    const { exitCode, stdout, stderr } = await runCli(['requests', '--url', sandbox.url])
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'alias-sandbox: no requests of default; other accounts: past_due-7\n',
    })
  })

  it('prints new ones with --follow until a signal', async () => {
    const { sandbox } = await livedIn()
    const following = startCli(['requests', '-f', '--url', sandbox.url])
    await following.until('(default)')
    await apiClient(sandbox).list()
    await following.until('GET /v1/aliases')
    following.signal('SIGINT')
    expect(await following.exitCode).toBe(130)
    expect(following.stdout().match(/\n/g)).toHaveLength(2)
  })
})

describe('requests <id>', () => {
  it('shows the checks and the source of an answer', async () => {
    const { run } = await livedIn()
    const { exitCode, stdout } = await run('requests', 'req_1')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/passed burst +1\/60\n/)
    expect(stdout).toMatch(/basis +documented\n +source +POST \/v1\/aliases, Response\n/)
  })

  it('takes the account before the id, and has the whole request with --json', async () => {
    const { sandbox, run } = await livedIn()
    await apiClient(sandbox, 'sandbox_pro-mine').list()
    const { stdout } = await run('requests', 'pro-mine/req_1', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      id: 'req_1',
      account: 'pro-mine',
      outcome: 'listed',
    })
    const variable = { ALIAS_SANDBOX_ACCOUNT: 'default' }
    const again = await runCli(['requests', 'pro-mine/req_1', '--url', sandbox.url], variable)
    expect(again.stdout).toContain('200 listed (pro-mine)')
  })

  it('prints a bug report with --bug', async () => {
    const { run } = await livedIn()
    const { stdout } = await run('requests', 'req_1', '--bug')
    expect(stdout).toMatch(/^## POST \/v1\/aliases → 200 created\n/)
    expect(stdout).toContain('npx alias-sandbox replay bug.json')
    const json = await run('requests', 'req_1', '--bug', '--json')
    expect(JSON.parse(json.stdout)).toEqual({ markdown: stdout })
  })

  it.each([
    ['req_99', 1, 'no request "req_99"'],
    ['act_1', 2, 'expected the id of a request, such as req_12'],
    ['nobody/req_1', 1, 'account "nobody" does not exist'],
    ['req_01', 2, 'expected an id such as req_12, act_3 or pro/req_12'],
    ['pro/req_1 --account default', 2, 'pro/req_1 is of account pro, not of default'],
    ['req_1 --follow', 2, '--follow cannot be used with an id'],
    ['req_1 --bug --as htm', 2, 'expected markdown or html (did you mean html?)'],
    ['req_1 --as html', 2, '--as needs --bug'],
    ['--bug', 2, '--bug needs the id of a request'],
    ['--body label', 2, 'invalid value "label" for --body: expected name=value'],
  ])('%s is refused', async (words, exitCode, message) => {
    const { run } = await livedIn()
    const answer = await run('requests', ...words.split(' '))
    expect(answer).toMatchObject({ exitCode, stdout: '' })
    expect(answer.stderr).toContain(message)
  })
})

describe('history', () => {
  it('shows one line for each entry, and indents what followed', async () => {
    const { run } = await livedIn()
    const { exitCode, stdout, stderr } = await run('history')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const lines = stdout.replaceAll(/\d\d:\d\d:\d\d/g, 'TIME').trimEnd().split('\n') // prettier-ignore
    expect(lines).toEqual([
      'start_1  TIME started in scenario plus (default)',
      expect.stringMatching(
        /^req_1 {4}TIME POST \/v1\/aliases → 200 created \(default\) The alias/,
      ),
      'act_1    TIME cli: The clock moved forward by 25 hours (default)',
      expect.stringMatching(/^ {2}evt_1 {4}TIME A new minute began/),
      expect.stringMatching(/^ {2}evt_2 {4}TIME A new day began/),
      'act_2    TIME cli: Resume an alias → refused: alias "nope" does not exist (default)',
    ])
  })

  it('is of one account, or with --all of every account', async () => {
    const { sandbox, run } = await livedIn()
    await apiClient(sandbox, 'sandbox_pro-mine').list()
    const ids = async (...options: string[]) => {
      const { history } = JSON.parse((await run('history', '--json', ...options)).stdout) as {
        history: { id: string; account: string }[]
      }
      return history.map(({ account, id }) => `${account}/${id}`)
    }
    expect(await ids('--account', 'pro-mine')).toEqual(['pro-mine/start_1', 'pro-mine/req_1'])
    expect(await ids('--all')).toEqual([...(await ids()), ...(await ids('--account', 'pro-mine'))])
    expect((await run('history', '--all', '--account', 'pro-mine')).exitCode).toBe(2)
  })

  it('continues with new entries of every kind with --follow', async () => {
    const { sandbox } = await livedIn()
    const following = startCli(['history', '-f', '--url', sandbox.url])
    await following.until('act_2')
    await apiClient(sandbox).list()
    await following.until('req_2')
    await runCli(['trigger', 'rotate_key', '--url', sandbox.url])
    await following.until('cli: A new API key was made')
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
    expect(following.stderr()).toContain(`no server answers at ${sandbox.url}`)
  })

  it('reads more entries than one request returns', async () => {
    const { sandbox, run } = await livedIn()
    for (let sent = 0; sent < 230; sent += 1) await fetch(`${sandbox.url}/v1/aliases?page=${sent}`)
    const { stdout } = await run('history')
    expect(stdout.match(/^req_/gm)?.length).toBe(231)
  })
})

describe('--file', () => {
  it.each(['session.json', 'page.html'])(
    'reads %s as the running sandbox was read, without it',
    async (name) => {
      const { sandbox, run } = await livedIn()
      await apiClient(sandbox, 'sandbox_pro-mine').list()
      await run('trigger', 'create_alias', '--id', 'shop')
      await run('trigger', 'deliver_mail', 'shop@alias-sandbox.example')
      await run('trigger', 'set_clock', '--mode', 'frozen')
      const file = join(freshFolder(), name)
      expect((await runCli(['save', file, '--url', sandbox.url], process.env)).exitCode).toBe(0)
      const commands = [
        'requests', 'requests --account pro-mine', 'requests req_1',
        'requests --body label=x', 'history', 'history --all', 'inbox', 'report',
        'report --all --json',
      ] // prettier-ignore
      for (const command of commands) {
        const argv = command.split(' ')
        const live = await run(...argv)
        expect(await runCli([...argv, '--file', file]), command).toEqual(live)
        expect(live.exitCode).toBe(0)
      }
      const { stdout } = await runCli(['status', '--json', '--file', file])
      expect(JSON.parse(stdout)).toMatchObject({ accounts: ['default', 'pro-mine'] })
    },
  )

  it('means the only account of a file, whatever its name', async () => {
    const { sandbox, run } = await livedIn()
    await apiClient(sandbox, 'sandbox_pro-mine').list()
    const file = join(freshFolder(), 'one.json')
    await run('save', file, '--account', 'pro-mine')
    const { stdout } = await runCli(['requests', '--file', file])
    expect(stdout).toContain('GET /v1/aliases → 200 listed (pro-mine)')
    const other = await runCli(['requests', '--file', file, '--account', 'default'])
    expect(other.stderr).toContain('no account has the name or key "default"; there is pro-mine')
  })

  it.each([
    ['requests --follow', '--follow cannot be used with --file'],
    ['history -f', '--follow cannot be used with --file'],
    ['inbox --wait', '--wait cannot be used with --file'],
    ['status --url http://127.0.0.1:9', '--url cannot be used with --file'],
    ['status', 'cannot read none.json (ENOENT)'],
  ])('is refused for %s', async (line, message) => {
    const run = await runCli([...line.split(' '), '--file', 'none.json'])
    expect(run).toMatchObject({ exitCode: 2, stdout: '' })
    expect(run.stderr).toContain(message)
  })
})
