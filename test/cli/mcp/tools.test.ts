import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { builtCli, readyUrl } from '../../support/process/built-cli.ts'
import { tableRows } from '../../support/markdown-table.ts'
import { startAgent } from './agent.ts'

/** A client that does not expect a refusal. */
const client = `const answer = await fetch(process.env.ALIAS_SANDBOX_URL + '/v1/aliases', { method: 'POST', body: '{}',
  headers: { authorization: 'Bearer ' + process.env.ALIAS_SANDBOX_API_KEY, 'content-type': 'application/json' } })
const { alias } = await answer.json()
console.log('created', alias.address)`

const command = ['--', process.execPath, 'client.mjs']

function clientFolder(): string {
  const folder = freshFolder()
  writeFileSync(join(folder, 'client.mjs'), client)
  return folder
}

it('offers the tools of the table in docs/agents.md, with its arguments', async () => {
  const { client: agent } = await startAgent(freshFolder())
  const { tools } = await agent.listTools()
  const offered = tools.map(({ name, inputSchema }) => [
    `\`${name}\``,
    Object.keys(inputSchema.properties ?? {}).map((argument) => `\`${argument}\``),
  ])
  const rows = tableRows('docs/agents.md', 'tool | what it does | arguments')
  expect(offered).toEqual(rows.map(([tool, , names]) => [tool, names!.split(', ')]))
  for (const { description } of tools) expect(description).toMatch(/\w/)
})

it('an agent makes a refusal, sends a request, and reads why it was refused', async () => {
  const { call } = await startAgent(freshFolder())
  const [, url = ''] = /(http:\S+)/.exec(await call('start')) ?? []
  expect(await call('status')).toContain('next creation')
  await call('act', { action: 'fault', arguments: { kind: 'outage' } })
  const headers = { authorization: 'Bearer sandbox_default' }
  expect((await fetch(`${url}/v1/aliases`, { headers })).status).toBe(503)
  const [, id = ''] = /^(req_\d+)/m.exec(await call('requests')) ?? []
  expect(await call('requests', { id })).toContain('outage')
})

it('advances, undoes and resets with the arguments that the model gives', async () => {
  const { call } = await startAgent(freshFolder())
  await call('start', { scenario: 'past_due' })
  await call('act', { action: 'settle_invoice' })
  expect(await call('status')).not.toContain('payment failed')
  await call('act', { action: 'undo' })
  expect(await call('status')).toContain('payment failed')
  await call('act', { action: 'advance', arguments: { by: '1d' } })
  await call('act', { action: 'create_alias', arguments: { label: 'a b=c', single_use: true } })
  expect(await call('act', { action: 'reset' })).toContain('reset')
  expect(await call('act', { action: 'create_alias', list: true })).toContain('single_use')
})

it('check runs the command in a scenario, and its report tells the requests afterwards', async () => {
  const { call } = await startAgent(clientFolder(), command)
  expect(await call('check')).toContain('exit code 0')
  const failed = await call('check', { scenario: 'past_due', report: 'run.html' })
  expect(failed).toContain('exit code 1')
  expect(await call('requests', { file: 'run.html' })).toContain('plan_past_due')
  expect(await call('requests', { file: 'run.html', id: 'req_1' })).toContain('failed plan')
})

it('check knows the scenarios of --scenarios-dir, as start does', async () => {
  const folder = clientFolder()
  writeFileSync(join(folder, 'mine.yaml'), 'account: { billing: past_due }\n')
  const { call } = await startAgent(folder, ['--scenarios-dir', '.', ...command])
  expect(await call('start', { scenario: 'mine' })).toContain('scenario mine')
  expect(await call('check', { scenario: 'mine' })).toContain('exit code 1')
})

it('a page of check is one of the last result, and runs nothing', async () => {
  const folder = freshFolder()
  const count = 'import("node:fs").then(({ appendFileSync }) => appendFileSync("runs", "."))'
  const argv = ['--', process.execPath, '--input-type=module', '-e', `${count};${client}`]
  const { call, refused } = await startAgent(folder, argv)
  expect(await refused('check', { page: 1 })).toContain('call check without page')
  const first = await call('check', { scenario: 'past_due' })
  expect(await call('check', { page: 1 })).toBe(first)
  expect(readFileSync(join(folder, 'runs'), 'utf8')).toBe('.')
})

it('check begins with the rules that failed and their requests, whatever the command prints', async () => {
  const folder = freshFolder()
  const stubborn = `const headers = { authorization: 'Bearer ' + process.env.ALIAS_SANDBOX_API_KEY }
    for (let at = 0; at < 30; at += 1) await fetch(process.env.ALIAS_SANDBOX_URL + '/v1/aliases', { headers })
    for (let at = 0; at < 2_000; at += 1) console.log('line', at)`
  writeFileSync(join(folder, 'client.mjs'), stubborn)
  const { call } = await startAgent(folder, command)
  const [end, rule, ...rest] = (await call('check', { scenario: 'past_due' })).split('\n')
  expect([end, rule]).toEqual([
    expect.stringContaining('exit code 4'),
    expect.stringMatching(/^FAIL .*403/),
  ])
  expect(rest.join('\n')).toMatch(/req_\d[^]*line 1999[^]*403 plan_past_due/)
})

it('a file that appears during a check is not replaced by its report', async () => {
  const folder = freshFolder()
  const argv = ['--', process.execPath, '--input-type=module', '-e']
  const write = `import { writeFileSync } from 'node:fs'
    writeFileSync('run.html', 'mine')\n${client}`
  const { refused } = await startAgent(folder, [...argv, write])
  expect(await refused('check', { report: 'run.html' })).toMatch(/not replaced[^]*exit code 0/)
  expect(readFileSync(join(folder, 'run.html'), 'utf8')).toBe('mine')
})

