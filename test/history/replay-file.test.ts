import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ActionError } from '../../src/contract/control/action-error.ts'
import { mergeScenarios, type Scenario } from '../../src/contract/scenario/scenario.ts'
import type { Sandbox } from '../../src/core/sandbox.ts'
import { toSession } from '../../src/history/session/to-session.ts'
import { readSession } from '../../src/history/session/read-session.ts'
import { replaySession } from '../../src/history/session/replay-session.ts'
import { shippedScenarios } from '../../src/node/files/scenario-catalog.ts'
import { sampleTexts } from '../../src/node/files/sample-texts.ts'
import { callCore, type CoreCall } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { doStep, someChoices, steps, type Step } from '../support/core/random-actions.ts'
import {
  FOREIGN_KEY,
  foreignActs,
  foreignCalls,
  foreignPieces,
} from '../support/history/foreign-turns.ts'
import { becomes, stateOf } from '../support/core/states.ts'

const RUNS = Number(process.env['HISTORY_RUNS'] ?? 1_000)

/** Saves the history of all accounts and reads it back, as two processes would. */
function replayed(sandbox: Sandbox) {
  const file = toSession(sandbox, sandbox.accounts(), { version: '0.0.0' })
  const read = readSession(JSON.stringify(file), 'x.json')
  return { file: read, ...replaySession(read, sampleTexts) }
}

function allEqual(sandbox: Sandbox): void {
  const { first, answers, equal } = replayed(sandbox)
  expect(first).toBeUndefined()
  expect(equal).toBe(answers)
}

/** An input of other encoders and careless people. */
type ForeignTurn = { foreign: CoreCall } | { foreignAct: { action: string; input: unknown } }

const foreignTurns = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ foreign: foreignCalls }) },
    { weight: 2, arbitrary: fc.record({ foreignAct: foreignActs }) },
    { weight: 1, arbitrary: fc.constant({ foreign: { method: 'GET' } }) },
    { weight: 1, arbitrary: fc.constant('next_page' as const) },
    { weight: 2, arbitrary: steps.map((some) => some[0] ?? { call: {} }) },
  ),
  { maxLength: 20 },
) as fc.Arbitrary<(Step | ForeignTurn | 'next_page')[]>

function doForeign(
  sandbox: Sandbox,
  turn: Step | ForeignTurn | 'next_page',
  machineMs: number,
): void {
  const account = sandbox.account('default')
  const key = account.state.key.current
  if (turn === 'next_page') {
    const { next_cursor: cursor } = account.requests
      .entries()
      .filter(({ outcome }) => outcome === 'listed')
      .map(({ response }) => JSON.parse(response.body) as { next_cursor: string | null })
      .findLast(({ next_cursor }) => next_cursor !== null) ?? { next_cursor: '' }
    const query = `last_key=${encodeURIComponent(cursor ?? '')}&limit=${machineMs % 3}`
    callCore(sandbox, { method: 'GET', query, key, machineMs })
  } else if ('foreign' in turn) callCore(sandbox, { ...turn.foreign, key, machineMs })
  else if ('foreignAct' in turn) {
    sandbox.perform(account, turn.foreignAct.action, turn.foreignAct.input, machineMs)
  } else doStep(sandbox, turn, machineMs)
}

/** No path, no query and no refusal has a foreign key. */
function hasNoForeignKey(sandbox: Sandbox): void {
  for (const { history } of sandbox.accounts()) {
    for (const entry of history.entries()) {
      if (entry.type === 'action' && entry.refused) expectNone(entry.refused.message)
      if (entry.type !== 'call') continue
      const { request, response, why, refused } = entry
      expectNone(`${request.path}?${request.query} ${why} ${toChecks(entry)}`)
      expectNone(refused?.field ?? '')
      if (response.status >= 400) expectNone(response.body)
    }
  }
}

function toChecks({ checks }: { checks: readonly { detail?: string | undefined }[] }): string {
  return checks.map(({ detail }) => detail).join()
}

function expectNone(text: string): void {
  expect(foreignPieces.filter((piece) => text.includes(piece))).toEqual([])
}

