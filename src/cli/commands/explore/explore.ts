import { availableParallelism } from 'node:os'
import type { Finding, HuntResult } from '../../../hunt/explore/finding.ts'
import { flakyWords } from '../../../hunt/explore/words/flaky-words.ts'
import { huntDefaults } from '../../../hunt/explore/options.ts'
import { firstLimits, toLimits, type RunLimits } from '../../../hunt/explore/run-limits.ts'
import { startDeadlines } from '../../../hunt/explore/search/deadlines.ts'
import { hunt } from '../../../hunt/explore/search/hunt.ts'
import { readCommand } from '../../args/read-command.ts'
import { CommandRunner } from '../../child/command-runner.ts'
import { exitCodes, runtimeError } from '../../output/failure.ts'
import { CommandClient, type RecordedRun } from './command-client.ts'
import { runCalm } from './first-run.ts'
import { tellKinds } from './kinds.ts'
import { lostMailText, missedCallNotes, onePageNotes } from './notes.ts'
import { runListener, SearchProgress } from './progress-lines.ts'
import { readInput, type ExploreContext, type ExploreInput } from './read-options.ts'
import { repeatScenarios, type RepeatFindings } from './repeat-scenario.ts'
import { toReplayCommand } from './saved/replay-command.ts'
import { claimFolder } from './saved/save.ts'
import { saysNothing, toResult, type ExploreFindings } from './result.ts'
import { tellProblems } from './told-problem.ts'
import { knownNotes } from '../known-findings.ts'
import { tellResult } from '../tell-result.ts'
import { readListFormat } from '../../output/formats.ts'
import { isPage, prepareReport } from '../../output/report-file.ts'

/** Looks for the smallest scenarios that break a command. */
export async function runExplore(context: ExploreContext): Promise<number> {
  const { io, options } = context
  if (options.list) return tellKinds({ io, options: readListFormat(options) })
  const command = readCommand(context, 'explore')
  const input = await readInput(context)
  if (options.save !== undefined) claimFolder(options.save)
  prepareReport(options.report)
  const runner = new CommandRunner(context, input.settings, command, {
    judge: 'explore',
    keepsHistory: options.save !== undefined || isPage(options.report),
  })
  try {
    return await explore(context, input, runner)
  } catch (error) {
    if (runner.stopCode === undefined) throw error
    io.stderr.write('alias-sandbox: explore: stopped before anything was found\n')
    return runner.stopCode
  } finally {
    runner.close()
  }
}

type Search = {
  context: ExploreContext
  input: ExploreInput
  runner: CommandRunner
  client: CommandClient
}

async function explore(
  context: ExploreContext,
  input: ExploreInput,
  runner: CommandRunner,
): Promise<number> {
  const { env, io, options } = context
  const { settings, timeMs } = input
  const check = options['expect-output']
  const onRun = options.verbose ? runListener(io) : () => {}
  const client = new CommandClient(runner, { settings, env, check, onRun }, firstLimits(timeMs))
  const startedMs = performance.now()
  const calm = await runCalm(client, input.calm, io)
  client.limits = limitsFrom(calm)
  const leftMs = Math.max(1, timeMs - (performance.now() - startedMs))
  const search = { context, input: { ...input, timeMs: leftMs }, runner, client }
  return tellFindings(search, await look(search, calm), startedMs)
}

/** Tells what was found, and returns the exit code. @throws Failure where nothing can be said */
async function tellFindings(
  { context, input, runner, client }: Search,
  found: SearchResult,
  startedMs: number,
): Promise<number> {
  const { options } = context
  const { countsFlaky, format, kinds, known } = input
  const isCounted = ({ reproduced }: Finding) => countsFlaky && reproduced > 0
  const findings = [...found.findings, ...found.flaky.filter(isCounted)]
  const notes: string[] = []
  const problems = tellProblems(context, client, findings, (text) => notes.push(text))
  const keys = new Set([...found.knownMet, ...findings.map(({ problem }) => problem.key)])
  // What is accepted only from now on is among the problems that are told.
  const knownFacts = known.facts(keys)
  const acceptance = options['known-update'] ? known.accept(keys) : undefined
  const judgesLists = kinds.problems.has('incomplete') && options['expect-output'] === undefined
  const explored: ExploreFindings = {
    ...found,
    problems,
    flaky: found.flaky
      .filter((finding) => !isCounted(finding))
      .map((finding) => ({
        text: flakyWords(finding),
        replay: toReplayCommand(context, finding.scenario),
      })),
    seed: options.seed,
    ms: performance.now() - startedMs,
    notes: [
      ...notes,
      ...client.tally.notes(),
      ...(judgesLists ? onePageNotes(found.seenOnOnePage) : []),
      ...missedCallNotes(found.missedCall),
      ...(acceptance ? [acceptance.note] : []),
      ...knownNotes(knownFacts),
    ],
    known: knownFacts,
  }
  const told = await tellResult(context, toResult(explored, kinds.problems), format)
  if (runner.stopCode !== undefined) return runner.stopCode
  // The problems are told first.
  if (client.failure !== undefined) throw client.failure
  if (acceptance?.failure) throw acceptance.failure
  if (saysNothing(explored)) {
    throw runtimeError('explore: no scenario with trouble was tried in time: raise --time')
  }
  if (findings.length > 0 && !acceptance) return exitCodes.problems
  if (found.lostMail !== undefined) throw runtimeError(lostMailText(found.lostMail))
  return told
}

/** After the first run it is known what a run usually takes. */
function limitsFrom({ realMs, observed }: RecordedRun): RunLimits {
  const entries = observed.accounts.flatMap(({ history }) => history)
  return toLimits({ realMs, calls: entries.filter(({ type }) => type === 'call').length })
}

type SearchResult = HuntResult & Partial<RepeatFindings>

/** Looks in the scenarios of --repeat, or for some. */
async function look(
  { context, input, runner, client }: Search,
  calm: RecordedRun,
): Promise<SearchResult> {
  const { io, options } = context
  const { kinds, patience, scenarios, given, jobs, known, timeMs } = input
  const signal = AbortSignal.any([runner.stopped, client.failed])
  const isResultChecked = options['expect-output'] !== undefined
  const places = { jobs, active: availableParallelism() }
  if (given.length > 0) {
    const ends = startDeadlines({ timeMs, shrinkMs: 0 }, signal)
    const asked = { ...input, ...places, isResultChecked }
    return repeatScenarios(client, asked, calm, ends.all).finally(() => ends.close())
  }
  const progress = new SearchProgress(io)
  const chosen = {
    ...huntDefaults,
    ...places,
    seed: options.seed,
    runs: options.runs,
    timeMs,
    kinds: kinds.problems,
    troubles: kinds.troubles,
    scenarios,
    patience,
    isKnown: (key: string) => known.has(key),
    isResultChecked,
    now: () => performance.now(),
  }
  return hunt(client, chosen, progress, signal).finally(() => progress.end())
}
