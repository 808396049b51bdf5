import { expect, it } from 'vitest'
import { mergeScenarios } from '../../src/contract/scenario/scenario.ts'

it('merging scenarios merges objects key by key at every depth', () => {
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

it('merging scenarios replaces whole lists', () => {
  const merged = mergeScenarios(
    { aliases: [{ id: 'a' }, { id: 'b' }], faults: [{ kind: 'outage' }] },
    { aliases: [{ id: 'c' }] },
  )
  expect(merged).toEqual({ aliases: [{ id: 'c' }], faults: [{ kind: 'outage' }] })
})

it('merging scenarios can replace a number with a word, and a word with a number', () => {
  expect(mergeScenarios({ limits: { burst: 'off' } }, { limits: { burst: 5 } })).toEqual({
    limits: { burst: 5 },
  })
})

it('merging scenarios does not change its arguments', () => {
  const under = { account: { plan: 'plus' as const } }
  mergeScenarios(under, { account: { plan: 'pro' } })
  expect(under).toEqual({ account: { plan: 'plus' } })
})

it('merging no scenarios gives an empty one', () => {
  expect(mergeScenarios()).toEqual({})
})
