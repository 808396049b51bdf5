import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// The key that an account starts with, and whether loading a scenario keeps it.

describe('the key at the start', () => {
  const rotated: Scenario = { account: { key: 'rotated' } }

  it.each<[done: string[], Scenario, status: string, made: number]>([
    [[], {}, 'active', 0],
    [[], { account: { key: 'revoked' } }, 'revoked', 0],
    [[], rotated, 'rotated', 1],
    [['rotate_key'], {}, 'rotated', 1],
    [['rotate_key'], rotated, 'rotated', 2],
    [['revoke_key'], {}, 'active', 0],
    [['rotate_key', 'revoke_key'], {}, 'rotated', 1],
  ])('after %j a scenario %j is loaded: %s, %i made', (done, scenario, status, made) => {
    const sandbox = coreSandbox({})
    const account = sandbox.account('default')
    for (const action of done) sandbox.perform(account, action, {}, MACHINE_MS)
    sandbox.perform(account, 'load_scenario', { scenario }, MACHINE_MS)
    const { key } = account.state
    expect([key.status, key.made, key.retired.length]).toEqual([status, made, made])
    const heard = callCore(sandbox, { key: key.current }).outcome
    expect(heard).toBe(status === 'revoked' ? 'invalid_key' : 'created')
  })
})
