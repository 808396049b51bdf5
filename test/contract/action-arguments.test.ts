import { describe, expect, it } from 'vitest'
import {
  actionNames,
  actionRow,
  checkArguments,
  isActionName,
  timedActions,
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
    ['set_choices', { page_size: 7 }, { page_size: '7', burn: 'burned', domain: 'a.example' }],
    ['clear_faults', {}, { id: 'fault_1' }, { kind: 'outage' }],
    ['load_scenario', { scenario: 'past_due' }, { scenario: {} }],
    ['reset', {}],
  ])('%s can be %j', (name, ...input) => {
    for (const each of input) expect(refusalsOf(checkArguments(name, each))).toEqual([])
  })

  it.each<[ActionName, input: unknown, ...sentences: string[]]>([
    ['advance_clock', {}, 'input must contain exactly one of by, to'],
    ['advance_clock', { by: '1m', to: 'next_event' }, 'input must contain exactly one of by, to'],
    ['set_account', {}, 'input must contain at least one of plan, billing, card'],
    [
      'set_usage',
      {},
      'input must contain at least one of burst, burst_resets_in, daily, forwards, referral_bonus',
    ],
    ['set_choices', {}, 'input must contain at least one choice, such as page_size'],
    ['set_choices', { page_sise: 7 }, 'unknown choice "page_sise" (did you mean "page_size"?)'],
    [
      'set_choices',
      { page_size: 101, burn: 'burnt' },
      'page_size must be an integer from 1 to 100 (got 101)',
      'burn must be one of removed, suspended, burned (got "burnt"; did you mean "burned"?)',
    ],
    ['set_choices', ['page_size'], 'input must be an object (got ["page_size"])'],
    ['clear_faults', { id: 'fault_1', kind: 'outage' }, 'input must not contain both id and kind'],
    ['resume_clock', { scale: 0 }, 'scale must be a number from 0.001 to 1000000 (got 0)'],
    [
      'resume_clock',
      { scale: 1e6 + 1 },
      'scale must be a number from 0.001 to 1000000 (got 1000001)',
    ],
    ['resume_clock', { scale: '2' }, 'scale must be a number from 0.001 to 1000000 (got "2")'],
    [
      'load_scenario',
      { scenario: 5 },
      'scenario must be the name of a scenario or an object (got 5)',
    ],
    [
      'load_scenario',
      { scenario: [] },
      'scenario must be the name of a scenario or an object (got [])',
    ],
    ['load_scenario', {}, 'scenario is required'],
    ['delete_alias', {}, 'id is required'],
    ['delete_alias', { id: 'x'.repeat(65) }, 'id must have at most 64 characters'],
    [
      'forward_message',
      { id: 'a', count: 0 },
      'count must be an integer from 1 to 1000000 (got 0)',
    ],
    [
      'deliver_mail',
      { to: 'a@b.example', attachments: [{ name: 'a', content: 'ab_c' }] },
      'attachments[0].content must be base64',
    ],
    ['reset', { hard: true }, 'unknown field "hard" (no fields are allowed here)'],
    ['reset', 'now', 'input must be an object (got "now")'],
    ['reset', [], 'input must be an object (got [])'],
  ])('%s cannot be %j', (name, input, ...sentences) => {
    expect(refusalsOf(checkArguments(name, input))).toEqual(sentences)
  })

  it('belongs to an action that exists', () => {
    expect(actionNames.every(isActionName)).toBe(true)
    expect(['toString', 'setle_invoice', ''].some(isActionName)).toBe(false)
    expect(unknownAction('setle_invoice')).toBe(
      'unknown action "setle_invoice" (did you mean "settle_invoice"?)',
    )
  })
})

it('a timeline cannot contain actions that move its clock or replace the account', () => {
  const outside = actionNames.filter((name) => !timedActions.includes(name))
  expect(outside).toEqual([
    'advance_clock',
    'freeze_clock',
    'resume_clock',
    'load_scenario',
    'reset',
  ])
  expect(new Set(outside.map((name) => actionRow(name).group))).toEqual(new Set(['clock', 'whole']))
})

it('the outcomes of a call are success, each refusal and each fault, without duplicates', () => {
  expect(outcomes.slice(0, 2 + documentedErrors.length)).toEqual([
    'created',
    'listed',
    ...documentedErrors,
  ])
  expect(outcomes.toSorted()).toEqual(
    [...new Set(['created', 'listed', ...Object.keys(errors), ...faultKinds])].toSorted(),
  )
})
