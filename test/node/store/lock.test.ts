import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { builtFile } from '../../support/process/fresh-build.js'
import { startOf } from '../../../src/node/process-table.ts'
import { openStore } from '../../../src/node/store/store.ts'
import { childSandbox } from '../../support/process/child-sandbox.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { leaveLock } from '../../support/store/left-lock.ts'
import { takeOver } from '../../support/store/take-over.ts'
import { needs } from '../../support/tools/needs.ts'
import { runCli } from '../../support/process/run-cli.ts'
import { openSeedStore, seedIn } from '../../support/store/seed-store.ts'

/** The pid of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['--version']).pid

/** The pid of a process that was stopped, as by a debugger. */
function stoppedPid(): number {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.kill('SIGSTOP')
  return child.pid!
}

describe('a database that is in use', () => {
  it('is refused to a second process, with the pid of the first', async () => {
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

  it(
    'stays with a process that is stopped or busy for longer than any time limit',
    needs('/proc'),
    async () => {
      const file = join(freshFolder(), 'db.json')
      const first = await childSandbox(['--db', file])
      process.kill(first.pid, 'SIGSTOP')
      const [owner = ''] = readdirSync(`${file}.lock`)
      const longAgo = new Date('2020-01-01')
      utimesSync(join(`${file}.lock`, owner, 'owner.json'), longAgo, longAgo)
      const second = await runCli(['start', '--port', '0', '--db', file])
      expect(second).toMatchObject({ exitCode: 1, stdout: '' })
      expect(second.stderr).toContain(`is in use by pid ${first.pid};`)
      process.kill(first.pid, 'SIGCONT')
      const headers = { authorization: 'Bearer sandbox_default' }
      const { status } = await fetch(`${first.url}/v1/aliases`, { method: 'POST', headers })
      expect(status).toBe(200)
      expect(await first.end('SIGTERM')).toBe(0)
    },
  )

  it('is taken over at once after that process was killed', async () => {
    const file = join(freshFolder(), 'db.json')
    const first = await childSandbox(['--db', file])
    await first.end('SIGKILL')
    expect(readdirSync(dirname(file))).toContain('db.json.lock')
    const store = await openStore(file)
    expect(store.found?.accounts).toHaveLength(1)
    await store.abandon()
  })

  it('is refused to a second sandbox of the same process, even in another thread', async () => {
    const file = join(freshFolder(), 'db.json')
    const store = await openStore(file)
    const refusal = `is in use by pid ${process.pid}`
    await expect(openStore(file)).rejects.toThrow(refusal)
    const message = new Promise<string>((resolve) => {
      new Worker(
        `const { parentPort, workerData: { module, file } } = require('node:worker_threads')
        import(module)
          .then(({ openStore }) => openStore(file))
          .then(() => parentPort.postMessage('opened'), ({ message }) => parentPort.postMessage(message))`,
        {
          eval: true,
          workerData: { module: pathToFileURL(builtFile('build/node/store/store.js')).href, file },
        },
      ).once('message', resolve)
    })
    expect(await message).toContain(refusal)
    await store.abandon()
    await (await openStore(file)).abandon()
  })
})

describe('something else in place of a lock', () => {
  const inPlace: [what: string, put: (lock: string) => void][] = [
    ['a file', (lock) => writeFileSync(lock, '1 x\n')],
    ['a link to a folder', (lock) => symlinkSync(makeFolder(dirname(lock)), lock)],
    ['a link that leads nowhere', (lock) => symlinkSync('nowhere', lock)],
    ['a link to itself', (lock) => symlinkSync(lock, lock)],
    ['a device', (lock) => symlinkSync('/dev/zero', lock)],
    ['a folder of something else', (lock) => mkdirSync(join(lock, 'photos'), { recursive: true })],
    [
      'a link where its owner should be',
      (lock) => {
        mkdirSync(lock)
        symlinkSync(makeFolder(dirname(lock)), join(lock, '7-0123456789abcdef'))
      },
    ],
  ]
  const makePipe = (folder: string) => {
    execFileSync('mkfifo', [join(folder, 'pipe')])
    return join(folder, 'pipe')
  }
  const makeFolder = (folder: string) => {
    mkdirSync(join(folder, 'others'))
    writeFileSync(join(folder, 'others', 'owner.json'), 'precious')
    return join(folder, 'others')
  }

  const pipes: typeof inPlace = [
    ['a pipe', (lock) => execFileSync('mkfifo', [lock])],
    ['a link to a pipe', (lock) => symlinkSync(makePipe(dirname(lock)), lock)],
  ]

  const refusesAt = async (put: (lock: string) => void) => {
    const folder = freshFolder()
    const file = join(folder, 'db.json')
    put(`${file}.lock`)
    const before = readdirSync(folder, { recursive: true })
    await expect(openStore(file)).rejects.toThrow(
      new RegExp(`^${file} cannot be used: ${file}.lock .*; remove it if no sandbox uses`),
    )
    expect(readdirSync(folder, { recursive: true })).toEqual(before)
  }
  it.each(inPlace)('is reported at once and left unchanged when it is %s', (_what, put) =>
    refusesAt(put),
  )
  it.each(pipes)(
    'is reported at once and left unchanged when it is %s',
    needs('mkfifo'),
    (_what, put) => refusesAt(put),
  )

  it('does not block or read without end when it is an owner file', needs('mkfifo'), async () => {
    for (const put of [
      (path: string) => execFileSync('mkfifo', [path]),
      (path: string) => symlinkSync('/dev/zero', path),
      (path: string) => writeFileSync(path, Buffer.alloc(10_000_000)),
      (path: string) => writeFileSync(path, '{"pid":-1,"host":"","started":0}'),
    ]) {
      const file = join(freshFolder(), 'db.json')
      const signature = join(leaveLock(file), 'owner.json')
      rmSync(signature)
      put(signature)
      await expect(openStore(file)).rejects.toThrow('is in use by another process')
    }
  })
})

describe('an abandoned lock', () => {
  it.each([
    ['by a process that is gone', () => ({ pid: deadPid() })],
    ['by a process that had our pid before us', () => ({ start: 'earlier' })],
    ['by a process whose pid another one has now', () => ({ pid: process.ppid, start: 'earlier' })],
  ])('%s is taken over at once', async (_by, owner) => {
    const folder = freshFolder()
    const file = join(folder, 'db.json')
    leaveLock(file, owner())
    await openSeedStore(file, 1).then((store) => store.close())
    expect(readdirSync(folder)).toEqual(['db.json'])
  })

  it('without an owner, who was killed while releasing it, is taken over at once', async () => {
    const folder = freshFolder()
    mkdirSync(join(folder, 'db.json.lock'))
    await openSeedStore(join(folder, 'db.json'), 1).then((store) => store.close())
    expect(readdirSync(folder)).toEqual(['db.json'])
  })

  it.each([
    [
      'by a process that lives, where the system does not tell when it started',
      { pid: process.ppid, start: undefined },
      `is in use by pid ${process.ppid};`,
    ],
    [
      'by a process of another machine or container',
      { pid: 2_000_000_000, host: 'else\nwhere' },
      'is in use by pid 2000000000 on "else\\nwhere";',
    ],
    ['by one who cannot be read', 'me', 'is in use by another process;'],
  ])('%s is refused for ten seconds', async (_by, owner, says) => {
    const file = join(freshFolder(), 'db.json')
    leaveLock(file, owner, 8)
    await expect(openStore(file)).rejects.toThrow(says)
    leaveLock(file, owner, 11)
    await (await openStore(file)).abandon()
  })

  it.each([
    ['that lives on this machine', () => process.ppid],
    ['that is this one', () => process.pid],
    ['that is stopped', stoppedPid],
  ])(
    'of a process %s is no abandoned one, however long it was busy',
    needs('/proc'),
    async (_what, pidOf) => {
      const file = join(freshFolder(), 'db.json')
      const pid = pidOf()
      leaveLock(file, { pid, start: startOf(pid)! }, 1_000_000)
      await expect(openStore(file)).rejects.toThrow(`is in use by pid ${pid};`)
    },
  )

  it('is refused while its clock is ahead of ours, because its age is unknown', async () => {
    const file = join(freshFolder(), 'db.json')
    leaveLock(file, { host: 'elsewhere' }, -3_600)
    await expect(openStore(file)).rejects.toThrow('is in use by')
  })

  it('has a number that increases with each owner', async () => {
    const file = join(freshFolder(), 'db.json')
    leaveLock(file, { host: 'elsewhere' }, 11)
    const far = '99999999999999-0123456789abcde0'
    renameSync(join(`${file}.lock`, '7-0123456789abcdef'), join(`${file}.lock`, far))
    const numbers: number[] = []
    for (let taken = 1; taken <= 3; taken += 1) {
      await openStore(file, takeOver(-Infinity, `machine-${taken}`))
      const [owner] = readdirSync(`${file}.lock`)
      numbers.push(Number(owner!.split('-')[0]))
    }
    expect(numbers).toEqual([1e14, 1e14 + 1, 1e14 + 2])
  })
})

describe('a lock', () => {
  it('cannot be taken where no file can be created', async () => {
    const folder = freshFolder()
    await expect(openStore(join(folder, 'none', 'db.json'))).rejects.toThrow('does not exist')
    await expect(openStore(join(folder, 'x'.repeat(252)))).rejects.toThrow('its name is too long')
    expect(readdirSync(folder)).toEqual([])
  })

  it('installs no signal handlers, which belong to the user of the library', async () => {
    const count = () => process.eventNames().filter((name) => String(name).startsWith('SIG')).length
    const before = count()
    const store = await openStore(join(freshFolder(), 'db.json'))
    expect(count()).toBe(before)
    await store.abandon()
  })
})

describe('a process', () => {
  const away: [what: string, take: (file: string) => void, says: string, left: string[]][] = [
    [
      'whose lock was removed',
      (file) => rmSync(`${file}.lock`, { recursive: true }),
      'its lock was taken over or removed',
      ['db.json'],
    ],
    [
      'whose folder was removed',
      (file) => rmSync(dirname(file), { recursive: true }),
      'its folder was moved or removed',
      [],
    ],
    [
      'whose folder was replaced by another',
      (file) => {
        rmSync(dirname(file), { recursive: true })
        mkdirSync(dirname(file))
        writeFileSync(file, 'another')
      },
      'its lock was taken over or removed',
      ['db.json'],
    ],
  ]
  it.each(away)('%s stops writing, and creates nothing there', async (_what, take, says, left) => {
    const folder = join(freshFolder(), 'data')
    mkdirSync(folder)
    const store = await openSeedStore(join(folder, 'db.json'), 1)
    take(join(folder, 'db.json'))
    await expect(store.put(2)).rejects.toThrow(`cannot be written: ${says}`)
    expect(store.seed()).toBe(1)
    await expect(store.close()).rejects.toThrow(says)
    mkdirSync(folder, { recursive: true })
    expect(readdirSync(folder)).toEqual(left)
  })

  it('whose folder was moved away and back stops writing', async () => {
    const folder = join(freshFolder(), 'data')
    mkdirSync(folder)
    const store = await openSeedStore(join(folder, 'db.json'), 1)
    renameSync(folder, `${folder}-away`)
    await expect(store.put(2)).rejects.toThrow('its folder was moved or removed')
    renameSync(`${folder}-away`, folder)
    await expect(store.put(3)).rejects.toThrow('its folder was moved or removed')
    expect(seedIn(join(folder, 'db.json'))).toBe(1)
  })
})
