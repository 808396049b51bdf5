import { checkScenario } from '../../contract/scenario/scenario.ts'
import { refuse } from '../../contract/control/action-error.ts'
import { defaults } from '../../contract/defaults.ts'
import type { ReplaySource } from '../replay/replay-host.ts'
import { Sandbox } from '../../core/sandbox.ts'
import type { ScenarioLookup } from '../../core/sandbox-options.ts'
import { coreTarget } from '../../scenario/core-target.ts'
import { runExpect } from '../../scenario/expect.ts'
import type { ExportedScenario } from './compose-scenario.ts'

/** The scenarios and texts with which a scenario is tried. */
export type Stage = { catalog: ScenarioLookup; sampleTexts: ReplaySource['sampleTexts'] }

/** Another seed than the usual one: a scenario must not depend on the ids that a seed happens to draw. */
const seeds = [defaults.seed, 71]

/** Plays a scenario, and returns how each call ended. @throws ActionError when it does not go as it says. */
export async function outcomesOf(scenario: ExportedScenario, stage: Stage): Promise<string[]> {
  const checked = checkScenario({ ...scenario.scenario, expect: scenario.steps })
  if (!checked.ok) refuse('not_repeatable', checked.issues[0].message)
  let outcomes: string[] = []
  for (const seed of seeds) {
    outcomes = []
    const settings = { seed, apiKey: defaults.apiKey, maxAccounts: 1, maxRequests: 1 }
    const start = { name: 'scenario', scenario: checked.value }
    const onCrash = (error: unknown) => {
      throw error
    }
    const sandbox = new Sandbox({ ...stage, settings, start, overrides: {}, onCrash }, 0)
    sandbox.listen(({ outcome }) => outcomes.push(outcome))
    const account = sandbox.account(defaults.account)
    const target = coreTarget(sandbox, account)
    const [problem] = await runExpect(target, checked.value.expect ?? [], 1)
    if (problem) refuse('not_repeatable', problem.message)
  }
  return outcomes
}
