import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Choices } from '../../../src/contract/choices/choices.ts'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { doStep, someChoices, steps } from '../../support/core/random-actions.ts'
import { runs } from '../../support/runs.ts'
import { undoIn } from '../../../src/history/replay/undo.ts'
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

  it('need no memory: the aliases are counted once', () => {
    const sandbox = coreSandbox(start)
    const { bytes } = sandbox.account('default')
    for (const size of [1, 2, 3]) choose(sandbox, { page_size: size })
    expect(sandbox.account('default').bytes).toBe(bytes)
    sandbox.perform(sandbox.account('default'), 'reset', {}, MACHINE_MS)
    expect(sandbox.account('default').bytes).toBe(bytes)
  })

  it('leave a copy of the account as it was', () => {
    const sandbox = coreSandbox(start)
    const fork = forkIn(sandbox, sandbox.account('default'), { name: 'aside' }, MACHINE_MS)
    choose(sandbox, { extra_fields: 'one' })
    const key = fork.state.key.current
    expect(callCore(sandbox, { ...list, key }).response.body).not.toContain('"origin"')
    expect(callCore(sandbox, list).response.body).toContain('"origin":"sandbox"')
  })

  it('go with the account when it is undone, undone or reset', () => {
    const sandbox = coreSandbox({ ...start, choices: { page_size: 7 } })
    const account = sandbox.account('default')
    const sizeOf = () =>
      (JSON.parse(callCore(sandbox, list).response.body) as { aliases: [] }).aliases.length
    choose(sandbox, { page_size: 3 })
    expect(sizeOf()).toBe(3)
    undoIn(sandbox, account, 'act_1', MACHINE_MS)
    expect(sizeOf()).toBe(7)
    choose(sandbox, { page_size: 4 })
    sandbox.perform(account, 'reset', {}, MACHINE_MS)
    expect(sizeOf()).toBe(7)
  })
})

describe('a choice that the sandbox was started with', () => {
  const overrides: Scenario = { choices: { page_size: 10 } }

  it.each<[Partial<Choices>, string]>([
    [
      { page_size: 20 },
      'page_size cannot be 20: the sandbox was started with page_size 10, which holds for every account',
    ],
    [
      { burn: 'burned', page_size: 11 },
      'page_size cannot be 11: the sandbox was started with page_size 10, which holds for every account',
    ],
  ])('wins over %j', (chosen, message) => {
    const sandbox = coreSandbox(overrides, { overrides })
    const before = stateOf(sandbox, MACHINE_MS)
    expect(() => choose(sandbox, chosen)).toThrow(
      expect.objectContaining({ status: 409, field: 'page_size', message }) as Error,
    )
    expect(stateOf(sandbox, MACHINE_MS)).toEqual(before)
  })

  it('can be named with the value that it has', () => {
    const sandbox = coreSandbox(overrides, { overrides })
    expect(choose(sandbox, { page_size: 10, burn: 'burned' }).result).toEqual({
      choices: { page_size: 10, burn: 'burned' },
    })
  })
})