/** All strings of a value, and of the JSON in them. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    yield value
    if (/^[\s\ufeff]*[[{"]/.test(value)) yield* textsIn(parsed(value))
  } else if (typeof value === 'object' && value !== null) {
    yield* Object.keys(value)
    for (const inner of Object.values(value)) yield* textsIn(inner)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

describe('a saved history gives the same answers', () => {
  it.each(shippedScenarios())('in scenario $name', ({ name, scenario }) => {
    const sandbox = coreSandbox(scenario, { name })
    for (const machineMs of [MACHINE_MS, MACHINE_MS + 1_500, MACHINE_MS + 90_000]) {
      callCore(sandbox, { machineMs, body: '{"label":"x"}' })
      callCore(sandbox, { machineMs, method: 'GET', query: 'limit=5' })
    }
    allEqual(sandbox)
  })

  it('after a reset before which a step of the timeline was due', () => {
    const timeline = [{ at: '+0s', do: 'deliver_mail', to: 'a@alias-sandbox.example' }]
    const sandbox = coreSandbox({ aliases: [{ id: 'a' }], timeline } as Scenario)
    sandbox.reset(MACHINE_MS + 700)
    callCore(sandbox, { machineMs: MACHINE_MS + 900 })
    allEqual(sandbox)
  })

  it('whatever is called and done', () => {
    fc.assert(
      fc.property(fc.constantFrom(...shippedScenarios()), steps, fc.boolean(), (named, steps, isOverridden) => {
        const overrides: Scenario = isOverridden ? { choices: { page_size: 2, burn: 'suspended' } } : {}
        const scenario = mergeScenarios(named.scenario, overrides)
        const sandbox = coreSandbox(scenario, { name: named.name, overrides })
        steps.forEach((step, index) => doStep(sandbox, step, MACHINE_MS + 700 * index))
        allEqual(sandbox)
      }),
      { numRuns: 200 },
    )
  }) // prettier-ignore

  it('whatever other encoders write and wherever keys are sent, and no key stands in it', () => {
    fc.assert(
      fc.property(foreignTurns, someChoices, (turns, choices) => {
        const sandbox = coreSandbox({ choices, populate: 2, aliases: [{ id: 'a' }] })
        turns.forEach((turn, index) => {
          try {
            doForeign(sandbox, turn, MACHINE_MS + 700 * index)
          } catch (error) {
            if (!(error instanceof ActionError)) throw error
          }
        })
        hasNoForeignKey(sandbox)
        const { file, answers, equal, different } = replayed(sandbox)
        expectNone([...textsIn(file)].join('\n'))
        expect([...different.values()].flat()).toEqual([])
        expect(equal).toBe(answers)
      }),
      { numRuns: RUNS },
    )
  }) // prettier-ignore

  it.each([
    ['load_scenario', { scenario: 'nope' }],
    ['load_scenario', { scenario: 'pluss' }],
    ['load_scenario', { scenario: { account: { plan: 'plsu' } } }],
    ['create_alias', JSON.parse('{"label":"a","__proto__":1}')],
    ['suspend_alias', { id: 'nobody' }],
    ['nonsense', {}],
    [`"is ${FOREIGN_KEY}\n${'a'.repeat(200)}`, {}],
  ])(
    'when the refused action %s %j comes before an answer that an editor changed',
    (action, args) => {
      const sandbox = coreSandbox({})
      expect(() => sandbox.perform(sandbox.account('default'), action, args, MACHINE_MS)).toThrow(
        ActionError,
      )
      callCore(sandbox)
      const { file, different } = replayed(sandbox)
      expect(different.get('default')).toEqual([])
      const last = file.accounts[0]!.history.at(-1) as { response: { status: number } }
      last.response.status = 503
      expect(replaySession(file, sampleTexts).first).toMatchObject({ earlier: undefined })
    },
  )

  it('however often a file with a stored state is replayed', () => {
    const sandbox = coreSandbox({})
    becomes(sandbox, stateOf(sandbox, MACHINE_MS), { machineMs: MACHINE_MS })
    callCore(sandbox, { machineMs: MACHINE_MS + 500 })
    const file = toSession(sandbox, sandbox.accounts(), { version: '0.0.0' })
    const before = structuredClone(file)
    replaySession(file, sampleTexts)
    expect(file).toEqual(before)
  })

  it('when its oldest entries were dropped', () => {
    const sandbox = coreSandbox({ populate: 3 })
    for (let at = 0; at < 2_500; at += 1) {
      if (at % 100 === 50) sandbox.perform(sandbox.account('default'), 'advance_clock', { by: '61s' }, MACHINE_MS + at)
      callCore(sandbox, { machineMs: MACHINE_MS + at, method: at % 3 === 0 ? 'POST' : 'GET' })
    }
    const { answers } = replayed(sandbox)
    expect(answers).toBeGreaterThanOrEqual(1_000)
    allEqual(sandbox)
  }) // prettier-ignore
})
