import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import type { RunningSandbox } from '../../../src/node/start.ts'
import { openStore } from '../../../src/node/store/store.ts'
import { apiClient } from '../../support/http/api-client.ts'
import { blockFile } from '../../support/process/blocked-file.ts'
import { childSandbox } from '../../support/process/child-sandbox.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { type FreshOptions, freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { startCli } from '../../support/process/run-cli.ts'
import { stateOf } from '../../support/core/states.ts'
import { accountsIn } from '../../support/store/database-bytes.ts'

const NOT_SAVED =
  /^The sandbox \(not the service that it imitates\) could not store this change: .* cannot be written \(EISDIR\)\. Nothing was changed\.$/

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const }

async function sandboxWithFile(options: FreshOptions = {}) {
  const db = join(freshFolder(), 'db.json')
  const sandbox = await freshSandbox({ db, with: { clock, aliases: [{ id: 'a' }] }, ...options })
  return { db, sandbox, client: apiClient(sandbox), control: controlClient(sandbox) }
}

/** The state that must not change. */
const lastingOf = ({ sandbox }: RunningSandbox) => stateOf(sandbox, 0)

describe('while the file cannot be written', () => {
  it('a creation gets 500 that names the sandbox, and leaves no trace', async () => {
    const { db, sandbox, client, control } = await sandboxWithFile()
    await client.create()
    const before = lastingOf(sandbox)
    const listed = await client.walk()
    const unblock = blockFile(db)
    const { status, message } = await client.create({ label: 'lost' })
    expect(status).toBe(500)
    expect(message).toMatch(NOT_SAVED)
    unblock()
    expect(lastingOf(sandbox)).toEqual(before)
    expect(await client.walk()).toEqual(listed)
    const { usage } = await control.account()
    expect(usage.daily.used).toBe(1)
  })

  it('nothing of the original answer remains: no fault, delay, reason or source', async () => {
    const { db, client, control } = await sandboxWithFile()
    await client.list()
    await control.do('arm_fault', { kind: 'delay', ms: 60_000 })
    await control.do('arm_fault', { kind: 'truncate' })
    const unblock = blockFile(db)
    expect((await client.create()).message).toMatch(NOT_SAVED) // complete and without delay
    unblock()
    const entry = (await control.requests()).at(-1)!
    expect(entry).toMatchObject({
      outcome: 'server_error',
      why: expect.stringMatching(NOT_SAVED),
      basis: 'injected',
      source: 'the sandbox itself',
    })
  })

  it('lists still work, and show the content of the file', async () => {
    const { db, client } = await sandboxWithFile()
    const first = await client.list()
    const unblock = blockFile(db)
    await client.create()
    expect((await client.list()).text).toBe(first.text)
    unblock()
  })

  it('no list ever shows a change that is rolled back', async () => {
    const { db, client } = await sandboxWithFile()
    const before = await client.list()
    const unblock = blockFile(db)
    // In parallel, each on its own connection, so that some arrive during the write.
    const creation = client.create()
    const lists = Array.from({ length: 20 }, () => client.list())
    const answers = await Promise.all(lists)
    expect((await creation).status).toBe(500)
    unblock()
    for (const { status, text } of answers) if (status !== 500) expect(text).toBe(before.text)
    expect(await client.walk()).toHaveLength(1)
  })

  it('an action, an undo, a reset and PUT session answer 500 and change nothing', async () => {
    const { db, sandbox, control } = await sandboxWithFile()
    await control.do('change_plan', { plan: 'pro' })
    const before = lastingOf(sandbox)
    const other = await control.session()
    const unblock = blockFile(db)
    const answers = [
      await control.do('suspend_alias', { id: 'a' }),
      await control.do('rotate_key'),
      await control.send('POST', 'accounts/default/undo', {}),
      await control.send('POST', 'reset', {}),
      await control.send('PUT', 'session', { ...other, seed: 7 }),
      await control.send('POST', 'accounts', { name: 'new' }),
    ]
    unblock()
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(500))
    for (const { body } of answers) expect(body['message']).toMatch(NOT_SAVED)
    expect(lastingOf(sandbox)).toEqual(before)
  })

  it('a delivery answers 500, and no inbox has its mail', async () => {
    const { db, control } = await sandboxWithFile()
    const to = 'a@alias-sandbox.example'
    await control.do('deliver_mail', { to, subject: 'kept' })
    const unblock = blockFile(db)
    const answers = [
      await control.do('deliver_mail', { to, subject: 'lost' }),
      await control.send('POST', 'inbox', { to, raw: 'Subject: lost as well\r\n\r\nx' }),
    ]
    unblock()
    expect(answers.map(({ status }) => status)).toEqual([500, 500])
    expect((await control.send('GET', 'inbox')).body).toMatchObject({
      mails: [{ subject: 'kept' }],
    })
    const { coverage } = (await control.send('GET', 'report')).body
    expect(coverage).toContainEqual(
      expect.objectContaining({ outcome: 'mail_forwarded', count: 1 }),
    )
  })

  it('undo takes back the last action that was stored', async () => {
    const { db, control } = await sandboxWithFile()
    await control.do('change_plan', { plan: 'pro' })
    await control.do('suspend_alias', { id: 'a' })
    const unblock = blockFile(db)
    await control.do('rotate_key')
    unblock()
    const undone = await control.send('POST', 'accounts/default/undo', {})
    expect(undone.body).toMatchObject({ plan: 'pro', last_action: { id: 'act_1' } })
  })

  it('a mail over SMTP gets 451, may be sent again, and is in no inbox', async () => {
    const { db, sandbox, control } = await sandboxWithFile({ smtpPort: 0 })
    const mailer = createTransport(sandbox.smtpUrl)
    const send = () =>
      mailer.sendMail({ from: 'b@b.example', to: 'a@alias-sandbox.example', text: 'hello' })
    const before = lastingOf(sandbox)
    const unblock = blockFile(db)
    const refusal = await send().catch((error: { response: string }) => error.response)
    expect(refusal).toMatch(/^451 4\.3\.0 The sandbox .* could not store this change: .*EISDIR/)
    unblock()
    expect(lastingOf(sandbox)).toEqual(before)
    expect((await control.send('GET', 'inbox')).body).toEqual({ mails: [], left_out: 0 })
    expect((await send()).response).toMatch(/^250 /)
    expect((await control.send('GET', 'inbox')).body).toMatchObject({
      mails: [{ text: 'hello\n' }],
    })
    expect(readFileSync(db, 'utf8')).toContain('"outcome":"forwarded"') // before the next write
  })

  it('a key that would create an account gets 500, and creates none', async () => {
    const { db, sandbox } = await sandboxWithFile()
    const unblock = blockFile(db)
    const unauthenticated = apiClient(sandbox, 'sandbox_pro-new')
    expect((await unauthenticated.list()).status).toBe(500)
    expect(sandbox.sandbox.accounts()).toHaveLength(1)
    unblock()
    expect((await unauthenticated.list()).status).toBe(200)
  })

  it('a refusal that changes nothing is answered as usual', async () => {
    const { db, client } = await sandboxWithFile()
    await client.list()
    const unblock = blockFile(db)
    expect((await client.create('{')).status).toBe(400)
    unblock()
  })

  it('a wait for a call still ends when the call arrives', async () => {
    const { db, client, control } = await sandboxWithFile()
    await client.list()
    const waiting = control.send('GET', 'requests/wait?outcome=created&timeout=20s')
    await control.requests() // so that the wait has begun
    const unblock = blockFile(db)
    await control.do('rotate_key')
    unblock()
    await client.create()
    expect((await waiting).status).toBe(200)
  })
})

