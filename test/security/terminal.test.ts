import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { commands } from '../../src/cli/args/tables/commands.ts'
import { fileOf } from '../support/history/small-file.ts'
import { freshFolder } from '../support/process/fresh-folder.ts'
import { startAgent } from '../cli/mcp/agent.ts'
import { HOSTILE, wrongInLines } from '../support/http/hostile-text.ts'
import { runCli, startCli } from '../support/process/run-cli.ts'

// UTF-8 cannot encode a lone surrogate, so a server cannot send one.
const H = HOSTILE
/** An argument cannot contain lone surrogates or NUL. */
const WORD = HOSTILE.replaceAll(/[\0\ud800]/g, '')

const entry = {
  id: 'req_1', at: H, real_at: H, account: H, operation: H, duration_ms: 1, outcome: H, why: H,
  delivery: { kind: H, delay_ms: 0, hold_ms: 1 }, held_for: H,
  request: { method: H, path: H, query: H, headers: { [H]: H }, body: { [H]: H } },
  response: { status: 200, headers: { [H]: H }, body: H },
  checks: [{ check: H, passed: false, detail: H }],
  basis: H, source: H, choices: [H], fault: H,
} // prettier-ignore

const mail = {
  id: H, at: H, alias: H, to: H, from: H, subject: H, text: H, html: H, codes: [H], links: [H],
} // prettier-ignore

/** An answer with every field that a sandbox can send, all hostile. */
const everything = {
  ...entry, api_key: H, clock: { now: H },
  service: 'alias-sandbox', status: 'ready', version: H, pid: 1, scenario: H, seed: 1,
  name: H, aliases: 0,
  plan: 'plus', billing: 'active', cycle: 'monthly', card: 'good', price: null,
  trial_ends_at: H, renews_at: H, key_status: H,
  usage: {
    burst: { used: 1, limit: 60, resets_in: 1 },
    daily: { used: 1, limit: 50, resets_at: H },
    forwards: { used: 1, limit: 2_500, resets_at: H },
  },
  faults: [{ id: H, kind: 'outage', operation: 'any', hits: 1, times: 2, remaining: 1 }],
  next_call: Object.fromEntries(
    ['create', 'list'].map((operation) => [operation, { status: 200, outcome: H, why: H }]),
  ),
  yaml: H,
  accounts: [{ name: H, scenario: H, first_key: H, history: [] }],
  requests: [entry],
  mails: [mail],
  ...mail,
  history: [
    { ...entry, order: 1, type: 'call', ended_at: H, connection: 1, client_left: false },
    {
      order: 2, type: 'action', id: 'act_1', account: H, at: H, real_at: H, action: H,
      arguments: { [H]: H }, origin: H, refused: { status: 409, message: H, field: H },
    },
    {
      order: 2, type: 'mail', id: 'mail_1', account: H, at: H, real_at: H, action: H,
      arguments: { [H]: H }, origin: H, result: { [H]: H },
    },
    {
      order: 3, type: 'event', id: 'evt_1', account: H, at: H, real_at: H, event: H,
      details: { [H]: H }, during: 'act_1',
    },
    {
      order: 4, type: 'start', id: 'start_1', account: H, at: H, real_at: H, reason: H, scenario: H,
      seed: 1, choices: { [H]: H }, clock: { mode: H, scale: 1 },
    },
    {
      order: 5, type: 'undo', id: 'undo_1', account: H, at: H, real_at: H, origin: H, to: H,
    },
  ],
  complete_from: H,
  dropped: { entries: 1, bytes: 1 },
  actions: [
    { name: 'reset', group: H, summary: H, arguments: { properties: { [H]: {} }, required: [H] } },
    { name: H, group: H, summary: H, arguments: {} },
  ],
  action: H, account: H, now: H, result: { [H]: H, list: [H] },
  fired: [{ at: H, event: H, [H]: H }], fired_total: 3,
  etiquette: [{ rule: H, title: H, verdict: 'fail', why: H, source: H, entries: [H] }],
  coverage: [{ outcome: H, documented: true, count: 1 }],
  choices: [{ choice: H, question: H, count: 1 }],
  calls: 1, forgotten: 1,
} // prettier-ignore

/** A server that claims to be a sandbox and always sends the same answer. */
async function hostileServer(status: number, body: object): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json' })
    const { url = '' } = request
    if (url.includes('report')) response.end(JSON.stringify({ ...body, accounts: [H] }))
    else response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A session that `load` accepts. */
function sessionFile(): string {
  const file = join(freshFolder(), 'session.json')
  writeFileSync(file, JSON.stringify(fileOf([])))
  return file
}

