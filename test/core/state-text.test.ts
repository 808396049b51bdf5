import { expect, it } from 'vitest'
import { leastStateCharacters, snapshotPieces } from '../../src/core/account/state-text.ts'
import { coreSandbox } from '../support/core/core-sandbox.ts'

it.each([1, 10, 1_000])('no state that fits is refused for its number of aliases: %i', (count) => {
  const shortest = (_: unknown, index: number) => ({ id: index.toString(36), label: '' })
  const aliases = Array.from({ length: count }, shortest)
  const snapshot = coreSandbox({ aliases }).account('default').snapshot()
  const text = [...snapshotPieces(snapshot)].join('')
  expect(leastStateCharacters([snapshot])).toBeLessThan(text.length)
})