describe('a sandbox that cannot write when it stops', () => {
  it('prints one line, exits with 1, and leaves the file unchanged', async () => {
    const db = join(freshFolder(), 'db.json')
    const run = startCli(['start', '--port', '0', '--quiet', '--db', db])
    await run.until('ready')
    const unblock = blockFile(db)
    run.signal('SIGTERM')
    expect(await run.exitCode).toBe(1)
    expect(run.stderr()).toBe(`alias-sandbox: --db ${db} cannot be written (EISDIR)\n`)
    unblock()
    expect(readdirSync(dirname(db))).toEqual(['db.json'])
    await (await freshSandbox({ db })).close()
  })
})

describe('once the file can be written again', () => {
  it('creations are stored in the same file again, with no other file left', async () => {
    const { db, sandbox, client } = await sandboxWithFile()
    const unblock = blockFile(db)
    await client.create()
    unblock()
    const { alias } = await client.create()
    await sandbox.close()
    expect(readdirSync(dirname(db))).toEqual(['db.json'])
    const again = await freshSandbox({ db })
    expect((await apiClient(again).walk()).map(({ id }) => id)).toContain(alias.id)
  })
})

describe('a full disk', needs('bash'), () => {
  it('loses no acknowledged alias, and answers go on', { tags: ['long'] }, async () => {
    const db = join(freshFolder(), 'db.json')
    // A file size limit of 64 blocks of 1 kB acts as a full disk for this process.
    const full = await childSandbox(['unlimited', '--db', db, '--quiet'], { fileBlocks: 64 })
    const key = { authorization: 'Bearer sandbox_default' }
    const create = async () => {
      const response = await fetch(`${full.url}/v1/aliases`, { method: 'POST', headers: key })
      const body = (await response.json()) as { message?: string; alias?: { id: string } }
      return { status: response.status, ...body }
    }
    const acknowledged: string[] = []
    let answer = await create()
    for (; answer.status === 200; answer = await create()) acknowledged.push(answer.alias!.id)
    expect(answer).toMatchObject({ status: 500, message: expect.stringContaining('EFBIG') })
    expect(acknowledged.length).toBeGreaterThan(10)
    const page = await fetch(`${full.url}/v1/aliases`, { headers: key })
    expect(page.status).toBe(200)
    await full.end('SIGKILL')
    const store = await openStore(db)
    const stored = accountsIn(store.found!)[0]!.aliases.map(({ id }) => id)
    await store.abandon()
    expect(stored.toSorted()).toEqual(acknowledged.toSorted())
  })
})
