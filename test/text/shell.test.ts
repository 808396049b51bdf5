import fc from 'fast-check'
import { expect, it } from 'vitest'
import { quoteForShell, splitWords } from '../../src/text/shell.ts'

it.each([
  ['node client.js', ['node', 'client.js']],
  ['  node\tclient.js ', ['node', 'client.js']],
  [`node 'my client.js' "a b"c\\ d`, ['node', 'my client.js', 'a bc d']],
  [`"say \\"hi\\" \\n" ''`, ['say "hi" \\n', '']],
  ['', []],
])('the words of %j are %j', (command, words) => {
  expect(splitWords(command)).toEqual(words)
})

it.each([`node 'a`, `node "a`, `node "a\\"`, 'node a\\'])('%j is not closed', (command) => {
  expect(splitWords(command)).toBe(undefined)
})

it('words that were quoted come back, whatever they are', () => {
  // Control characters are written for the terminal into which they are pasted.
  const plain = fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Cc}/u.test(text))
  fc.assert(
    fc.property(fc.array(plain), (words) => {
      expect(splitWords(words.map(quoteForShell).join(' '))).toEqual(words)
    }),
  )
})
