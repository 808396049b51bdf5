import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSandboxApp, startSandbox } from '../../src/index.ts'
import { clientOf } from '../support/http/library-client.ts'
import { freshFolder } from '../support/process/fresh-folder.ts'

/** A path to a new file, in a folder that is deleted when the test ends. */
function freshFile(): string {
  return join(freshFolder(), 'sandbox.json')
}

describe('startSandbox with db', () => {
  it('continues where the last one was closed, with its keys and without the scenario', async () => {
    const db = freshFile()
    const first = await startSandbox({ db, scenario: 'pro' })
    const { alias } = await clientOf(first).create()
    const account = await first.account({ name: 'mine', scenario: 'past_due' })
    await first.close()
    await using second = await startSandbox({ db, scenario: 'free' })
    expect(second.apiKey).toBe(first.apiKey)
    expect(await second.defaultAccount.aliases()).toEqual([alias])
    expect((await clientOf({ url: second.url, apiKey: account.apiKey }).list()).status).toBe(403)
  })

  it('refuses a file that another sandbox uses', async () => {
    const db = freshFile()
    await using _first = await startSandbox({ db })
    await expect(startSandbox({ db })).rejects.toMatchObject({
      code: 'database',
      field: 'db',
      message: expect.stringMatching(/^db: .* is in use by/) as string,
    })
  })

  it('refuses a file that is not a database, and leaves it unchanged', async () => {
    const db = freshFile()
    writeFileSync(db, '{"mine":true}')
    await expect(startSandbox({ db })).rejects.toMatchObject({ code: 'database', field: 'db' })
  })

  it.each(['', '.'])('refuses %j, which is not a file path', async (db) => {
    await expect(startSandbox({ db })).rejects.toMatchObject({ field: 'db' })
  })

  it('is refused for an app, which is never closed', () => {
    expect(() => createSandboxApp({ db: 'x.json' } as object)).toThrow(
      /db: not an option of createSandboxApp/,
    )
  })
})

describe('startSandbox with ui', () => {
  it('serves the dashboard, or not', async () => {
    const dashboardOf = async (ui: boolean) => {
      await using sandbox = await startSandbox({ ui })
      return (await fetch(`${sandbox.url}/_sandbox/`)).status
    }
    expect([await dashboardOf(true), await dashboardOf(false)]).toEqual([200, 404])
  })
})
