import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { doStep, someChoices, steps } from '../../support/core/random-actions.ts'
import { runs } from '../../support/runs.ts'
import { forkIn } from '../../../src/history/replay/fork.ts'
import { becomes, stateOf } from '../../support/core/states.ts'

const start: Scenario = {
  aliases: [
    { id: 'a' },
    { id: 'b', status: 'suspended', suspended_reason: 'spam' },
    { id: 'c', expires_at: '+20s', replies_enabled: true },
    { id: 'once', single_use: true },
  ],
  populate: 30,
}

const list = { method: 'GET' }

function choose(sandbox: Sandbox, choices: object) {
  return sandbox.perform(sandbox.account('default'), 'set_choices', choices, MACHINE_MS)
}

/** Everything of an answer that does not tell which entry of the history it is. */
function answerOf(sandbox: Sandbox, query: string) {
  const { response, why, choices, basis } = callCore(sandbox, { ...list, query })
  return { response: { ...response, body: response.body }, why, choices, basis }
}

describe('other choices', () => {
  it('lead to the same account as a state that is loaded with them', () => {
    fc.assert(
      fc.property(steps, steps, someChoices, fc.integer(), (before, after, chosen, seed) => {
        fc.pre(Object.keys(chosen).length > 0)
        const sandbox = coreSandbox(start, { seed })
        for (const step of before) doStep(sandbox, step)
        // Aliases that were listed before are listed again, so their texts and pages are cached.
        answerOf(sandbox, 'limit=3')
        answerOf(sandbox, 'limit=3')
        const state = stateOf(sandbox, MACHINE_MS)
        Object.assign(state.accounts[0]!.choices, chosen)
        const loaded = coreSandbox({}, { seed })
        becomes(loaded, state)
        choose(sandbox, chosen)
        const view = (one: Sandbox) => {
          const account = one.syncClock(one.account('default'), MACHINE_MS)
          return { ...toAccountView(account), last_action: null }
        }
        for (const query of ['', 'limit=3']) {
          expect(answerOf(sandbox, query)).toEqual(answerOf(loaded, query))
        }
        expect(view(sandbox)).toEqual(view(loaded))
        for (const step of after) {
          expect(doStep(sandbox, step)?.message).toBe(doStep(loaded, step)?.message)
        }
        expect(answerOf(sandbox, '')).toEqual(answerOf(loaded, ''))
        expect(stateOf(sandbox, MACHINE_MS)).toEqual(stateOf(loaded, MACHINE_MS))
      }),
      { numRuns: runs(200) },
    )
  })

  it('leave a copy of the account as it was', () => {
    const sandbox = coreSandbox(start)
    const fork = forkIn(sandbox, sandbox.account('default'), { name: 'aside' }, MACHINE_MS)
    choose(sandbox, { extra_fields: 'one' })
    const key = fork.state.key.current
    expect(callCore(sandbox, { ...list, key }).response.body).not.toContain('"origin"')
    expect(callCore(sandbox, list).response.body).toContain('"origin":"sandbox"')
  })
})
