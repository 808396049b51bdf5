import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import '../support/process/fresh-build.js'
import { connectSandbox } from '../../src/client/connect.ts'
import { readPageFile } from '../../src/contract/session/page-file.ts'
import { contentOfPage } from '../support/content-of-page.ts'
import { apiClient } from '../support/http/api-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { freshFolder } from '../support/process/fresh-folder.ts'
import { runCli } from '../support/process/run-cli.ts'

// Not a real key: random letters after an unused prefix.
const SECRET = 'zq_live_8Kd2mXw4Lr7TnVb3Yc9HsJf6PgQe'

/** A sandbox in which a client made a call with a key of another service in it, and one after it. */
async function livedIn() {
  const sandbox = await freshSandbox({ scenario: 'plus' })
  const client = apiClient(sandbox)
  await client.create(JSON.stringify({ label: `key ${SECRET}` }))
  await client.create('{"label":"two"}')
  return { sandbox, connected: await connectSandbox(sandbox.url) }
}

const readPage = (html: string) => readPageFile(contentOfPage(html))
const callsOf = (html: string) =>
  readPage(html)
    .sessions.flatMap(({ accounts }) => accounts)
    .flatMap(({ history }) => history.filter(({ type }) => type === 'call').map(({ id }) => id))

describe('a page is made', () => {
  it('by account.save, without keys of other services', async () => {
    const { connected } = await livedIn()
    const account = connected.defaultAccount
    const file = join(freshFolder(), 'page.html')
    await account.save(file, { note: `Why 200? ${SECRET}` })
    const html = readFileSync(file, 'utf8')
    expect(callsOf(html)).toEqual(['req_1', 'req_2'])
    expect(readPage(html).note).toMatch(/^Why 200\?/)
    await expect(account.save('page.json', { note: 'Look' })).rejects.toMatchObject({
      code: 'bad_argument',
      field: 'note',
    })
    expect(html + contentOfPage(html)).not.toContain(SECRET)
  })

  it('by save', async () => {
    const { sandbox } = await livedIn()
    const file = join(freshFolder(), 'session.html')
    const argv = ['save', file, '--note', 'Two & one "&" \u{1f600}', '--url', sandbox.url]
    const { stdout, exitCode } = await runCli(argv, process.env)
    expect(stdout).toContain('saved')
    expect(exitCode).toBe(0)
    const html = readFileSync(file, 'utf8')
    expect(callsOf(html)).toEqual(['req_1', 'req_2'])
    expect(readPage(html).note).toBe('Two & one "&" \u{1f600}')
  })

  it('by requests --bug --as html, with all that happened up to the request', async () => {
    const { sandbox } = await livedIn()
    const argv = ['requests', 'req_1', '--bug', '--as', 'html', '--url', sandbox.url]
    const { stdout } = await runCli(argv, process.env)
    expect(callsOf(stdout)).toEqual(['req_1'])
    expect(readPage(stdout).result?.headline).toContain('POST /v1/aliases')
    expect(stdout + contentOfPage(stdout)).not.toContain(SECRET)
  })
})
