import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import '../../support/process/fresh-build.js'
import { checkSession } from '../../../src/contract/session/check-session.ts'
import { apiClient } from '../../support/http/api-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { runCli } from '../../support/process/run-cli.ts'

const SECRET = 'zq_live_8Kd2mXw4Lr7TnVb3Yc9HsJf6PgQe' // random letters after an unused prefix

/** A sandbox with requests of two accounts, the last with a key of another service in it. */
async function livedIn() {
  const sandbox = await freshSandbox({ scenario: 'past_due' })
  await apiClient(sandbox).create()
  await apiClient(sandbox, 'sandbox_pro-mine').create(JSON.stringify({ label: `key ${SECRET}` }))
  const folder = freshFolder()
  return {
    sandbox,
    pathOf: (name: string) => join(folder, name),
    run: (...argv: string[]) => runCli([...argv, '--url', sandbox.url], process.env),
  }
}

describe('save', () => {
  it.each([
    ['session.json', /"name":"pro-mine"/],
    ['page.html', /^<!doctype html>/],
    ['scenario.yaml', /call: POST \/v1\/aliases, status: 403/],
    ['requests.har', /"creator"/],
  ])('writes %s, which others can read, without keys of other services', async (name, content) => {
    const { run, pathOf } = await livedIn()
    const file = pathOf(name)
    const { exitCode, stdout, stderr } = await run('save', file)
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: `saved ${file}\n`,
      stderr: '',
    })
    expect(readFileSync(file, 'utf8')).toMatch(content)
    expect(readFileSync(file, 'utf8')).not.toContain(SECRET)
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o044).toBe(0o044)
  })

  it('writes one account with --account, a session to standard output with -', async () => {
    const { run } = await livedIn()
    const { stdout } = await run('save', '-', '--account', 'sandbox_pro-mine')
    const session = checkSession(JSON.parse(stdout))
    expect(session).toMatchObject({ ok: true, value: { accounts: [{ name: 'pro-mine' }] } })
  })

  it('leaves out of a scenario what was undone', async () => {
    const { sandbox, run, pathOf } = await livedIn()
    await apiClient(sandbox).list()
    await run('undo', 'req_2')
    const { stdout } = await run('save', pathOf('scenario.yaml'), '--json')
    expect(JSON.parse(stdout)).toEqual({ saved: pathOf('scenario.yaml') })
    expect(readFileSync(pathOf('scenario.yaml'), 'utf8').match(/call:/g)).toHaveLength(1)
  })

  it.each([
    [['bug.txt'], 2, 'must be one of .json, .html, .yaml, .har (got ".txt")'],
    [['bug'], 2, 'must be one of .json, .html, .yaml, .har (got "")'],
    [['bug.json', '--note', 'Look'], 2, '--note is for a page, whose name ends in .html'],
    [['bug.json', '--account', 'nobody'], 1, 'no account has the name or key "nobody"'],
    [['/nowhere/bug.json'], 1, 'cannot write /nowhere/bug.json (ENOENT)'],
    [['/dev/null.har/x.har'], 1, 'cannot write /dev/null.har/x.har (ENOENT)'],
  ])('%j is refused, and writes nothing', async ([file = '', ...options], exitCode, message) => {
    const { run, pathOf } = await livedIn()
    const path = file.startsWith('/') ? file : pathOf(file)
    const answer = await run('save', path, ...options)
    expect(answer).toMatchObject({ exitCode, stdout: '' })
    expect(answer.stderr).toContain(message)
    expect(existsSync(path)).toBe(false)
  })
})

