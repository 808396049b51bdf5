import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type PersistenceError, failureMessage } from '../../../src/core/persistence.ts'
import { writeDurably } from '../../../src/node/store/durable-file.ts'
import { type FileSystem, nodeFileSystem } from '../../../src/node/store/file-system.ts'
import { openStore } from '../../../src/node/store/store.ts'
import { removeLeftovers } from '../../../src/node/store/temporary.ts'
import { smallSession } from '../../support/store/database-bytes.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { openSeedStore, seedIn } from '../../support/store/seed-store.ts'

const text = (...parts: string[]) => parts.map((part) => Buffer.from(part))
const HEX = '0123456789abcdef'
/** The temporary file in the same folder. */
const write = (file: string, parts: readonly Uint8Array[]) =>
  writeDurably(nodeFileSystem, dirname(file), file, parts)

describe('writing a file', () => {
  it('writes all parts, readable by the owner only, and leaves no other file', async () => {
    const folder = freshFolder()
    const file = join(folder, 'db.json')
    writeFileSync(file, 'old', { mode: 0o644 })
    await write(file, text('n', 'e', 'w'))
    expect(readFileSync(file, 'utf8')).toBe('new')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['db.json'])
  })

  it('leaves no temporary file when it fails', async () => {
    const folder = freshFolder()
    mkdirSync(join(folder, 'db.json', 'in-the-way'), { recursive: true })
    await expect(write(join(folder, 'db.json'), text('new'))).rejects.toThrow(/EISDIR|ENOTEMPTY/)
    expect(readdirSync(folder)).toEqual(['db.json'])
    await expect(write(join(folder, 'none', 'db.json'), text('new'))).rejects.toThrow('ENOENT')
  })
})

describe('a write that fails after the file was replaced', () => {
  /** After the rename, syncing the folder fails; with `alsoRename` later renames fail too. */
  function failing(folder: string, alsoRename: boolean) {
    let isFailing = false
    const fileSystem: FileSystem = {
      ...nodeFileSystem,
      open: async (path, ...rest) => {
        if (isFailing && path === folder) throw Object.assign(new Error('EIO'), { code: 'EIO' })
        return nodeFileSystem.open(path, ...rest)
      },
      rename: async (from, to) => {
        if (isFailing && alsoRename && seedIn(String(to)) === 2) throw new Error('EIO')
        return nodeFileSystem.rename(from, to)
      },
    }
    return { fileSystem, fail: (now: boolean) => (isFailing = now) }
  }

  it.each([
    ['is put back, so that nothing of it is there', false, 1, 'Nothing was changed.'],
    [
      'says that it may be there when it could not be put back',
      true,
      2,
      'The change was rolled back, but it may reappear after a restart.',
    ],
  ])('%s', async (_what, alsoRename, left, says) => {
    const folder = freshFolder()
    const file = join(folder, 'db.json')
    const { fileSystem, fail } = failing(folder, alsoRename)
    const store = await openSeedStore(file, 1, { fileSystem })
    fail(true)
    const error = await store.put(2).catch((caught: unknown) => caught)
    expect(failureMessage(error as PersistenceError)).toContain(
      `${file} cannot be written (EIO). ${says}`,
    )
    expect(store.seed()).toBe(1)
    expect(seedIn(file)).toBe(left)
    fail(false)
    await store.close()
    expect(seedIn(file)).toBe(1)
  })
})

describe('leftovers of a killed process', () => {
  it('are removed, but no file with a similar name', async () => {
    const folder = freshFolder()
    const others = [
      'db.json',
      '.db.json.tmp',
      'db.json.tmp',
      `.db.json.${HEX}`,
      `.db.json.${HEX}.tmp~`,
      `.db.json.${HEX}0.tmp`,
      `.db.json.${HEX.toUpperCase()}.tmp`,
      `.db_json.${HEX}.tmp`,
      `.other.json.${HEX}.tmp`,
      `x.db.json.${HEX}.tmp`,
    ]
    for (const name of [...others, `.db.json.${HEX}.tmp`]) writeFileSync(join(folder, name), '')
    const linked = `.db.json.${'0'.repeat(16)}.tmp`
    symlinkSync('db.json', join(folder, linked))
    mkdirSync(join(folder, `.db.json.${'1'.repeat(16)}.tmp`, `7-${HEX}`), { recursive: true })
    await removeLeftovers(nodeFileSystem, join(folder, 'db.json'))
    expect(readdirSync(folder).toSorted()).toEqual([...others, linked].toSorted())
  })

  it('are removed when a store is opened', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, `.db.json.${HEX}.tmp`), 'half')
    const store = await openStore(join(folder, 'db.json'))
    await store.abandon()
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a planted link', () => {
  it.each(['.db.json.tmp', 'db.json.tmp', 'db.json.lock'])(
    'called %s is never written through',
    async (name) => {
      const folder = freshFolder()
      const victim = join(folder, 'victim')
      writeFileSync(victim, 'precious')
      symlinkSync(victim, join(folder, name))
      const file = join(folder, 'db.json')
      const take = () => ({ text: JSON.stringify(smallSession()), goBack: () => {} })
      await openStore(file)
        .then((store) => store.persist(take))
        .then((persistence) => persistence.close())
        .catch((error: unknown) => expect(error).toMatchObject({ name: 'DatabaseError' }))
      expect(readFileSync(victim, 'utf8')).toBe('precious')
    },
  )
})
