import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isActionName } from '../../src/contract/actions.ts'
import {
  choiceIds,
  choiceRow,
  valuesOf,
  type ChoiceId,
} from '../../src/contract/choices/choices.ts'
import type { ExpectStep } from '../../src/contract/scenario/expect.ts'
import { shippedScenarios } from '../../src/node/files/scenario-catalog.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import type { Objection } from '../support/http/openapi-check.ts'
import { steps, type Step } from '../support/core/random-actions.ts'
import { WatchedAccount } from '../support/http/watched-account.ts'
import { runs } from '../support/runs.ts'

/** All scenarios except the one with undocumented fields. */
const scenarios = shippedScenarios().filter(({ name }) => name !== 'tolerant_reader')
const names = scenarios.map(({ name }) => name)

const choices = fc.record(
  Object.fromEntries(choiceIds.map((id) => [id, fc.constantFrom(...valuesOf(id))])),
  { requiredKeys: [] },
)

/** On a scaled clock Retry-After is in real seconds, which counts as injected. */
const isDocumented = (step: Step) => 'call' in step || step.action !== 'resume_clock'

/** Everything in the answers of an account that violates the OpenAPI document. */
async function objectionsTo(url: string, request: object, steps: readonly Step[]) {
  const account = new WatchedAccount(url)
  await account.make(request)
  for (const step of steps.filter(isDocumented)) {
    if ('call' in step) {
      const { method = 'POST', query = '', body } = step.call
      if (method !== 'DELETE') await account.call(method, query, body)
    } else if (isActionName(step.action)) await account.do(step.action, step.input)
  }
  await account.look()
  return account.objections
}

describe('every answer matches the OpenAPI document', () => {
  it.each(scenarios)('in the steps of scenario $name', async ({ name, scenario }) => {
    const { url } = await freshSandbox()
    const steps = (scenario.expect ?? []).flatMap(toSteps)
    expect(await objectionsTo(url, { scenario: name, clock: { mode: 'frozen' } }, steps)).toEqual(
      [],
    )
  })

  it('in every scenario, for random calls and actions', async () => {
    const { url } = await freshSandbox()
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), steps, async (scenario, steps) => {
        const withoutChoices = steps.filter((step) => !isAction(step, 'set_choices'))
        expect(await objectionsTo(url, { scenario }, withoutChoices)).toEqual([])
      }),
      { numRuns: runs(30) },
    )
  })

  it('an answer that a choice changes is marked with that choice in the document', async () => {
    const { url } = await freshSandbox()
    const calls: Step[] = [{ call: {} }, { call: { method: 'GET' } }]
    await fc.assert(
      fc.asyncProperty(choices, steps, async (chosen, more) => {
        const steps = [...calls, ...more.filter((step) => !isRechosen(step))]
        const found = await objectionsTo(url, { choices: chosen, populate: 3 }, steps)
        expect(found.filter((objection) => !isExplained(objection, chosen))).toEqual([])
      }),
      { numRuns: runs(30) },
    )
  })
})

/** The calls and actions of an `expect` step; a cursor placeholder is not replaced. */
function toSteps(step: ExpectStep): Step[] {
  if ('do' in step) {
    const { do: action, status: _status, ...input } = step
    return [{ action, input }]
  }
  if ('mail' in step) return []
  const [method = '', target = ''] = step.call.split(' ')
  const [, query = ''] = target.split('?')
  const body = step.body === undefined ? {} : { body: JSON.stringify(step.body) }
  return Array.from({ length: step.times ?? 1 }, () => ({ call: { method, query, ...body } }))
}

/** Whether the step changes choices, as another scenario does. */
function isRechosen(step: Step): boolean {
  return isAction(step, 'load_scenario') || isAction(step, 'set_choices')
}

function isAction(step: Step, action: string): boolean {
  return 'action' in step && step.action === action
}

function isExplained({ choices: named }: Objection, chosen: Record<string, unknown>): boolean {
  return named.some((id) => id in chosen && chosen[id] !== choiceRow(id as ChoiceId).default)
}
