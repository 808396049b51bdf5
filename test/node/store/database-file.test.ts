import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fromFileBytes } from '../../../src/node/store/database-file.ts'
import { DatabaseError } from '../../../src/node/store/database-error.ts'
import { openStore } from '../../../src/node/store/store.ts'
import { databaseOf, sealed, smallSession } from '../../support/store/database-bytes.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'

const session = smallSession()
const whole = databaseOf(session)

function sessionIn(bytes: Uint8Array): object | 'refused' {
  try {
    return fromFileBytes('db.json', bytes)
  } catch (error) {
    if (error instanceof DatabaseError) return 'refused'
    throw error
  }
}

describe('a database file', () => {
  it('returns the session that was written to it', () => {
    expect(sessionIn(whole)).toEqual({ ...session, sha256: expect.any(String) })
  })

  it.each([
    ['empty objects', 1_000_001, {}, '1,000,000 objects and lists'],
    ['numbers', 5_000_001, 0, '5,000,000 values'],
  ])(
    'is refused when it is full of %s, which would fill the memory',
    (_what, length, item, message) => {
      const packed = { ...session, accounts: Array.from({ length }, () => item) }
      expect(() => fromFileBytes('x.json', databaseOf(packed))).toThrow(
        `holds no valid session: it contains more than ${message}`,
      )
    },
  )

  it('is one line of JSON: a session with a checksum of what follows', () => {
    expect(whole.toString()).toBe(sealed(JSON.stringify(session)))
    expect(JSON.parse(whole.toString())).toMatchObject(session)
  })

  it('is refused when it is truncated, at any position', () => {
    const taken = [...whole.keys()].filter((end) => sessionIn(whole.subarray(0, end)) !== 'refused')
    expect(taken).toEqual([])
  })

  it('is refused when any single bit is flipped', () => {
    const taken: string[] = []
    for (const [at, byte] of whole.entries()) {
      for (let bit = 0; bit < 8; bit += 1) {
        whole[at] = byte ^ (1 << bit)
        if (sessionIn(whole) !== 'refused') taken.push(`byte ${at}, bit ${bit}`)
      }
      whole[at] = byte
    }
    expect(taken).toEqual([])
  })

  it('is refused when anything follows the JSON', () => {
    expect(sessionIn(Buffer.concat([whole, Buffer.from('\n')]))).toBe('refused')
    expect(sessionIn(Buffer.concat([whole, whole]))).toBe('refused')
  })
})

describe('opening a damaged file', () => {
  it('leaves the file unchanged, and creates no other file', { tags: ['long'] }, async () => {
    const folder = freshFolder()
    const file = join(folder, 'db.json')
    for (let end = 0; end < whole.length; end += 7) {
      writeFileSync(file, whole.subarray(0, end))
      const { ino } = statSync(file)
      await expect(openStore(file)).rejects.toThrow(/db\.json (is|holds).*left as it is/)
      expect(readFileSync(file)).toEqual(whole.subarray(0, end))
      expect(statSync(file).ino).toBe(ino)
    }
    expect(readdirSync(folder)).toEqual(['db.json'])
  })
})