/** The arguments for each command that calls a sandbox. */
const linesOf = (): Record<string, string[][]> => ({
  wait: [['--timeout', '200ms']],
  trigger: [[], ['reset'], [WORD]],
  advance: [['1s'], [WORD]],
  inbox: [[], ['--wait']],
  status: [[]],
  requests: [[], ['req_1'], [WORD]],
  history: [[]],
  undo: [['act_1'], [WORD], []],
  report: [[], ...['text', 'json', 'markdown', 'junit'].map((format) => ['--format', format])],
  reset: [[], ['--account', 'default']],
  stop: [['--timeout', '200ms']],
  save: ['json', 'html', 'yaml', 'har'].map((ending) => [join('/nowhere', `${WORD}.${ending}`)]),
  load: [[sessionFile()]],
})

describe.each([
  ['answers', 200, everything],
  ['refuses', 400, { message: H, field: H }],
  ['fails', 503, { message: H }],
] as const)('text that another sandbox %s cannot control the terminal', (_how, status, body) => {
  // The output of mcp is read by an agent, in JSON; what it says is tested below.
  const remote = commands.filter(({ name, options }) => options.includes('url') && name !== 'mcp')

  it.each(remote.map(({ name, options }) => [name, options] as const))(
    '%s',
    async (name, options) => {
      const url = await hostileServer(status, body)
      const lines = linesOf()
      expect(Object.keys(lines)).toContain(name)
      for (const line of lines[name] ?? []) {
        for (const flags of options.includes('json') ? [[], ['--json']] : [[]]) {
          const run = startCli([name, ...line, '--url', url, ...flags], {
            isTerminal: true,
            env: { NO_COLOR: '1' },
          })
          await run.exitCode
          const isJson = flags.length > 0 || line.includes('json')
          const message = wrongInLines(run.stdout()).filter(
            (wrong) => !isJson || !wrong.includes('characters in a line'),
          )
          expect([...message, ...wrongInLines(run.stderr())]).toEqual([])
        }
      }
    },
  )
})

it('text that another sandbox answers reaches an agent without control characters', async () => {
  const url = await hostileServer(200, everything)
  const { client } = await startAgent(freshFolder(), ['--url', url])
  for (const [name, given] of [
    ['status', {}],
    ['requests', {}],
    ['requests', { id: 'req_1' }],
    ['act', { action: 'reset' }],
  ] as const) {
    const { content } = await client.callTool({ name, arguments: given })
    const [told] = content as { text: string }[]
    expect(told!.text).toContain('Next: ')
    expect(wrongInLines(`${told!.text}\n`)).toEqual([])
  }
})

it.each(commands.map(({ name }) => name))(
  'an argument or flag of %s cannot control the terminal',
  async (name) => {
    const word = WORD
    for (const line of [
      [name, word, word],
      [name, `--${word}`, word],
      [name, '--format', word],
      [name, '--url', word],
      [name, '--scenario', word],
      [name, '--scenarios-dir', word],
      [name, '--', word.slice(0, 200)],
    ]) {
      if (name === 'init' && line[1] === word) continue // it would write a file with this name
      const { stdout, stderr } = await runCli(line, {
        ALIAS_SANDBOX_URL: 'http://127.0.0.1:1',
        ALIAS_SANDBOX_PORT: 'x',
      })
      expect({ line: line.slice(0, 2), wrong: wrongInLines(stdout + stderr) }).toMatchObject({
        wrong: [],
      })
    }
  },
)

it('the title, keys and issues of a scenario file cannot control the terminal', async () => {
  const folder = join(freshFolder(), 'scenarios')
  mkdirSync(folder)
  const title = HOSTILE.slice(0, 200)
  const good = {
    title,
    summary: HOSTILE.slice(0, 2_000),
    account: { billing: 'past_due' },
    aliases: [{ id: 'a', note: title }],
    expect: [
      { call: 'POST /v1/aliases', status: 403 },
      { do: 'suspend_alias', id: 'a', reason: title },
      { do: 'settle_invoice' },
      { call: 'POST /v1/aliases', status: 200 },
    ],
  }
  writeFileSync(join(folder, 'good.json'), JSON.stringify(good))
  const run = startCli(['--port', '0', '--scenarios-dir', folder, 'good'], {
    isTerminal: true,
    env: { NO_COLOR: '1' },
  })
  await run.until('Ctrl-C')
  run.signal('SIGTERM')
  await run.exitCode
  const printed = [run.stdout() + run.stderr()]
  writeFileSync(
    join(folder, 'bad.json'),
    JSON.stringify({
      [HOSTILE]: 1,
      title: 5,
      account: { plan: HOSTILE, [HOSTILE]: 1 },
      choices: { [HOSTILE]: HOSTILE },
      faults: [{ kind: HOSTILE }],
    }),
  )
  for (const line of [
    ['list'],
    ['show', join(folder, 'good.json')],
    ['check', join(folder, 'good.json')],
    ['check', join(folder, 'bad.json')],
  ]) {
    const { stdout, stderr } = await runCli([
      'scenarios',
      ...line,
      ...(line[0] === 'list' ? [] : []),
    ])
    printed.push(stdout + stderr)
  }
  expect(printed.flatMap((each) => wrongInLines(each))).toEqual([])
  expect(printed.at(-1)).toContain('unknown')
})
