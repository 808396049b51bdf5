import type { NamedScenario } from '../../../../contract/scenario/scenario.ts'
import { quoteForShell } from '../../../../text/shell.ts'
import { givenFlags } from '../../../args/given-flags.ts'
import { PROGRAM } from '../../../output/wrong-value.ts'
import type { ExploreContext } from '../read-options.ts'

/** The flags that decide how a story runs and what counts as a problem in it. */
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

/** The command that runs a story again; `file` holds it, or it is written into the command itself. */
export function toReplayCommand(
  context: ExploreContext,
  story: NamedScenario,
  file?: string,
): string {
  const text = file ?? context.options.story ?? JSON.stringify(story.scenario)
  return `${exploreWith(context, text)} ${context.childCommand.map(quoteForShell).join(' ')}`
}

/** The command that runs any client in the story of a file. */
export function toCommandFor(context: ExploreContext, file: string): string {
  return `${exploreWith(context, file)} <command>`
}

/** The command up to its `--`. @param story its file, or its JSON */
function exploreWith(context: ExploreContext, story: string): string {
  const words = [PROGRAM, 'explore', '--story', story, ...givenFlags(context, DECISIVE), '--']
  return words.map(quoteForShell).join(' ')
}
