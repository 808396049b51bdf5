import fc from 'fast-check'
import { expect, it } from 'vitest'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { steps, doStep } from '../support/core/random-actions.ts'

const KEY = 'sandbox_plus-quiet'

it('whatever is done to one account, another does not notice, nor draws other ids', () => {
  fc.assert(
    fc.property(steps, steps, (before, after) => {
      const sandbox = coreSandbox({ clock: { mode: 'frozen' } })
      for (const step of before) doStep(sandbox, step)
      const first = callCore(sandbox, { key: KEY }).response.body
      const quiet = sandbox.account('plus-quiet')
      const known = quiet.toState(MACHINE_MS)
      for (const step of after) doStep(sandbox, step)
      expect(quiet.toState(MACHINE_MS)).toEqual(known)
      const alone = coreSandbox({})
      expect(first).toBe(callCore(alone, { key: KEY }).response.body)
      const second = callCore(sandbox, { key: KEY }).response.body
      expect(second).toBe(callCore(alone, { key: KEY }).response.body)
    }),
  )
})
