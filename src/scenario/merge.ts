import { formatIssue } from '../contract/values/validation-issue.ts'
import { mergeChecked, type NamedScenario, type Scenario } from '../contract/scenario/scenario.ts'

/** A scenario that cannot be used; `lines` has one line with place and reason for each problem. */
export class ScenarioError extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.name = 'ScenarioError'
    this.lines = lines
  }
}

/**
 * Merges scenarios; later ones win key by key.
 * @throws ScenarioError when they contradict each other, with their names.
 */
export function mergeNamed(
  chosen: readonly NamedScenario[],
  overrides: Scenario = {},
): NamedScenario {
  const name = chosen.map((each) => each.name).join('+')
  const scenarios = chosen.map((each) => each.scenario)
  if (Object.keys(overrides).length > 0) scenarios.push(overrides)
  const checked = mergeChecked(...scenarios)
  if (checked.ok) return { name, scenario: checked.value }
  const merged = chosen.map((each) => each.name).join(' + ')
  throw new ScenarioError(
    checked.issues.map((issue) => `scenario ${merged}: ${formatIssue(issue, 'scenario')}`),
  )
}
