import { expect, it } from 'vitest'
import { mergeScenarios } from '../../src/contract/scenario.ts'

it('merges objects key by key, whatever their depth', () => {
  const merged = mergeScenarios(
    { account: { plan: 'plus', cycle: 'yearly' }, choices: { page_size: 10 } },
    { account: { plan: 'pro' }, choices: { burn: 'suspended' } },
    { account: { billing: 'past_due' } },
  )
  expect(merged).toEqual({
    account: { plan: 'pro', cycle: 'yearly', billing: 'past_due' },
    choices: { page_size: 10, burn: 'suspended' },
  })
})

it('replaces lists whole', () => {
  const merged = mergeScenarios(
    { aliases: [{ id: 'a' }, { id: 'b' }], faults: [{ kind: 'outage' }] },
    { aliases: [{ id: 'c' }] },
  )
  expect(merged).toEqual({ aliases: [{ id: 'c' }], faults: [{ kind: 'outage' }] })
})

it('lets a word win over a number and back', () => {
  expect(mergeScenarios({ limits: { burst: 'off' } }, { limits: { burst: 5 } })).toEqual({
    limits: { burst: 5 },
  })
})

it('leaves what it merges as it was', () => {
  const under = { account: { plan: 'plus' as const } }
  mergeScenarios(under, { account: { plan: 'pro' } })
  expect(under).toEqual({ account: { plan: 'plus' } })
})

it('makes an empty scenario of none', () => {
  expect(mergeScenarios()).toEqual({})
})
