import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '../../../src/node/store/store.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { startSandbox } from '../../support/http/fresh-sandbox.ts'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { TAKEN, takeOver } from '../../support/store/take-over.ts'
import { startCli } from '../../support/process/run-cli.ts'
import { accountsIn } from '../../support/store/database-bytes.ts'

it('a sandbox whose file was taken over refuses every change, reports it once, and exits with 1', async () => {
  const db = join(freshFolder(), 'db.json')
  const run = startCli(['plus', '--port', '0', '--quiet', '--db', db])
  await run.until('ready')
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(run.stdout()) ?? []
  const create = async () => {
    const headers = { authorization: 'Bearer sandbox_default' }
    const response = await fetch(`${url}/v1/aliases`, { method: 'POST', headers })
    const { message = '' } = (await response.json()) as { message?: string }
    return `${response.status} ${message}`
  }
  expect(await create()).toMatch(/^200 /)
  const other = await openStore(db, takeOver())
  const lost = `${db} cannot be written: ${TAKEN}`
  for (let call = 0; call < 3; call += 1) {
    expect(await create()).toMatch(/^500 /)
    expect(await create()).toContain(`${lost}. Nothing was changed.`)
  }
  run.signal('SIGTERM')
  expect(await run.exitCode).toBe(1)
  expect(run.stderr()).toBe(
    `alias-sandbox: --db ${lost}; nothing is saved until this sandbox is restarted\nalias-sandbox: --db ${lost}\n`,
  )
  expect(accountsIn(other.found!)[0]?.aliases).toHaveLength(1)
  await expect(openStore(db)).rejects.toThrow('is in use by')
  await other.abandon()
})

it('lists still show the state from before the takeover, and actions are refused', async () => {
  const db = join(freshFolder(), 'db.json')
  const sandbox = await startSandbox({ db })
  const { alias } = await apiClient(sandbox).create()
  const other = await openStore(db, takeOver())
  expect((await apiClient(sandbox).create()).status).toBe(500)
  const { status } = await controlClient(sandbox).do('change_plan', { plan: 'pro' })
  expect(status).toBe(500)
  expect((await apiClient(sandbox).list()).aliases).toEqual([alias])
  await expect(sandbox.close()).rejects.toThrow('took it over')
  await other.abandon()
})
