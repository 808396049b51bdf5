import { describe, expect, it } from 'vitest'
import { actionNames } from '../../src/contract/actions.ts'
import { eventNames } from '../../src/contract/events.ts'
import { faultKinds, faultRow } from '../../src/contract/faults.ts'
import { isSuccess, operations } from '../../src/contract/operations.ts'
import { outcomes, type Outcome } from '../../src/contract/outcomes.ts'
import { attemptedAction, pastAction, toldAction } from '../../src/words/actions.ts'
import { withFullStop } from '../../src/words/capitals.ts'
import { comingEvent, pastEvent } from '../../src/words/events.ts'
import { faultGroups, faultSentence, isOnlyForCreations } from '../../src/words/faults.ts'
import { countOf, timesOf, toNumber } from '../../src/text/numbers.ts'
import { doneOperation, operationNouns } from '../../src/words/operations.ts'
import { outcomeLabel, toldOutcome } from '../../src/words/outcomes.ts'
import { toDistance, toSpan } from '../../src/words/times.ts'

const answer = { status: 503, isMade: false, waitSeconds: 30 }
const distinct = (texts: readonly string[]) => expect(new Set(texts).size).toBe(texts.length)

describe('each outcome', () => {
  it('has a label of its own', () => distinct(outcomes.map(outcomeLabel)))

  it.each(outcomes)('%s is told as a sentence, unless a client expects it', (outcome) => {
    const told = toldOutcome(outcome as Outcome, answer)
    expect(told).toMatch(isSuccess(outcome) ? /^$/ : /^(?:The|No) .*\.$/)
  })

  it('that only a newer sandbox has is called by its name', () => {
    expect(outcomeLabel('teapot')).toBe('teapot')
    expect(outcomeLabel('constructor')).toBe('constructor')
  })
})

describe('each action', () => {
  it('is called by other words than any other', () => distinct(actionNames.map(attemptedAction)))

  it.each(actionNames)('%s has a sentence whatever its arguments and result', (action) => {
    for (const value of [undefined, null, {}, { count: 2, refused: 1 }, 'text']) {
      for (const sentence of [pastAction, toldAction]) {
        if (action === 'arm_fault') continue // its arguments are never missing
        expect(sentence(action, value, value)).toMatch(/^(?:[A-Z\d]|undefined|An? )/)
        expect(sentence(action, value, value)).not.toMatch(/\.$/)
      }
    }
  })

  it('that only a newer sandbox has is called by its name', () => {
    expect([attemptedAction('paint_alias'), pastAction('paint_alias', {}, {})]).toEqual([
      'Paint alias',
      'paint_alias',
    ])
  })
})

it.each(eventNames)('the event %s has words for past and future', (event) => {
  const details = { id: 'x', kind: 'outage', do: 'rotate_key', hits: 2 }
  for (const words of [pastEvent, comingEvent]) {
    expect(words(event, details)).not.toMatch(/undefined|\.$|^$/)
    expect(words(event, details)).not.toBe(event)
  }
})

describe('each fault', () => {
  it('stands in one group of the list', () => {
    const listed = faultGroups.flatMap(([, options]) => options.map(([kind]) => kind))
    expect(listed.toSorted()).toEqual(faultKinds.toSorted())
  })

  it.each(faultKinds)('%s is said to affect the calls that it affects', (kind) => {
    expect(isOnlyForCreations(kind)).toBe(!faultRow(kind).operations.includes('list'))
  })

  it.each(faultKinds)('%s has a sentence for one call and for several', (kind) => {
    const [one, many] = [1, 3].map((times) => faultSentence({ kind, times, ms: 3_000 }))
    expect(one).toMatch(/^the next (?:request|creation|draw of a random address) \w+s /)
    expect(many).toMatch(/^the next 3 (?:requests|creations|draws of a random address) \w+ /)
  })
})

it.each(operations)('the operation %s has words', (operation) => {
  expect(doneOperation(operation)).toMatch(/^[a-z]+s /)
  expect(operationNouns(operation)).not.toEqual(operationNouns('any'))
})

it('numbers and nouns agree', () => {
  expect([0, 1, 2, 1_000].map((count) => countOf(count, 'call'))).toEqual([
    '0 calls',
    '1 call',
    '2 calls',
    '1,000 calls',
  ])
  expect([1, 2].map(timesOf)).toEqual(['once', '2 times'])
  expect([0.5, 999, 1e6].map(toNumber)).toEqual(['0.5', '999', '1,000,000'])
  expect(['no call was made', 'Why?'].map(withFullStop)).toEqual(['No call was made.', 'Why?'])
})

describe('a span of time', () => {
  it.each([
    [300, '1 s'],
    [20_000, '20 s'],
    [59_999, '1 min'],
    [90_000, '1 min 30 s'],
    [3_594_000, '59 min 54 s'],
    [3_599_900, '1 h'],
    [43_199_700, '12 h'],
    [43_140_000, '11 h 59 min'],
    [86_399_999, '1 day'],
    [129_600_000, '1 day 12 h'],
    [2_588_400_000, '30 days'],
  ])('of %i ms is told in at most two units, rounded: %s', (ms, words) => {
    expect(toSpan(ms)).toBe(words)
  })

  it('lies ahead or behind', () => {
    expect([toDistance(7_200_000), toDistance(-60_000), toDistance(400)]).toEqual([
      'in 2 h',
      '1 min ago',
      'now',
    ])
  })
})
