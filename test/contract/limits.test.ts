import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { limits } from '../../src/contract/limits.ts'

const src = new URL('../../src', import.meta.url).pathname

/** The folders that read what comes from outside, or keep it. */
const folders = ['contract', 'control', 'core', 'history', 'mail', 'node', 'scenario']

const files = folders.flatMap((folder) =>
  readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
)

describe('the table of limits', () => {
  it('has at most 36 rows', () => {
    expect(Object.keys(limits).length).toBeLessThanOrEqual(36)
  })

  it.each(files.filter((file) => file !== join('contract', 'limits.ts')))(
    'holds all limits of bytes and of lists: %s has none of its own',
    (file) => {
      const text = readFileSync(join(src, file), 'utf8')
      const own = text.match(
        /MAX_\w*BYTES = \d.*|\blist\([^()]*, \d.*|\bmaxLength\(\d.*|.*\b[KM]IB\b.*/g,
      )
      expect(own ?? []).toEqual([])
    },
  )
})
