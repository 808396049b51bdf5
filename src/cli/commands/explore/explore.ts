import { availableParallelism } from 'node:os'
import type { Finding, HuntResult } from '../../../hunt/explore/finding.ts'
import { flakyWords } from '../../../hunt/explore/words/flaky-words.ts'
import { huntDefaults } from '../../../hunt/explore/options.ts'
import { firstLimits, toLimits } from '../../../hunt/explore/run-limits.ts'
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
    return await new Exploration(context, input, runner).run()
  } catch (error) {
    if (runner.stopCode === undefined) throw error
    io.stderr.write('alias-sandbox: explore: stopped before anything was found\n')
    return runner.stopCode
  } finally {
    runner.close()
  }
}

type SearchResult = Omit<HuntResult, 'calm'> & Partial<RepeatFindings>

class Exploration {
  readonly #context: ExploreContext
  readonly #input: ExploreInput
  readonly #runner: CommandRunner
  readonly #client: CommandClient

  constructor(context: ExploreContext, input: ExploreInput, runner: CommandRunner) {
    this.#context = context
    this.#input = input
    this.#runner = runner
    const { env, options } = context
    this.#client = new CommandClient(
      runner,
      {
        settings: input.settings,
        env,
        check: options['expect-output'],
        onRun: options.verbose ? runListener(context.io) : () => {},
      },
      firstLimits(input.timeMs),
    )
  }

  async run(): Promise<number> {
    const startedMs = performance.now()
    const calm = await runCalm(this.#client, this.#input.calm, this.#context.io)
    this.#settle(calm)
    const leftMs = Math.max(1, this.#input.timeMs - (performance.now() - startedMs))
    const found = await this.#look(calm, leftMs)
    const { countsFlaky, known } = this.#input
    const isCounted = ({ reproduced }: Finding) => countsFlaky && reproduced > 0
    const findings = [...found.findings, ...found.flaky.filter(isCounted)]
    const notes: string[] = []
    const problems = tellProblems(this.#context, this.#client, findings, (text) => notes.push(text))
    const keys = new Set([...found.knownMet, ...findings.map(({ problem }) => problem.key)])
    const acceptance = this.#context.options['known-update'] ? known.accept(keys) : undefined
    const knownFacts = known.facts(keys)
    const flaky = found.flaky.filter((finding) => !isCounted(finding))
    const explored: ExploreFindings = {
      ...found,
      problems,
      flaky: flaky.map((finding) => ({
        text: flakyWords(finding),
        replay: toReplayCommand(this.#context, finding.scenario),
      })),
      seed: this.#context.options.seed,
      ms: performance.now() - startedMs,
      notes: [
        ...notes,
        ...this.#client.tally.notes(),
        ...(this.#judgesLists ? onePageNotes(found.seenOnOnePage) : []),
        ...missedCallNotes(found.missedCall),
        ...(acceptance ? [acceptance.note] : []),
        ...knownNotes(knownFacts),
      ],
      known: knownFacts,
    }
    const { format, kinds } = this.#input
    const told = await tellResult(this.#context, toResult(explored, kinds.problems), format)
    if (this.#runner.stopCode !== undefined) return this.#runner.stopCode
    // The problems are told first.
    if (this.#client.failure !== undefined) throw this.#client.failure
    if (acceptance?.failure) throw acceptance.failure
    if (saysNothing(explored)) {
      throw runtimeError('explore: no scenario with trouble was tried in time: raise --time')
    }
    if (findings.length > 0 && !acceptance) return exitCodes.problems
    if (found.lostMail !== undefined) throw runtimeError(lostMailText(found.lostMail))
    return told
  }

  get #judgesLists(): boolean {
    const { options } = this.#context
    return this.#input.kinds.problems.has('incomplete') && options['expect-output'] === undefined
  }

  /** After the first run it is known what a run usually takes. */
  #settle({ realMs, observed }: RecordedRun): void {
    const entries = observed.accounts.flatMap(({ history }) => history)
    const calls = entries.filter(({ type }) => type === 'call').length
    this.#client.limits = toLimits({ realMs, calls })
  }

  async #look(calm: RecordedRun, timeMs: number): Promise<SearchResult> {
    const { kinds, patience, scenarios, given, jobs, known } = this.#input
    const { options } = this.#context
    const isResultChecked = options['expect-output'] !== undefined
    const signal = AbortSignal.any([this.#runner.stopped, this.#client.failed])
    const places = { jobs, active: availableParallelism() }
    if (given.length > 0) {
      const ends = startDeadlines({ timeMs, shrinkMs: 0 }, signal)
      const asked = { ...this.#input, ...places, isResultChecked }
      return repeatScenarios(this.#client, asked, calm, ends.all).finally(() => ends.close())
    }
    const progress = new SearchProgress(this.#context.io)
    try {
      return await hunt(
        this.#client,
        {
          ...huntDefaults,
          ...places,
          seed: options.seed,
          runs: options.runs,
          timeMs,
          kinds: kinds.problems,
          troubles: kinds.troubles,
          scenarios,
          patience,
          isKnown: (key) => known.has(key),
          isResultChecked,
          now: () => performance.now(),
        },
        progress,
        signal,
      )
    } finally {
      progress.end()
    }
  }
}
