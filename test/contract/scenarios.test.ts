import { describe, expect, it } from 'vitest'
import { checkScenario, NAME, unknownScenario } from '../../src/contract/scenario/scenario.ts'
import { refusalsOf } from '../support/refusals-of.ts'

describe('a scenario as data', () => {
  it('keeps its values, with choices converted to their types', () => {
    const scenario = { title: 'a', limits: { burst: 'off', daily: 5 }, populate: 0 }
    expect(checkScenario({ ...scenario, choices: { page_size: '5', burn: 'burned' } })).toEqual({
      ok: true,
      value: { ...scenario, choices: { page_size: 5, burn: 'burned' } },
    })
  })

  const limit = 'must be an integer from 0 to 1000000 or "off"'
  const letters = 'must be 1 to 36 characters from a-z and 0-9'

  it.each<[scenario: object, ...sentences: string[]]>([
    [{ title: 'x'.repeat(201) }, 'title must have at most 200 characters'],
    [{ summary: 5 }, 'summary must be a string (got 5)'],
    [
      { limits: { burst: 'on', daily: null } },
      `limits.burst ${limit} (got "on")`,
      `limits.daily ${limit} (got null)`,
    ],
    [{ ids: { alphabet: '', length: 1 } }, `ids.alphabet ${letters} (got "")`],
    [{ ids: { alphabet: 'ab c', length: 1 } }, `ids.alphabet ${letters} (got "ab c")`],
    [{ ids: { alphabet: 'Ab', length: 1 } }, `ids.alphabet ${letters} (got "Ab")`],
    [{ ids: { alphabet: 'aB', length: 1 } }, `ids.alphabet ${letters} (got "aB")`],
    [
      { ids: { alphabet: 'a'.repeat(37), length: 1 } },
      `ids.alphabet ${letters} (got "${'a'.repeat(37)}")`,
    ],
    [{ ids: { alphabet: 'a', length: 65 } }, 'ids.length must be an integer from 1 to 64 (got 65)'],
    [{ clock: { mode: 'of' } }, 'clock.mode must be one of running, frozen (got "of")'],
    [
      { choices: { burn: 'gone', colour: 1 } },
      'choices.burn must be one of removed, suspended, burned (got "gone")',
      'choices: unknown choice "colour" (list them with: alias-sandbox choices)',
    ],
    [{ choices: 'default' }, 'choices must be an object (got "default")'],
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

  it('is reported with the nearest known name when it is unknown', () => {
    expect(unknownScenario('past_deu', ['free', 'past_due'])).toBe(
      'unknown scenario "past_deu" (did you mean "past_due"?)',
    )
  })
})
