import type { HuntResult } from '../../../hunt/explore/finding.ts'
import { Runs, type Places } from '../../../hunt/explore/search/runs.ts'
import type { CommandClient, RecordedRun } from './command-client.ts'
import type { ExploreInput } from './read-options.ts'
import { repeatScenario, type RepeatResult } from './repeat-scenario.ts'

/** The result of the scenario of one file. */
export type CorpusLine = {
  file: string
  /** The mistakes of the client in it; undefined if the time was over before. */
  titles: readonly string[] | undefined
}

type Corpus = RepeatResult & Pick<HuntResult, 'runs'> & { corpus?: readonly CorpusLine[] }

type CorpusInput = ExploreInput & Places & { isResultChecked: boolean }

/** Runs the scenarios of --repeat, side by side; those of a folder have a line each. */
export async function repeatScenarios(
  client: CommandClient,
  asked: CorpusInput,
  calm: RecordedRun,
  signal: AbortSignal,
): Promise<Corpus> {
  const runs = new Runs(client, asked, signal)
  const given = await Promise.all(
    asked.given.map(async ({ scenario, file }) => {
      const result = await repeatScenario(runs, scenario, asked, calm, signal)
      return { result, file }
    }),
  )
  const results = given.map(({ result }) => result)
  const corpus = given.flatMap(({ result, file }): CorpusLine[] => {
    if (file === undefined) return []
    const { findings, flaky, repeats } = result
    const shown = [...findings, ...(asked.countsFlaky ? flaky : [])]
    const titles = repeats === 0 ? undefined : shown.map(({ problem }) => problem.title)
    return [{ file, titles }]
  })
  return {
    ...results[0]!,
    findings: results.flatMap(({ findings }) => findings),
    flaky: results.flatMap(({ flaky }) => flaky),
    knownMet: new Set(results.flatMap(({ knownMet }) => [...knownMet])),
    runs: runs.made + 1, // and the first one without trouble
    scenarios: results.length,
    repeats: results.reduce((repeats, each) => repeats + each.repeats, 0),
    lostMail: results.find(({ lostMail }) => lostMail !== undefined)?.lostMail,
    missedCall: results.find(({ missedCall }) => missedCall !== undefined)?.missedCall,
    ...(corpus.length > 0 && { corpus }),
  }
}
