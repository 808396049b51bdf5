import { expect, it } from 'vitest'
import { coreSandbox, MACHINE_MS, savedAccount } from '../support/core/core-sandbox.ts'

function populated(seed: number) {
  return savedAccount(coreSandbox({ populate: 250 }, { seed }).account('default')).aliases
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

it('draws other words for another seed, another account, and each time', () => {
  const wordsOf = (seed: number, name: string) => {
    const sandbox = coreSandbox({}, { seed })
    const account = sandbox.createAccount({ name }, MACHINE_MS)
    const populate = () => sandbox.perform(account, 'populate_aliases', { count: 20 }, MACHINE_MS)
    populate()
    populate()
    const words = savedAccount(account).aliases.map(({ label, note }) => label + note)
    return [words.slice(0, 20), words.slice(20)].map((some) => some.join())
  }
  const drawn = [...wordsOf(1, 'one'), ...wordsOf(1, 'other'), ...wordsOf(2, 'one')]
  expect(new Set(drawn).size).toBe(6)
  expect(wordsOf(1, 'one')).toEqual(drawn.slice(0, 2))
})

it('makes active aliases that last, all of them now', () => {
  for (const [index, alias] of populated(1).entries()) {
    expect(alias).toMatchObject({
      seq: index + 1,
      status: 'active',
      created_at: MACHINE_MS / 1_000,
      forward_count: 0,
      single_use: false,
      expires_at: null,
    })
  }
})
