import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lockFile } from '../../src/store/lock.ts'
import { openStore } from '../../src/store/store.ts'
import { childSandbox } from '../support/child-sandbox.ts'
import { smallState } from '../support/database-bytes.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { runCli } from '../support/run-cli.ts'

/** The pid of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['--version']).pid

/** What a process leaves that was killed while it held the lock. */
function leaveLock(file: string, signature: string): void {
  writeFileSync(`${file}.lock`, signature)
}

describe('a database that is in use', () => {
  it('is refused to a second process, which is told the pid', async () => {
    const folder = freshFolder()
    const file = join(folder, 'db.json')
    const first = await childSandbox(['--db', file])
    const before = readFileSync(file)
    const second = await runCli(['start', '--port', '0', '--db', file])
    expect(second).toMatchObject({ exitCode: 1, stdout: '' })
    expect(second.stderr).toBe(
      `alias-sandbox: --db ${file} is in use by pid ${first.pid}; each sandbox needs its own\n`,
    )
    expect(readFileSync(file)).toEqual(before)
    expect(await first.end('SIGTERM')).toBe(0)
    expect(readdirSync(folder)).toEqual(['db.json'])
  })

  it('is taken over at once when that process was killed', async () => {
    const file = join(freshFolder(), 'db.json')
    const first = await childSandbox(['--db', file])
    await first.end('SIGKILL')
    expect(readdirSync(join(file, '..'))).toContain('db.json.lock')
    const store = await openStore(file)
    expect(store.found?.accounts).toHaveLength(1)
    store.abandon()
  })

  it('is refused to a second sandbox of the same process', () => {
    const file = join(freshFolder(), 'db.json')
    const lock = lockFile(file)
    expect(() => lockFile(file)).toThrow(`is in use by pid ${process.pid}`)
    expect(lock.isHeld()).toBe(true)
    lock.release()
    lockFile(file).release()
  })
})

describe('what stands in the place of a lock', () => {
  it('is left where it is when it is a folder', () => {
    const folder = freshFolder()
    const file = join(folder, 'db.json')
    mkdirSync(`${file}.lock`)
    utimesSync(`${file}.lock`, 0, 0)
    expect(() => lockFile(file)).toThrow(`--db ${file} cannot be used: ${file}.lock is a folder`)
    expect(readdirSync(folder)).toEqual(['db.json.lock'])
  })
})

describe('a lock that was left', () => {
  it.each([
    ['by a process that is gone', () => `${deadPid()} x\n`],
    ['by a process of an earlier boot that had our pid', () => `${process.pid} x\n`],
  ])('%s is taken over at once', (_by, signature) => {
    const folder = freshFolder()
    const file = join(folder, 'db.json')
    leaveLock(file, signature())
    const lock = lockFile(file)
    expect(lock.isHeld()).toBe(true)
    lock.release()
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['by a process that lives', `${process.ppid} x\n`, 10, `is in use by pid ${process.ppid}`],
    ['by nobody who has signed', '', 1, 'is in use by another process'],
    ['by who has signed with no number', 'me', 1, 'is in use by another process'],
  ])('%s is refused as long as it is fresh', (_by, signature, seconds, says) => {
    const file = join(freshFolder(), 'db.json')
    leaveLock(file, signature)
    expect(() => lockFile(file)).toThrow(says)
    const now = statSync(`${file}.lock`).mtimeMs / 1_000
    utimesSync(`${file}.lock`, now - seconds - 1, now - seconds - 1)
    lockFile(file).release()
  })
})

describe('a lock', () => {
  it('is tried for in vain where no file can be made', () => {
    expect(() => lockFile(join(freshFolder(), 'none', 'db.json'))).toThrow('does not exist')
  })

  it('asks for no signals, which are the affair of whoever uses the library', () => {
    const count = () => process.eventNames().filter((name) => String(name).startsWith('SIG')).length
    const before = count()
    const lock = lockFile(join(freshFolder(), 'db.json'))
    expect(count()).toBe(before)
    lock.release()
  })
})

describe('a process whose lock was', () => {
  it.each([
    [
      'taken over by another',
      (file: string) => writeFileSync(`${file}.lock`, '1 another\n'),
      ['db.json', 'db.json.lock'],
    ],
    ['removed', (file: string) => rmSync(`${file}.lock`), ['db.json']],
  ])('%s writes no more, and leaves what is not its own', async (_by, takeOver, left) => {
    const file = join(freshFolder(), 'db.json')
    let seed = 1
    let rolledBack: unknown
    const keeper = await openStore(file).then((store) =>
      store.keep({
        toJson: () => JSON.stringify({ ...smallState(), seed }),
        rollBack: (state) => (rolledBack = state.seed),
      }),
    )
    takeOver(file)
    seed = 2
    await expect(keeper.commit()).rejects.toThrow('its lock was taken over or removed')
    expect(rolledBack).toBe(1)
    await expect(keeper.close()).rejects.toThrow('cannot be written')
    expect(readFileSync(file, 'utf8')).toContain('"seed":1')
    expect(readdirSync(join(file, '..'))).toEqual(left)
  })
})
