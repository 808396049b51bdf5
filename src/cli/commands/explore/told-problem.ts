import type { Session } from '../../../contract/session/session.ts'
import type { Finding } from '../../../hunt/explore/finding.ts'
import { byCause } from '../../../hunt/explore/one-cause.ts'
import { lastLines } from '../../../hunt/last-lines.ts'
import { tellScenario } from '../../../hunt/explore/words/tell-scenario.ts'
import { maskText } from '../../../text/mask.ts'
import type { CommandClient } from './command-client.ts'
import type { ExploreContext } from './read-options.ts'
import { toReplayCommand } from './saved/replay-command.ts'
import { saveFinding } from './saved/save.ts'

/** A problem with everything that is told about it. */
export type ToldProblem = {
  finding: Finding
  /** The scenario in plain words, one sentence each. */
  sentences: readonly string[]
  /** The last lines that the client wrote in the run that is told. */
  wrote: readonly string[]
  /** A run of the scenario, if that is kept. */
  history: Session | undefined
  /** The files that were written for it. */
  saved: readonly string[]
  /** The command that runs it again. */
  replay: string
  /** Other problems by the same mistake. */
  also: readonly ToldProblem[]
}

/** Puts each problem into words, and writes its files with --save. `note` is told what could not be written. */
export function tellProblems(
  context: ExploreContext,
  client: CommandClient,
  findings: readonly Finding[],
  note: (text: string) => void,
): ToldProblem[] {
  const tell = (finding: Finding): Omit<ToldProblem, 'also'> => {
    const { scenario, observed } = finding
    const sentences = tellScenario(finding)
    const history = client.historyOf(observed)
    const { file, saved } = saveFinding(context, { finding, sentences, history }, note)
    const replay = toReplayCommand(context, scenario, file)
    return { finding, sentences, wrote: lastLines(observed.output), history, saved, replay }
  }
  return byCause(findings).map(({ finding, others }) => ({
    ...tell(finding),
    also: others.map((other) => ({ ...tell(other), also: [] })),
  }))
}

/** A problem with the fields of --json. Keys that the client or a check wrote are masked. */
export function toProblemData(told: ToldProblem): object {
  const { finding, also, wrote, sentences, replay, saved } = told
  const { problem, observed, reproduced, repeats, isSmallest, foundAt, foundAfterMs } = finding
  const { kind, key, title, what, sentence, source, entries } = problem
  return {
    kind,
    key,
    title,
    what: maskText(what),
    sentences: sentences.map((each) => maskText(each)),
    sentence,
    source,
    entries,
    start: finding.scenario.name,
    scenario: finding.scenario.scenario,
    reproduced,
    repeats,
    smallest: isSmallest,
    found_at_scenario: foundAt,
    found_after_seconds: toTenths(foundAfterMs),
    exit_code: observed.exitCode ?? null,
    wrote: wrote.map((line) => maskText(line)),
    also: also.map(toProblemData),
    replay,
    saved,
  }
}

/** Seconds, to the tenth. */
export function toTenths(ms: number): number {
  return Number((ms / 1_000).toFixed(1))
}
