import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { builtCli } from '../../support/process/built-cli.ts'
import { startAgent } from './agent.ts'

it('refuses hostile arguments in words, and goes on', async () => {
  const { call, refused } = await startAgent(freshFolder(), ['--', process.execPath, '-e', ''])
  await call('start')
  const status = await call('status')
  const wrong: [tool: string, args: object, words: RegExp][] = [
    ['start', { scenario: 7 }, /scenario must be a string/],
    ['start', { scenario: 'no_such' }, /no_such/],
    ['start', { scenario: '--port=1' }, /no file/],
    ['status', { account: ['default'] }, /account must be a string/],
    ['status', { account: '--url=http://127.0.0.1:1' }, /account/],
    ['status', JSON.parse('{"__proto__":1}') as object, /unknown argument/],
    ['status', { constructor: 1 }, /unknown argument/],
    ['status', { page: 0 }, /page must be at least 1/],
    ['status', { page: 1.5 }, /page must be an integer/],
    ['act', { action: 'toString' }, /action/],
    ['act', { action: 'constructor' }, /unknown action/],
    ['act', { action: 'fail_payment', arguments: [] }, /arguments must be an object/],
    [
      'act',
      { action: 'fail_payment', arguments: { url: 'http://127.0.0.1:1' } },
      /unknown argument/,
    ],
    ['act', { action: 'fail_payment', arguments: { account: 'other' } }, /unknown argument/],
    ['act', { action: 'fail_payment', arguments: { '-u': 'x' } }, /no action has an argument/],
    ['act', { action: 'create_alias', arguments: { label: 'a\u0000b' } }, /control characters/],
    ['act', { action: 'create_alias', arguments: { label: 'x'.repeat(60_000) } }, /at most/],
    ['act', { action: 'create_alias', arguments: { label: null } }, /label must be of type string/],
    ['act', { action: 'create_alias', arguments: { label: 5 } }, /label must be of type string/],
    ['act', { arguments: { label: 'a' } }, /needs the argument action/],
    ['act', { id: 'act_1' }, /needs the argument action/],
    ['act', { action: 'undo', id: '../../etc' }, /id must be/],
    ['requests', { id: '-v' }, /id must be/],
    ['requests', { id: 'req_999' }, /req_999/],
    ['check', { report: 'none/a.html' }, /no folder "none"/],
    ['check', { mode: 'explore', time: '9999m' }, /time must be at most 30m/],
    ['docs', { words: 'x\u001b[2J' }, /control characters/],
    ['docs', { words: '--zzzqqq' }, /nothing in the documentation/],
    ['save', {}, /needs the argument file/],
    ['save', { file: 'none/a.json' }, /no folder "none"/],
    ['save', { file: 'a\nb.txt' }, /must/],
  ]
  for (const [tool, args, words] of wrong) expect(await refused(tool, args)).toMatch(words)
  expect((await call('status')).replace(/clock.*/, '')).toBe(status.replace(/clock.*/, ''))
})

it('names calls of tools in its errors, and no command that an agent cannot run', async () => {
  const { call, refused } = await startAgent(freshFolder(), ['--', process.execPath, '-e', ''])
  await call('start')
  const wrong: [tool: string, args: object, named: string][] = [
    ['start', { scenario: 'zzz' }, 'call docs'],
    ['check', { scenario: 'zzz' }, 'call docs'],
    ['check', { mode: 'explore', scenario: 'zzz' }, 'call docs'],
    ['docs', { words: 'zzzqqq' }, 'call docs without words'],
    ['act', { action: 'zzz' }, 'call act'],
    ['act', { action: 'zzz', list: true }, 'call act'],
  ]
  for (const [tool, args, named] of wrong) {
    const text = await refused(tool, args)
    expect(text).toContain(named)
    expect(text).not.toMatch(/alias-sandbox [a-z-]/)
  }
})

it('tells its tools to a client that has not initialized, since no server is asked to refuse', async () => {
  const [answer] = await answersTo(['{"jsonrpc":"2.0","id":1,"method":"tools/list"}'])
  expect(answer).toMatchObject({
    id: 1,
    result: { tools: [{ name: 'start' }, {}, {}, {}, {}, {}, {}] },
  })
})

it('reads and writes nothing outside of the working folder, and replaces nothing in it', async () => {
  const outside = freshFolder()
  writeFileSync(join(outside, 'secret.json'), 'secret')
  const folder = freshFolder()
  writeFileSync(join(folder, 'kept.json'), 'kept')
  mkdirSync(join(folder, 'folder.json'))
  symlinkSync(outside, join(folder, 'out'))
  mkdirSync(join(folder, 'folder.html'))
  writeFileSync(join(folder, 'kept.html'), 'kept')
  for (const name of ['link.json', 'link.html']) {
    symlinkSync(join(outside, `new-${name}`), join(folder, name))
  }
  const { call, refused } = await startAgent(folder, ['--', process.execPath, '-e', ''])
  await call('start')
  const away = [
    `${outside}/a.json`,
    '../a.json',
    'a/../../a.json',
    'kept.json/a.json',
    `${'a'.repeat(300)}.json`,
    'out/a.json',
    'link.json',
    'kept.json',
    'folder.json',
    '..\\a.json',
    '',
  ]
  for (const file of away) await refused('save', { file })
  for (const file of away) await refused('check', { report: file.replace('.json', '.html') })
  for (const file of ['../secret.json', `${outside}/secret.json`, 'out/secret.json']) {
    expect(await refused('requests', { file })).not.toContain('"secret"')
    await refused('start', { scenario: file })
  }
  expect(readdirSync(outside)).toEqual(['secret.json'])
  expect(readFileSync(join(folder, 'kept.json'), 'utf8')).toBe('kept')
  expect(existsSync(join(folder, 'a.json'))).toBe(false)
})