it(
  'a scenario that explore found is run again with the call that it names',
  { timeout: 60_000 },
  async () => {
    const { call } = await startAgent(clientFolder(), command)
    const found = await call('check', { mode: 'explore', time: '6s' })
    expect(found).not.toContain('--repeat')
    const [, scenario] = /Again: call check .* the text (.*)/.exec(found)!
    const again = await call('check', { mode: 'explore', scenario })
    const titleIn = (text: string) => /^FAIL +(.*)/m.exec(text)![1]
    expect(titleIn(again)).toBe(titleIn(found))
  },
)

it.each([
  ['is not found', ['no-such-command'], /ask the user to correct the command/],
  ['cannot be executed', ['./client.mjs'], /ask the user to correct the command/],
  ['makes no request', [process.execPath, '-e', ''], /read ALIAS_SANDBOX_URL/],
])('a check whose command %s is an error with a step that helps', async (_how, argv, next) => {
  const { refused } = await startAgent(clientFolder(), ['--', ...argv])
  const text = await refused('check')
  expect(text.split('\n').at(-1)).toMatch(next)
  expect(text).not.toMatch(/--env|--allow-no-calls/)
})

it('says to call start where there is no sandbox, and how to see the requests of a check', async () => {
  const { refused } = await startAgent(freshFolder())
  expect(await refused('requests')).toMatch(/^Next: call start; .*report/m)
})

it(
  'check in mode explore begins with the worst problem, without the lines of its progress',
  { timeout: 60_000 },
  async () => {
    const { call } = await startAgent(clientFolder(), command)
    const [end, problem, ...rest] = (await call('check', { mode: 'explore', time: '10s' })).split(
      '\n',
    )
    expect([end, problem]).toEqual([
      expect.stringContaining('exit code 5'),
      expect.stringMatching(/^FAIL /),
    ])
    expect(rest.join('\n')).not.toMatch(/s left|, after \d+ s/)
  },
)

it('a check whose command was ended by a signal is an error that names the signal', async () => {
  const { refused } = await startAgent(freshFolder(), [
    '--',
    process.execPath,
    '-e',
    'process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1000)',
  ])
  expect(await refused('check')).toContain('SIGKILL')
  expect(await refused('check', { mode: 'explore' })).toContain('SIGKILL')
})

it('check runs nothing where no command was given', async () => {
  const { refused } = await startAgent(freshFolder())
  expect(await refused('check')).toContain('mcp -- npm test')
})

it('uses the sandbox of --url or ALIAS_SANDBOX_URL, and leaves it running', async () => {
  const url = await readyUrl(builtCli(['start', '--port', '0']))
  const env = { ALIAS_SANDBOX_URL: url }
  const { call, refused, client: agent } = await startAgent(freshFolder(), [], env)
  expect(await call('start')).toContain(url)
  expect(await refused('start', { scenario: 'free' })).toMatch(/sandbox at .*call act/)
  expect(await call('start')).toContain(url)
  await call('act', { action: 'fail_payment' })
  await agent.close()
  const answer = await fetch(`${url}/v1/aliases`, {
    headers: { authorization: 'Bearer sandbox_default' },
  })
  expect(answer.status).toBe(403)
})

it('its own sandbox ends with the input', async () => {
  const { call, client: agent } = await startAgent(freshFolder())
  const [, url = ''] = /(http:\S+)/.exec(await call('start')) ?? []
  await agent.close()
  await expect(fetch(url)).rejects.toThrow()
})

it('saves a page that the tools read again without a sandbox', async () => {
  const folder = freshFolder()
  const { call } = await startAgent(folder)
  await call('start')
  await call('save', { file: 'bug.html' })
  expect(readFileSync(join(folder, 'bug.html'), 'utf8')).toContain('<html')
  const other = await startAgent(folder)
  expect(await other.call('status', { file: 'bug.html' })).toContain('default')
})

it(
  'five tasks of an agent are done with the answers of the tools alone',
  { timeout: 60_000 },
  async () => {
    const script = fileURLToPath(new URL('../../agents/five-tasks.js', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [script])
    expect(stdout.match(/\d+ calls/g)).toHaveLength(5)
  },
)

it('a long answer is cut between lines, and its pages are the whole of it', async () => {
  const { call } = await startAgent(freshFolder())
  const pages = [await call('docs', { words: 'control-api' })]
  const [, count = ''] = /of (\d+) for more/.exec(pages[0]!) ?? []
  for (let page = 2; page <= Number(count); page += 1) {
    pages.push(await call('docs', { words: 'control-api', page }))
  }
  for (const text of pages) expect(text.length).toBeLessThanOrEqual(2_000)
  const whole = pages.map((text) => text.slice(0, text.lastIndexOf('\nNext: ')))
  const page = readFileSync(new URL('../../../docs/control-api.md', import.meta.url), 'utf8')
  expect(whole.join('\n').replaceAll(/\s/g, '')).toBe(
    page.replace(/^<!--.*?-->$/gms, '').replaceAll(/\s/g, ''),
  )
})

it('what a command prints cannot reach the protocol', async () => {
  const folder = freshFolder()
  const print = 'console.log("{\\"jsonrpc\\":\\"2.0\\"}", "\\u001b]0;title\\u0007", "\\u202e")'
  const { refused, client: agent } = await startAgent(folder, ['--', process.execPath, '-e', print])
  const text = await refused('check') // since it makes no request
  // oxlint-disable-next-line no-control-regex
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
  expect(await agent.ping()).toBeDefined()
  expect(existsSync(join(folder, 'run.html'))).toBe(false)
})
