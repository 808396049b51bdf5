import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('../src', import.meta.url))

/** Names of texts for people. What a program needs to know stands in a field of its own. */
const prose = 'why|message|description|title'
const tests = [
  new RegExp(`\\b(?:${prose})\\)?[?!]?\\.(?:startsWith|endsWith|includes|match|search|indexOf)\\(`),
  new RegExp(`\\b(?:${prose})\\)?[?!]?\\.(?:replace|replaceAll|split)\\(`),
  new RegExp(`\\.(?:test|exec)\\((?:\\w+[?!]?\\.)*(?:${prose})\\b`),
]

/** Files that may read prose: errors of other programs. */
const exceptions: readonly string[] = ['library/explore/ending.ts']

it('no program reads a sentence that is written for people', () => {
  const readers = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => tests.some((test) => test.test(readFileSync(join(src, file), 'utf8'))))
    .map((file) => file.split(sep).join('/'))
  expect(readers.toSorted()).toEqual(exceptions)
})
