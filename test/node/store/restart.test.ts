import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunningSandbox } from '../../../src/node/start.ts'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { type FreshOptions, freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { runCli, startCli } from '../../support/process/run-cli.ts'

const noon = { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const }

/** A sandbox with its own file, and a function that restarts it on this file. */
async function storedSandbox(options: FreshOptions = {}) {
  const db = join(freshFolder(), 'db.json')
  const sandbox = await freshSandbox({ db, ...options })
  return {
    db,
    sandbox,
    restart: async (again: FreshOptions = {}): Promise<RunningSandbox> => {
      await sandbox.close()
      return freshSandbox({ db, ...again })
    },
  }
}

describe('after a restart on the same file', () => {
  it('requests before other options can be read, however often it is restarted', async () => {
    const { db, sandbox } = await storedSandbox({ with: { clock: noon } })
    await apiClient(sandbox).create({ label: 'mine' })
    await controlClient(sandbox).do('change_plan', { plan: 'pro' })
    await sandbox.close()
    for (const page_size of [7, 8, 9]) {
      const again = await freshSandbox({ db, overrides: { choices: { page_size } } })
      const { send, requests } = controlClient(again)
      expect((await requests()).map(({ id }) => id)).toEqual(['req_1'])
      const { history } = (await send('GET', 'history')).body as { history: { id: string }[] }
      expect(history.map(({ id }) => id).slice(0, 3)).toEqual(['start_1', 'req_1', 'act_1'])
      await again.close()
    }
  })

  it('what came before an undo to a dropped request can be read', async () => {
    const { db, sandbox } = await storedSandbox({ with: { clock: noon }, maxRequests: 5 })
    const control = controlClient(sandbox)
    const create = () => apiClient(sandbox).create()
    for (let count = 0; count < 3; count += 1) await create()
    await control.send('POST', 'accounts/default/undo', { to: 'req_2' })
    for (let count = 0; count < 4; count += 1) await create()
    const before = (await control.requests()).map(({ id }) => id)
    await sandbox.close()
    const again = await freshSandbox({ db, maxRequests: 5 })
    expect((await controlClient(again).requests()).map(({ id }) => id)).toEqual(before)
  })

  it('the inbox has its mails, with other options, too', async () => {
    const { sandbox, restart } = await storedSandbox({ with: { aliases: [{ id: 'a' }] } })
    const mail = { to: 'a@alias-sandbox.example', subject: 'Your code' }
    await controlClient(sandbox).do('deliver_mail', mail)
    const again = await restart({ overrides: { choices: { page_size: 7 } } })
    const { body } = await controlClient(again).send('GET', 'inbox')
    expect(body['mails']).toMatchObject([{ subject: 'Your code' }])
  })

  it('requests, history and report are there, and actions before it can be undone', async () => {
    const { sandbox, restart, db } = await storedSandbox({ with: { clock: noon } })
    await apiClient(sandbox).create({ label: 'mine' })
    await apiClient(sandbox).list()
    await controlClient(sandbox).do('change_plan', { plan: 'pro' })
    const seen = async (running: RunningSandbox) => {
      const { send } = controlClient(running)
      const paths = ['history', 'report', 'requests/req_1']
      return Promise.all(paths.map(async (path) => (await send('GET', path)).body))
    }
    // A connection that was open is closed, and so is the part of the report that counts them.
    const open = async (running: RunningSandbox) =>
      JSON.parse(JSON.stringify(await seen(running)).replaceAll(/,"closed":\d+/g, '')) as unknown
    const before = await open(sandbox)
    const again = await restart({ with: { clock: noon } })
    expect(await open(again)).toEqual(before)
    const { body } = await controlClient(again).send('POST', 'accounts/default/undo', {})
    expect(body['plan']).toBe('plus')
    await again.close()
    const run = await runCli(['replay', db])
    expect(run).toMatchObject({ exitCode: 0, stdout: '2 of 2 answers equal\n' })
  })
})

describe('a database file that exists', () => {
  it('overrides --scenario, --api-key and --seed; the ready line describes its content', async () => {
    const { db, sandbox } = await storedSandbox({ scenario: 'past_due', apiKey: 'sandbox_mine' })
    await sandbox.close()
    const run = startCli(['plus', '--port', '0', '--db', db, '--api-key', 'sandbox_other'])
    await run.until('ready')
    await run.until('existed')
    run.signal('SIGTERM')
    expect(await run.exitCode).toBe(0)
    expect(run.stdout()).toMatch(/\(key sandbox_mine, scenario past_due, pid \d+\)\n$/)
    expect(run.stderr()).toBe(
      `alias-sandbox: continued from ${db}, which already existed; --scenario is ignored\n`,
    )
  })

  it('becomes readable by its owner only', async () => {
    const { db } = await storedSandbox()
    expect(statSync(db).mode & 0o777).toBe(0o600)
  })
})
