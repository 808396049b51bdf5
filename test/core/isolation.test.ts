import fc from 'fast-check'
import { expect, it } from 'vitest'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, savedAccount } from '../support/core/core-sandbox.ts'
import { steps, doStep } from '../support/core/random-actions.ts'

const KEY = 'sandbox_plus-quiet'

it('actions on one account change neither the state nor the next ids of another', () => {
  fc.assert(
    fc.property(steps, steps, (before, after) => {
      const sandbox = coreSandbox({ clock: { mode: 'frozen' } })
      for (const step of before) doStep(sandbox, step)
      const first = callCore(sandbox, { key: KEY }).response.body
      const quiet = sandbox.account('plus-quiet')
      const known = savedAccount(quiet)
      for (const step of after) doStep(sandbox, step)
      expect(savedAccount(quiet)).toEqual(known)
      const alone = coreSandbox({})
      expect(first).toBe(callCore(alone, { key: KEY }).response.body)
      const second = callCore(sandbox, { key: KEY }).response.body
      expect(second).toBe(callCore(alone, { key: KEY }).response.body)
    }),
  )
})
