import type { Finding } from '../../../../hunt/explore/finding.ts'
import { byCause } from '../../../../hunt/explore/one-cause.ts'
import { lastLines } from '../../../../hunt/explore/words/last-lines.ts'
import { tellScenario } from '../../../../hunt/explore/words/tell-scenario.ts'
import type { CommandClient } from '../command-client.ts'
import type { ExploreContext } from '../read-options.ts'
import { toReplayCommand } from '../saved/replay-command.ts'
import { saveFinding } from '../saved/save.ts'
import type { ExploreOutcome, ReportedProblem } from './outcome.ts'

/** Puts each problem into words, and writes its files with --save. What could not be written is noted. */
export function reportFindings(
  context: ExploreContext,
  client: CommandClient,
  findings: readonly Finding[],
): Pick<ExploreOutcome, 'problems' | 'notes'> {
  const { save: folder } = context.options
  const notes: string[] = []
  const report = (finding: Finding): ReportedProblem => {
    const sentences = tellScenario(finding)
    const { scenario, observed } = finding
    const history = client.historyOf(observed)
    const wrote = lastLines(observed.output)
    const told = { finding, also: [], wrote, sentences, history }
    if (folder === undefined)
      return { ...told, saved: [], replay: toReplayCommand(context, scenario) }
    // With --save, every run has one.
    const saved = saveFinding(context, folder, { finding, sentences, history: history! })
    notes.push(...saved.notes)
    const replay = toReplayCommand(context, scenario, saved.scenario)
    return { ...told, saved: saved.files, replay }
  }
  const problems: ReportedProblem[] = []
  for (const { finding, others } of byCause(findings)) {
    problems.push({ ...report(finding), also: others.map(report) })
  }
  return { problems, notes }
}
