import { describe, expect, it } from 'vitest'
import {
  actionNames,
  actionRow,
  checkArguments,
  isActionName,
  timelineActions,
  unknownAction,
  type ActionName,
} from '../../src/contract/actions.ts'
import { outcomes } from '../../src/contract/outcomes.ts'
import { documentedErrors, errors } from '../../src/contract/errors.ts'
import { faultKinds } from '../../src/contract/faults.ts'
import { refusalsOf } from '../support/refusals-of.ts'

describe('an argument of an action', () => {
  it.each<[ActionName, ...input: object[]]>([
    ['advance_clock', { by: '1m' }, { by: 0 }, { to: 'next_event' }, { to: '2030-01-01' }],
    ['freeze_clock', {}, { at: '2030-01-01' }],
    ['resume_clock', {}, { scale: 0.001 }, { scale: 1_000_000 }],
    ['set_account', { plan: 'free' }, { billing: 'canceled' }, { plan: 'pro', billing: 'active' }],
    ['set_account', { card: 'declined' }, { plan: 'pro', billing: 'active', card: 'declined' }],
    ['configure_replies', { id: 'a' }, { id: 'a', value: 'x' }, { id: 'a', value: 0 }],
    ['configure_replies', { id: 'a', value: false }],
    ['set_usage', { burst: 0 }, { burst_resets_in: '3s' }, { daily: 1 }, { forwards: 1 }],
    ['set_usage', { burst: 1, burst_resets_in: 1, daily: 1, forwards: 1, referral_bonus: 100 }],
    ['clear_faults', {}, { id: 'fault_1' }, { kind: 'outage' }],
    ['load_scenario', { scenario: 'past_due' }, { scenario: {} }],
    ['reset', {}],
  ])('%s can be %j', (name, ...input) => {
    for (const each of input) expect(refusalsOf(checkArguments(name, each))).toEqual([])
  })

  it.each<[ActionName, input: unknown, ...sentences: string[]]>([
    ['advance_clock', {}, 'takes one of by, to'],
    ['advance_clock', { by: '1m', to: 'next_event' }, 'takes one of by, to'],
    ['set_account', {}, 'takes some of plan, billing, card'],
    ['set_usage', {}, 'takes some of burst, burst_resets_in, daily, forwards, referral_bonus'],
    ['clear_faults', { id: 'fault_1', kind: 'outage' }, 'takes id or kind'],
    ['resume_clock', { scale: 0 }, 'scale: 0 is not a number from 0.001 to 1000000'],
    ['resume_clock', { scale: 1e6 + 1 }, 'scale: 1000001 is not a number from 0.001 to 1000000'],
    ['resume_clock', { scale: '2' }, 'scale: "2" is not a number from 0.001 to 1000000'],
    [
      'load_scenario',
      { scenario: 5 },
      'scenario: 5 is neither the name of a scenario nor an object',
    ],
    [
      'load_scenario',
      { scenario: [] },
      'scenario: [] is neither the name of a scenario nor an object',
    ],
    ['load_scenario', {}, 'scenario: is missing'],
    ['delete_alias', {}, 'id: is missing'],
    ['delete_alias', { id: 'x'.repeat(65) }, 'id: is longer than 64 characters'],
    ['forward_message', { id: 'a', count: 0 }, 'count: 0 is not a whole number from 1 to 1000000'],
    ['reset', { hard: true }, 'hard: is not known (nothing is allowed here)'],
    ['reset', 'now', '"now" is not an object'],
    ['reset', [], '[] is not an object'],
  ])('%s cannot be %j', (name, input, ...sentences) => {
    expect(refusalsOf(checkArguments(name, input))).toEqual(sentences)
  })

  it('must be one that the table of actions has', () => {
    expect(actionNames.every(isActionName)).toBe(true)
    expect(['toString', 'setle_invoice', ''].some(isActionName)).toBe(false)
    expect(unknownAction('setle_invoice')).toBe(
      `"setle_invoice" is not known (did you mean settle_invoice?); allowed: ${actionNames.join(', ')}`,
    )
  })
})

it('an action that moves or replaces what runs a timeline cannot stand in one', () => {
  const outside = actionNames.filter((name) => !timelineActions.includes(name))
  expect(outside).toEqual([
    'advance_clock',
    'freeze_clock',
    'resume_clock',
    'load_scenario',
    'reset',
  ])
  expect(new Set(outside.map((name) => actionRow(name).group))).toEqual(new Set(['clock', 'whole']))
})

it('a call ends done, refused, or struck by a fault; each word once', () => {
  expect(outcomes.slice(0, 2 + documentedErrors.length)).toEqual([
    'created',
    'listed',
    ...documentedErrors,
  ])
  expect(outcomes.toSorted()).toEqual(
    [...new Set(['created', 'listed', ...Object.keys(errors), ...faultKinds])].toSorted(),
  )
})
