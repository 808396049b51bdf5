import type { RequestEntry } from '../../../src/contract/history/entry.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choiceIds, valuesOf } from '../../../src/contract/choices/choices.ts'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { writeAsScenario } from '../../../src/history/export/as-scenario.ts'
import { lineOf } from '../../../src/history/export/line.ts'
import { shippedScenarios } from '../../../src/node/files/scenario-catalog.ts'
import { ScenarioCatalog } from '../../../src/scenario/catalog.ts'
import { coreTarget } from '../../../src/scenario/core-target.ts'
import { runExpect } from '../../../src/scenario/expect.ts'
import { parseScenario } from '../../../src/scenario/parse.ts'
import { coreSandbox } from '../../support/core/core-sandbox.ts'
import { livedSandbox, histories } from '../../support/core/random-lives.ts'
import { historyOf, stage } from '../../support/history/exported.ts'
import { runs } from '../../support/runs.ts'

type Call = RequestEntry

const shipped = shippedScenarios()

/** How the calls end in a scenario file, in a sandbox with another seed. */
async function outcomesOf(text: string): Promise<string[]> {
  const { scenario } = parseScenario(text, 'scenario.yaml')
  const sandbox = coreSandbox(scenario, { seed: 7, catalog: new ScenarioCatalog(shipped) })
  const outcomes: string[] = []
  sandbox.listen(({ outcome }) => outcomes.push(outcome))
  const target = coreTarget(sandbox, sandbox.account('default'))
  expect(await runExpect(target, scenario.expect ?? [])).toEqual([])
  return outcomes
}

/** Is a page asked for by the cursor of an answer that was taken back, or that came before the scenario? */
function hasForeignCursor(call: Call, calls: readonly Call[]): boolean {
  const cursor = new URLSearchParams(call.request.query).get('last_key')
  if (cursor === null || call.outcome !== 'listed') return false
  return !calls.some(({ response }) => response.body.includes(JSON.stringify(cursor)))
}

const format = { version: '1.0.0', stage }

describe('a history as a scenario has the same outcomes', () => {
  it.each(shipped)('for $name', async ({ name, scenario }) => {
    const sandbox = coreSandbox(scenario, { name })
    const account = sandbox.account('default')
    await runExpect(coreTarget(sandbox, account), scenario.expect ?? [])
    const { yaml: text } = await writeAsScenario(historyOf(sandbox, account), format)
    const recorded = account.requests.entries().map(({ outcome }) => outcome)
    expect(await outcomesOf(text)).toEqual(recorded)
  })

  const choices = fc.record(
    Object.fromEntries(choiceIds.map((id) => [id, fc.constantFrom(...valuesOf(id))])),
    { requiredKeys: [] },
  ) as fc.Arbitrary<NonNullable<Scenario['choices']>>

  it('for an alias that is still there after its expires_at', async () => {
    const life = [
      { do: 'act', account: 0, action: 'create_alias', input: { expires_at: '+1m' } },
      { do: 'wait', ms: 2 * 60_000 },
      { do: 'fork', account: 0, to: 6 },
    ] as const
    const sandbox = livedSandbox([...life], { expiry: 'late' })
    const [, fork] = sandbox.accounts()
    const { yaml } = await writeAsScenario(historyOf(sandbox, fork!), format)
    expect(await outcomesOf(yaml)).toEqual([])
  })

  it('for whatever happened, with any choices', async () => {
    await fc.assert(
      fc.asyncProperty(histories, choices, async (scenario, chosen) => {
        const sandbox = livedSandbox(scenario, chosen)
        for (const account of sandbox.accounts()) {
          const file = historyOf(sandbox, account)
          const calls = lineOf(file.accounts[0]!).beats.filter((beat) => beat.type === 'call')
          fc.pre(!calls.some((call) => hasForeignCursor(call, calls)))
          const { yaml: text } = await writeAsScenario(file, format)
          expect(await outcomesOf(text)).toEqual(calls.map(({ outcome }) => outcome))
        }
      }),
      { numRuns: runs(50) },
    )
  })
})
