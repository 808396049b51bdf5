import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { databaseOf, smallSession } from '../../support/store/database-bytes.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { runCli } from '../../support/process/run-cli.ts'
import { openSeedStore, seedIn } from '../../support/store/seed-store.ts'

const start = (db: string) => runCli(['start', '--port', '0', '--db', db])

describe('--db with a link', () => {
  const dangling: [what: string, link: (folder: string) => string][] = [
    ['a file that does not exist', () => 'missing.json'],
    ['a file in a folder that does not exist', () => 'none/missing.json'],
    [
      'a link to a file that does not exist',
      (folder) => {
        symlinkSync('missing.json', join(folder, 'second'))
        return 'second'
      },
    ],
  ]
  it.each(dangling)('to %s is refused, and nothing is created there', async (_what, target) => {
    const folder = freshFolder()
    const link = join(folder, 'db.json')
    symlinkSync(target(folder), link)
    const before = readdirSync(folder)
    const { exitCode, stdout, stderr } = await start(link)
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toBe(
      `alias-sandbox: --db ${link} is a link to a file that does not exist; for a new database, name that file itself\n`,
    )
    expect(readdirSync(folder)).toEqual(before)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
  })

  it('to itself, or in a circle, is refused', async () => {
    const folder = freshFolder()
    symlinkSync('a', join(folder, 'b'))
    symlinkSync('b', join(folder, 'a'))
    const { exitCode, stderr } = await start(join(folder, 'a'))
    expect(exitCode).toBe(1)
    expect(stderr).toContain('cannot be used: its links form a loop')
    expect(readdirSync(folder)).toEqual(['a', 'b'])
  })

  it('to a folder or a device is refused', async () => {
    const folder = freshFolder()
    for (const target of [folder, '/dev/null']) {
      const link = join(folder, 'link')
      symlinkSync(target, link)
      expect((await start(link)).stderr).toContain('is not a regular file')
      expect(readlinkSync(link)).toBe(target)
      rmSync(link)
    }
  })

  it('to a database, through several links, writes to the database', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'real.json'), databaseOf(smallSession()))
    symlinkSync('real.json', join(folder, 'one'))
    symlinkSync('one', join(folder, 'two'))
    await openSeedStore(join(folder, 'two'), 7).then((store) => store.close())
    expect(seedIn(join(folder, 'real.json'))).toBe(7)
    expect(readlinkSync(join(folder, 'two'))).toBe('one')
    expect(readdirSync(folder).toSorted()).toEqual(['one', 'real.json', 'two'])
  })

  it('that changes during the run still writes to the first file', async () => {
    const folder = freshFolder()
    const link = join(folder, 'link')
    const [real, other] = [join(folder, 'real.json'), join(folder, 'other.json')]
    for (const file of [real, other]) writeFileSync(file, databaseOf(smallSession()))
    symlinkSync(real, link)
    const store = await openSeedStore(link, 7)
    rmSync(link)
    symlinkSync(other, link)
    await store.put(8)
    await store.close()
    expect([seedIn(real), seedIn(other)]).toEqual([8, smallSession().seed])
    expect(readlinkSync(link)).toBe(other)
  })

  it('in the path of its folder that changes during the run still writes to the first folder', async () => {
    const folder = freshFolder()
    const link = join(folder, 'link')
    for (const name of ['one', 'two']) mkdirSync(join(folder, name))
    symlinkSync('one', link)
    const store = await openSeedStore(join(link, 'db.json'), 7)
    rmSync(link)
    symlinkSync('two', link)
    await store.put(8)
    await store.close()
    expect(seedIn(join(folder, 'one', 'db.json'))).toBe(8)
    expect(readdirSync(join(folder, 'two'))).toEqual([])
  })

  it('planted in place of the database during the run is replaced and redirects no write', async () => {
    const folder = freshFolder()
    const [file, victim] = [join(folder, 'db.json'), join(folder, 'victim')]
    const store = await openSeedStore(file, 1)
    renameSync(file, victim)
    symlinkSync(victim, file)
    await store.put(2)
    await store.close()
    expect([seedIn(file), seedIn(victim)]).toEqual([2, 1])
  })

  it('a hard link becomes a separate file at the first write', async () => {
    const folder = freshFolder()
    const [one, two] = [join(folder, 'one.json'), join(folder, 'two.json')]
    writeFileSync(one, databaseOf(smallSession()))
    linkSync(one, two)
    const stores = [await openSeedStore(one, 7), await openSeedStore(two, 8)]
    await Promise.all(stores.map((store) => store.close()))
    expect([seedIn(one), seedIn(two)]).toEqual([7, 8])
  })
})

it('--db with a path that ends in / is refused as a folder', async () => {
  const path = join(freshFolder(), 'db', '/')
  expect(await start(path)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('is the path of a folder'),
  })
  expect(existsSync(path)).toBe(false)
})

it('--db with a huge file refuses it without reading all of it', async () => {
  const file = join(freshFolder(), 'db.json')
  writeFileSync(file, '')
  truncateSync(file, 2 ** 40)
  const { exitCode, stderr } = await start(file)
  expect(exitCode).toBe(1)
  expect(stderr).toContain(`--db ${file} is larger than 256 MiB. It is left as it is`)
})
