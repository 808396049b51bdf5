import type { CommandClient, Recorded } from './command-client.ts'
import type { ExploreInput } from './read-options.ts'
import { repeatStory, type Repeated } from './repeat-story.ts'

/** What the story of one file has shown. */
export type CorpusLine = {
  file: string
  /** What the client did wrong in it; undefined if the time was over before. */
  titles: readonly string[] | undefined
}

type Corpus = Repeated & { corpus?: readonly CorpusLine[] }

/** Runs the stories of --story, one after the other; those of a folder have a line each. */
export async function repeatStories(
  client: CommandClient,
  input: ExploreInput & { isResultChecked: boolean },
  calm: Recorded,
  signal: AbortSignal,
): Promise<Corpus> {
  const results: Repeated[] = []
  const corpus: CorpusLine[] = []
  for (const { story, file } of input.given) {
    const result = await repeatStory(client, story, input, calm, signal)
    results.push(result)
    const { findings, flaky } = result
    const shown = [...findings, ...(input.countsFlaky ? flaky : [])]
    const titles = result.repeats === 0 ? undefined : shown.map(({ problem }) => problem.title)
    if (file !== undefined) corpus.push({ file, titles })
  }
  const last = results.at(-1)!
  if (corpus.length === 0) return last
  return {
    ...last,
    findings: results.flatMap(({ findings }) => findings),
    flaky: results.flatMap(({ flaky }) => flaky),
    knownMet: new Set(results.flatMap(({ knownMet }) => [...knownMet])),
    runs: 1 + results.reduce((runs, each) => runs + each.runs - 1, 0),
    stories: results.length,
    repeats: results.reduce((repeats, each) => repeats + each.repeats, 0),
    lostMail: results.find(({ lostMail }) => lostMail !== undefined)?.lostMail,
    missedCall: results.find(({ missedCall }) => missedCall !== undefined)?.missedCall,
    corpus,
  }
}
