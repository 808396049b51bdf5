import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startCli } from '../support/process/run-cli.ts'

// Not a real key: random letters after an unused prefix.
const SECRET = 'zq_live_8Kd2mXw4Lr7TnVb3Yc9HsJf6PgQe'
/** Only its first four characters may be shown. */
const pieces = Array.from({ length: SECRET.length - 5 }, (_, at) => SECRET.slice(at, at + 6))

/** Every way in which a client may send its key of the real service. */
const ways: [name: string, headers: Record<string, string>][] = [
  ['as Bearer', { authorization: `Bearer ${SECRET}` }],
  ['as bearer', { authorization: `bearer ${SECRET}` }],
  ['with two spaces', { authorization: `Bearer  ${SECRET}` }],
  ['alone', { authorization: SECRET }],
  ['as Token', { authorization: `Token ${SECRET}` }],
  ['as Token with a name', { authorization: `Token token="${SECRET}"` }],
  ['as Basic', { authorization: `Basic ${Buffer.from(`${SECRET}:`).toString('base64')}` }],
  ['as a scheme of its own', { authorization: `Key ${SECRET}` }],
  ['as X-API-Key', { 'x-api-key': SECRET }],
  ['as Api-Key', { 'api-key': SECRET }],
  ['as X-Auth-Token', { 'x-auth-token': SECRET }],
  ['as X-Access-Token', { 'x-access-token': SECRET }],
  ['as Proxy-Authorization', { 'proxy-authorization': `Bearer ${SECRET}` }],
  ['as a cookie', { cookie: `session=${SECRET}` }],
]
const reads = [
  'requests',
  'requests/req_1',
  'state',
  'accounts',
  'accounts/default',
  'report',
  'report?format=text',
  'report?format=markdown',
  'report?format=junit',
  'report?accounts=all',
]

it.each([[['--json']], [['--log', '-']]])(
  'T24 a foreign key is neither shown nor stored (start %j)',
  async (flags) => {
    const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const db = join(folder, 'db.json')
    const run = startCli(['--port', '0', '--db', db, ...flags])
    await run.until('ready')
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(run.stdout()) ?? []
    const message: string[] = []
    for (const [, headers] of ways) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await fetch(`${url}/v1/aliases`, { method, headers })
        expect([401, 405]).toContain(answer.status)
        message.push(await answer.text())
      }
      await fetch(`${url}/_sandbox/session`, { headers })
    }
    for (const path of reads) message.push(await (await fetch(`${url}/_sandbox/${path}`)).text())
    await fetch(`${url}/v1/aliases`, {
      method: 'POST',
      headers: { authorization: 'Bearer sandbox_default' },
    })
    run.signal('SIGTERM')
    expect(await run.exitCode).toBe(0)
    message.push(run.stdout(), run.stderr(), readFileSync(db, 'utf8'))
    const all = message.join('\n')
    expect(all).toContain('zq_l… (36 characters)') // the key was noticed
    expect(pieces.filter((piece) => all.includes(piece))).toEqual([])
    expect(all).not.toContain(Buffer.from(SECRET).toString('base64').slice(0, 12))
  },
)
