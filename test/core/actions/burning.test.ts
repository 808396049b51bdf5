import { describe, expect, it } from 'vitest'
import { MACHINE_MS, coreSandbox } from '../../support/core/core-sandbox.ts'
import { stateOf } from '../../support/core/states.ts'

describe('a burned alias that stays suspended', () => {
  it('cannot be resumed, and forwards no second message', () => {
    const sandbox = coreSandbox({
      choices: { burn: 'suspended' },
      aliases: [{ id: 'once', single_use: true }],
    })
    const account = sandbox.account('default')
    const act = (action: string) =>
      sandbox.perform(account, action, { id: 'once' }, MACHINE_MS).result
    expect(act('forward_message')).toMatchObject({ forwarded: 1 })
    const before = stateOf(sandbox, MACHINE_MS)
    expect(() => act('resume_alias')).toThrow('is single-use and has been burned')
    expect(() => act('forward_message')).toThrow('is suspended')
    expect(stateOf(sandbox, MACHINE_MS)).toEqual(before)
  })

  it('forwards no second message when a scenario sets it active', () => {
    const sandbox = coreSandbox({ aliases: [{ id: 'once', single_use: true, forward_count: 1 }] })
    const account = sandbox.account('default')
    expect(() => sandbox.perform(account, 'forward_message', { id: 'once' }, MACHINE_MS)).toThrow(
      'alias once is single-use and has been burned',
    )
  })

  it('can be resumed before its one message has arrived', () => {
    const sandbox = coreSandbox({
      aliases: [{ id: 'once', single_use: true, status: 'suspended' }],
    })
    const account = sandbox.account('default')
    sandbox.perform(account, 'resume_alias', { id: 'once' }, MACHINE_MS)
    const { result } = sandbox.perform(account, 'forward_message', { id: 'once' }, MACHINE_MS)
    expect(result).toMatchObject({ forwarded: 1 })
  })
})
