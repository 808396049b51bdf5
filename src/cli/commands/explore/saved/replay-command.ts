import type { NamedScenario } from '../../../../contract/scenario/scenario.ts'
import { quoteForShell } from '../../../../text/shell.ts'
import { givenFlags } from '../../../args/given-flags.ts'
import { PROGRAM } from '../../../output/wrong-value.ts'
import type { ExploreContext } from '../read-options.ts'

/** The flags that decide how a scenario runs and what counts as a problem in it. */
const DECISIVE = [
  'choice',
  'env',
  'expect-output',
  'flaky',
  'now',
  'only',
  'patience',
  'scenarios-dir',
  'without',
] as const

/** The command that runs a scenario again; `file` holds it, or it is written into the command itself. */
export function toReplayCommand(
  context: ExploreContext,
  scenario: NamedScenario,
  file?: string,
): string {
  const text = file ?? context.options.repeat ?? JSON.stringify(scenario.scenario)
  return `${exploreWith(context, text)} ${context.childCommand.map(quoteForShell).join(' ')}`
}

/** The command that runs any client in the scenario of a file. */
export function toCommandFor(context: ExploreContext, file: string): string {
  return `${exploreWith(context, file)} <command>`
}

/** The command up to its `--`. @param scenario its file, or its JSON */
function exploreWith(context: ExploreContext, scenario: string): string {
  const words = [PROGRAM, 'explore', '--repeat', scenario, ...givenFlags(context, DECISIVE), '--']
  return words.map(quoteForShell).join(' ')
}
