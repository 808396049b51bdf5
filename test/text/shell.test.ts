import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { quoteForShell } from '../../src/text/shell.ts'

it('a shell reads words as they were, however many and whatever they are', () => {
  const word = fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Cs}|\0|\n$/u.test(text))
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      const command = `printf '%s\\0' ${words.map(quoteForShell).join(' ')}`
      const read = execFileSync('sh', ['-c', command], { encoding: 'utf8' })
      expect(read.split('\0').slice(0, -1)).toEqual(words)
    }),
  )
})
