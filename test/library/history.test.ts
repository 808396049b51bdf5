import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import '../support/process/fresh-build.js'
import type { Session } from '../../src/index.ts'
import { contentOfPage } from '../support/content-of-page.ts'
import { clientOf } from '../support/http/library-client.ts'
import { freshFolder } from '../support/process/fresh-folder.ts'
import { transports } from './transports.ts'

describe.each(transports)('the history of an account, %s', (_name, open) => {
  it('lists calls and actions in order', async () => {
    const account = await (await open()).account()
    await clientOf(account).create()
    await account.do('rotate_key')
    expect((await account.history()).map(({ id }) => id)).toEqual(['start_1', 'req_1', 'act_1'])
    expect(await account.history({ types: ['action', 'undo'], limit: 5 })).toMatchObject([
      { action: 'rotate_key', origin: 'library' },
    ])
    expect(await account.history({ after: 'req_1' })).toMatchObject([{ id: 'act_1' }])
    expect(await account.history({ before: 'act_1', limit: 1 })).toMatchObject([{ id: 'req_1' }])
  })

  it('goes back to before an entry, and undoes the last action', async () => {
    const account = await (await open()).account()
    await clientOf(account).create()
    await account.do('cancel_subscription')
    await account.undo()
    expect((await account.state()).billing).toBe('active')
    expect((await account.aliases()).length).toBe(1)
    await account.undo('req_1')
    expect(await account.aliases()).toEqual([])
    await expect(account.undo('req_99')).rejects.toMatchObject({ code: 'not_found' })
    await expect((await (await open()).account()).undo()).rejects.toMatchObject({ code: 'refused' })
  })

  it('forks an account with its own key, which outlives it', async () => {
    const sandbox = await open()
    const account = await sandbox.account()
    await clientOf(account).create()
    await account.do('cancel_subscription')
    const before = await account.fork({ at: 'act_1', name: 'before' })
    const now = await account.fork()
    await account.dispose()
    expect(before.name).toBe('before')
    expect((await clientOf(before).list()).aliases.length).toBe(1)
    expect((await clientOf(now).list()).status).toBe(403)
    expect(await before.history()).toMatchObject([{ reason: 'forked' }, { id: 'req_1' }])
  })

  it('is a session, of one account or of all', async () => {
    const sandbox = await open()
    const account = await sandbox.account({ name: 'mine' })
    await clientOf(account).create()
    await clientOf(account).list()
    const file = await account.session()
    expect(file.accounts.map(({ name, history }) => [name, history.length])).toEqual([['mine', 3]])
    const whole = await sandbox.session()
    expect(whole.accounts.map(({ name }) => name)).toEqual(['default', 'mine'])
  })

  it('of the sandbox has all accounts in one order', async () => {
    const sandbox = await open()
    const account = await sandbox.account({ name: 'mine' })
    await clientOf(account).create()
    const ids = (await sandbox.history()).map(({ account: name, id }) => `${name}/${id}`)
    expect(ids).toEqual(['default/start_1', 'mine/start_1', 'mine/req_1'])
    expect((await sandbox.history({ after: 'mine/start_1' })).length).toBe(1)
  })

  it('is saved whole, as a session or a page, by the ending of the file', async () => {
    const sandbox = await open()
    const account = await sandbox.account('plus', { name: 'mine' })
    await clientOf(account).create()
    const folder = freshFolder()
    const namesIn = (file: string) => {
      const text = readFileSync(join(folder, file), 'utf8')
      const content = file.endsWith('.html') ? contentOfPage(text) : `{"sessions":[${text}]}`
      const { sessions } = JSON.parse(content) as { sessions: Session[] }
      return sessions.flatMap(({ accounts }) => accounts.map(({ name }) => name))
    }
    for (const file of ['run.json', 'run.html']) {
      await account.save(join(folder, file))
      expect(namesIn(file)).toEqual(['mine'])
      await sandbox.save(join(folder, file))
      expect(namesIn(file)).toEqual(['default', 'mine'])
    }
    await account.save(join(folder, 'run.yaml'))
    expect(readFileSync(join(folder, 'run.yaml'), 'utf8')).toContain('expect:')
    await sandbox.save(join(folder, 'run.har'))
    const har = JSON.parse(readFileSync(join(folder, 'run.har'), 'utf8')) as { log: object }
    expect(har.log).toMatchObject({ version: '1.2', entries: [{ response: { status: 200 } }] })
    const missing = join(folder, 'no', 'run.json')
    await expect(account.save(missing)).rejects.toMatchObject({
      code: 'bad_argument',
      message: expect.stringContaining(`${missing} (ENOENT)`) as string,
    })
    await expect(account.save(join(folder, 'run.txt'))).rejects.toMatchObject({
      code: 'bad_argument',
      message: expect.stringContaining('one of .json, .html, .yaml, .har') as string,
    })
    expect(readdirSync(folder).toSorted()).toEqual(['run.har', 'run.html', 'run.json', 'run.yaml'])
  })

  it('can be replayed from a file', async () => {
    const sandbox = await open()
    const account = await sandbox.account('past_due', { name: 'mine' })
    await fetch(`${account.url}/v1/aliases`, {
      headers: { authorization: `Bearer ${account.apiKey}` },
    })
    await account.do('settle_invoice')
    const file = await account.session()
    expect(await sandbox.replay(file)).toMatchObject({ answers: 1, equal: 1, first: null })
  })
})