describe('a .har file', () => {
  it('has all that HAR 1.2 requires, with the reason as a comment', async () => {
    const { sandbox, run, pathOf } = await livedIn()
    await fetch(`${sandbox.url}/v1/aliases?limit=2&limit=3`)
    await run('save', pathOf('x.har'))
    const { log } = JSON.parse(readFileSync(pathOf('x.har'), 'utf8')) as {
      log: { entries: object[] }
    }
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'alias-sandbox' } })
    expect(log.entries).toHaveLength(3)
    for (const entry of log.entries) expect(entry).toEqual(harEntry)
    expect(log.entries[0]).toMatchObject({
      request: { method: 'POST', url: `${sandbox.url}/v1/aliases` },
      response: { status: 403, content: { mimeType: 'application/json' } },
      comment: expect.stringContaining('default/req_1: ') as string,
    })
    expect(log.entries[1]).toMatchObject({
      request: { postData: { mimeType: 'application/json' } },
    })
    expect(log.entries[2]).toMatchObject({
      request: {
        url: `${sandbox.url}/v1/aliases?limit=2&limit=3`,
        queryString: [
          { name: 'limit', value: '2' },
          { name: 'limit', value: '3' },
        ],
      },
      response: { status: 401 },
    })
  })
})

const someNumber = expect.any(Number) as number
const someText = expect.any(String) as string
const pairs = expect.toSatisfy((list) =>
  (list as { name?: unknown; value?: unknown }[]).every(
    ({ name, value, ...more }) =>
      typeof name === 'string' && typeof value === 'string' && Object.keys(more).length === 0,
  ),
) as object[]

/** The fields that the specification requires, and those of its optional ones that we write. */
const harEntry = {
  startedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
  time: someNumber,
  request: expect.objectContaining({
    method: someText,
    url: someText,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs,
    queryString: pairs,
    headersSize: -1,
    bodySize: someNumber,
  }) as object,
  response: {
    status: someNumber,
    statusText: someText,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs,
    content: { size: someNumber, mimeType: someText, text: someText },
    redirectURL: '',
    headersSize: -1,
    bodySize: someNumber,
  },
  cache: {},
  timings: { send: 0, wait: someNumber, receive: 0 },
  comment: someText,
}

describe('load', () => {
  it.each(['session.json', 'page.html'])('takes %s in place of all accounts', async (name) => {
    const { run, pathOf } = await livedIn()
    await run('save', pathOf(name))
    const other = await freshSandbox()
    const { stdout } = await runCli(['load', pathOf(name), '--url', other.url])
    expect(stdout).toBe(`loaded ${pathOf(name)} (2 accounts)\n`)
    expect((await apiClient(other).create()).status).toBe(403)
    expect((await apiClient(other, 'sandbox_pro-mine').list()).aliases).toHaveLength(1)
  })

  it.each([
    ['empty', '', 'is empty, not a session of alias-sandbox'],
    ['cut off', '{"format":"alias-sandbox-session","versi', 'is cut off or damaged'],
    ['another page', '<!doctype html>\n<title>x</title>', 'is a page of HTML, not a session'],
    ['a damaged page', '<script id="page-data">AAAA</script>', 'its content is damaged'],
    ['a scenario', '{"account":{"plan":"pro"}}', 'is a scenario, not a session of alias-sandbox'],
    ['no object', 'null', 'is not a session of alias-sandbox'],
    [
      'of another version',
      '{"format":"alias-sandbox-session","version":2}',
      'has format version 2; this alias-sandbox reads version 1',
    ],
    [
      'nested too deep',
      `{"accounts":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'is nested deeper than 120 levels',
    ],
  ])('refuses a file that is %s in one line', async (_what, text, message) => {
    const file = join(freshFolder(), 'session.json')
    writeFileSync(file, text)
    const sandbox = await freshSandbox()
    const { exitCode, stdout, stderr } = await runCli(['load', file, '--url', sandbox.url])
    expect({ exitCode, stdout, lines: stderr.match(/\n/g)?.length }).toEqual({
      exitCode: 2,
      stdout: '',
      lines: 1,
    })
    expect(stderr).toContain(file)
    expect(stderr).toContain(message)
    expect((await apiClient(sandbox).create()).status).toBe(200)
  })
})
