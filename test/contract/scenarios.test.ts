import { describe, expect, it } from 'vitest'
import { checkScenario, NAME, unknownScenario } from '../../src/contract/scenario.ts'
import { refusalsOf } from '../support/refusals-of.ts'

describe('a scenario as data', () => {
  it('keeps its values, with choices converted to their types', () => {
    const scenario = { title: 'a', limits: { burst: 'off', daily: 5 }, populate: 0 }
    expect(checkScenario({ ...scenario, choices: { page_size: '5', burn: 'burned' } })).toEqual({
      ok: true,
      value: { ...scenario, choices: { page_size: 5, burn: 'burned' } },
    })
  })

  const limit = 'is neither a whole number from 0 to 1000000 nor off'
  const letters = 'is not 1 to 36 characters of a-z and 0-9'

  it.each<[scenario: object, ...sentences: string[]]>([
    [{ title: 'x'.repeat(201) }, 'title: is longer than 200 characters'],
    [{ summary: 5 }, 'summary: 5 is not a text'],
    [
      { limits: { burst: 'on', daily: null } },
      `limits.burst: "on" ${limit}`,
      `limits.daily: null ${limit}`,
    ],
    [{ ids: { alphabet: '', length: 1 } }, `ids.alphabet: "" ${letters}`],
    [{ ids: { alphabet: 'ab c', length: 1 } }, `ids.alphabet: "ab c" ${letters}`],
    [{ ids: { alphabet: 'Ab', length: 1 } }, `ids.alphabet: "Ab" ${letters}`],
    [{ ids: { alphabet: 'aB', length: 1 } }, `ids.alphabet: "aB" ${letters}`],
    [
      { ids: { alphabet: 'a'.repeat(37), length: 1 } },
      `ids.alphabet: "${'a'.repeat(37)}" ${letters}`,
    ],
    [{ ids: { alphabet: 'a', length: 65 } }, 'ids.length: 65 is not a whole number from 1 to 64'],
    [{ clock: { mode: 'of' } }, 'clock.mode: "of" is not one of running, frozen'],
    [
      { choices: { burn: 'gone', colour: 1 } },
      'choices.burn: "gone" is not one of removed, suspended, burned',
      'choices.colour: is not a choice; see alias-sandbox choices',
    ],
    [{ choices: 'default' }, 'choices: "default" is not an object'],
  ])('%j is refused', (scenario, ...sentences) => {
    expect(refusalsOf(checkScenario(scenario))).toEqual(sentences)
  })

  it.each([
    { alphabet: 'a', length: 1 },
    { alphabet: 'abcdefghijklmnopqrstuvwxyz0123456789', length: 64 },
  ])('can draw ids from %j', (ids) => {
    expect(refusalsOf(checkScenario({ ids }))).toEqual([])
  })
})

describe('the name of a scenario or an account', () => {
  it.each(['a', 'Z9', 'my-team_2', `a${'-'.repeat(99)}`])('can be %s', (name) => {
    expect(name).toMatch(NAME)
  })

  it.each(['', '-a', '_a', 'a.b', 'a b', 'a/b', 'ä', 'a\n', `a${'b'.repeat(100)}`])(
    'cannot be %j',
    (name) => {
      expect(name).not.toMatch(NAME)
    },
  )

  it('is followed by the nearest known name when it is unknown', () => {
    expect(unknownScenario('past_deu', ['free', 'past_due'])).toBe(
      '"past_deu" is not one of free, past_due (did you mean past_due?)',
    )
  })
})
