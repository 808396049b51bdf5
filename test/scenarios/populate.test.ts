import { expect, it } from 'vitest'
import { coreSandbox, MACHINE_MS } from '../support/core-sandbox.ts'

function populated(seed: number) {
  return coreSandbox({ populate: 250 }, { seed }).account('default').toState(MACHINE_MS).aliases
}

it('makes the same aliases for the same seed', () => {
  expect(populated(7)).toEqual(populated(7))
  expect(populated(7)).not.toEqual(populated(8))
})

it('gives each alias words and an id of its own', () => {
  const aliases = populated(1)
  expect(new Set(aliases.map(({ id }) => id)).size).toBe(250)
  expect(new Set(aliases.map(({ label }) => label)).size).toBeGreaterThan(50)
  for (const { label, note, source, category } of aliases) {
    expect([label, note, source, category]).not.toContain('')
    expect(source).toMatch(/\.example$/)
  }
})