it('tells what is wrong with a message by its code, and answers no notification', async () => {
  const answers = await answersTo([
    'no json',
    '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x"}}',
    '{"jsonrpc":"2.0","id":9,"result":{}}',
    '{"jsonrpc":"2.0","id":"a","method":"resources/list"}',
    '{"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":"constructor"}}',
    '{"jsonrpc":"2.0","id":"c","method":"initialize","params":[]}',
    `{"jsonrpc":"2.0","id":"d","method":"${'x'.repeat(1_000_001)}"}`,
    '{"jsonrpc":"2.0","id":"end","method":"ping"}',
  ])
  expect(answers.map(({ error }) => error?.code)).toEqual([
    -32700,
    -32600,
    -32600,
    -32600,
    -32601,
    -32602,
    -32602,
    -32700,
    undefined,
  ])
  expect(answers.at(-1)).toMatchObject({ id: 'end', result: {} })
})

it.each([
  ['2025-11-25', '2025-11-25'],
  ['2025-06-18', '2025-06-18'],
  ['2025-03-26', '2024-11-05'],
  ['2099-01-01', '2025-11-25'],
  ['1999-01-01', '2025-11-25'],
])('a client that asks for version %s is offered %s', async (protocolVersion, offered) => {
  const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion } }
  const [answer] = await answersTo([JSON.stringify(message)])
  expect(answer).toMatchObject({ result: { protocolVersion: offered } })
})

type Answer = { id: unknown; result?: unknown; error?: { code: number } }

/** What stands on standard output after these lines and the end of the input. */
async function answersTo(lines: readonly string[]): Promise<Answer[]> {
  const cli = builtCli(['mcp'], { stdio: ['pipe', 'pipe', 'pipe'] })
  cli.child.stdin!.end(lines.map((line) => `${line}\n`).join(''))
  const { stdout, stderr, exitCode } = await cli.ended
  expect([exitCode, stderr]).toEqual([0, ''])
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
}

it('a cancelled check ends the command, and the next call is answered', async () => {
  const folder = freshFolder()
  const wait = 'require("fs").writeFileSync("began", ""); setInterval(() => {}, 1000)'
  const { call, client } = await startAgent(folder, ['--', process.execPath, '-e', wait])
  const stop = new AbortController()
  const cancelled = client.callTool({ name: 'check' }, { signal: stop.signal })
  await expect.poll(() => existsSync(join(folder, 'began')), { timeout: 10_000 }).toBe(true)
  stop.abort()
  await expect(cancelled).rejects.toThrow()
  expect(await call('docs')).toContain('python')
})

it('answers what was asked before the input ended', async () => {
  const call = (id: number, name: string, args = {}) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })
  const answers = await answersTo([call(1, 'start'), call(2, 'status'), call(3, 'docs')])
  expect(answers.map(({ id, result }) => [id, result !== undefined])).toEqual([
    [1, true],
    [2, true],
    [3, true],
  ])
})

it('a cancelled check sends one SIGTERM to its command', async () => {
  const folder = freshFolder()
  const count = `const fs = require('fs')
    process.on('SIGTERM', () => fs.appendFileSync('terms', '.'))
    setInterval(() => fs.existsSync('terms') && fs.existsSync('end') && process.exit(), 20)
    fs.writeFileSync('began', '')`
  const { call, client } = await startAgent(folder, ['--', process.execPath, '-e', count])
  const stop = new AbortController()
  const cancelled = client.callTool({ name: 'check' }, { signal: stop.signal })
  await expect.poll(() => existsSync(join(folder, 'began')), { timeout: 10_000 }).toBe(true)
  stop.abort()
  await expect(cancelled).rejects.toThrow()
  await expect.poll(() => existsSync(join(folder, 'terms')), { timeout: 10_000 }).toBe(true)
  writeFileSync(join(folder, 'end'), '')
  await call('docs') // its turn comes when the check has ended
  expect(readFileSync(join(folder, 'terms'), 'utf8')).toBe('.')
})

it('what variables say about commands does not change the tools', async () => {
  const env = {
    ALIAS_SANDBOX_JSON: '1',
    ALIAS_SANDBOX_SCENARIO: 'free',
    ALIAS_SANDBOX_ACCOUNT: 'x',
  }
  const client = `fetch(process.env.ALIAS_SANDBOX_URL + '/v1/aliases', {
    headers: { authorization: 'Bearer ' + process.env.ALIAS_SANDBOX_API_KEY } })`
  const { call } = await startAgent(freshFolder(), ['--', process.execPath, '-e', client], env)
  await call('start')
  expect(await call('status')).toMatch(/default \(scenario plus/)
  expect(await call('check')).toContain('200 listed')
})
