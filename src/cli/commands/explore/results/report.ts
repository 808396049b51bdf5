import type { Finding } from '../../../../explore/finding.ts'
import { tellStory } from '../../../../explore/words/tell-story.ts'
import type { CommandClient } from '../command-client.ts'
import type { ExploreContext, ExploreInput } from '../read-options.ts'
import { toReplayCommand } from '../saved/replay-command.ts'
import { saveFinding } from '../saved/save.ts'
import { toJUnit } from './junit.ts'
import { toJson } from './json.ts'
import { toMarkdown } from './markdown.ts'
import { toText } from './text.ts'
import type { Result, ReportedProblem } from './result.ts'

/** Puts each problem into words, and writes its files with --save. What could not be written is noted. */
export async function reportFindings(
  context: ExploreContext,
  { testFormat }: ExploreInput,
  client: CommandClient,
  findings: readonly Finding[],
): Promise<Pick<Result, 'problems' | 'notes'>> {
  const { save: folder } = context.options
  const problems: ReportedProblem[] = []
  const notes: string[] = []
  for (const finding of findings) {
    const sentences = tellStory(finding)
    if (folder === undefined) {
      problems.push({
        finding,
        story: sentences,
        saved: [],
        replay: toReplayCommand(context, finding.story),
      })
      continue
    }
    const to = { folder, testFormat }
    const history = client.historyOf(finding.observed)
    const saved = await saveFinding(context, to, { finding, sentences, history })
    notes.push(...saved.notes)
    const replay = toReplayCommand(context, finding.story, saved.story)
    problems.push({ finding, story: sentences, saved: saved.files, replay })
  }
  return { problems, notes }
}

/** Formats the result as --format asks. */
export function toOutput(result: Result, { format, kinds }: ExploreInput): string {
  switch (format) {
    case 'json':
      return toJson(result)
    case 'markdown':
      return toMarkdown(result)
    case 'junit':
      return toJUnit(result, kinds.problems).trimEnd()
    case 'text':
      return toText(result)
  }
}
