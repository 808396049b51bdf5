import { describe, expect, it } from 'vitest'
import { coreSandbox, MACHINE_MS } from '../support/core-sandbox.ts'

describe('a single-use alias that is burned', () => {
  it.each([
    ['removed', []],
    ['suspended', ['suspended']],
    ['burned', ['burned']],
  ] as const)('%s: %j is left', (burn, left) => {
    const aliases = [{ id: 'a', single_use: true }]
    const sandbox = coreSandbox({ choices: { burn }, aliases })
    const account = sandbox.account('default')
    sandbox.perform(account, 'forward_message', { id: 'a' }, MACHINE_MS)
    const { accounts } = sandbox.toState(MACHINE_MS)
    expect(accounts[0]?.aliases.map(({ status }) => status)).toEqual(left)
  })
})
