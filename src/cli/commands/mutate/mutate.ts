import { lies, lieIds } from '../../../hunt/mutate/lies.ts'
import { inOrder, onePerClassFirst } from '../../../hunt/mutate/choose-lies.ts'
import type { Lie } from '../../../hunt/mutate/lie.ts'
import type { TriedLie } from '../../../hunt/mutate/score.ts'
import { readDuration } from '../../../contract/values/to-ms.ts'
import type { Context } from '../../args/context.ts'
import { readCommand } from '../../args/read-command.ts'
import type { MutateOption } from '../../args/tables/mutate-options.ts'
import { NO_TIME_LIMIT } from '../../args/tables/run-options.ts'
import { CommandRunner } from '../../child/command-runner.ts'
import { readTimeLimit } from '../../child/time-limit.ts'
import { exitCodes, usageError } from '../../output/failure.ts'
import type { SafeIo } from '../../output/io.ts'
import { formatOf, readListFormat } from '../../output/formats.ts'
import { isPage, prepareReport } from '../../output/report-file.ts'
import { invalidValue, invalidWord, unknownWord } from '../../output/wrong-value.ts'
import { readSettings } from '../../sandbox/settings.ts'
import { runBaseline, type Baseline } from './baseline.ts'
import { FlakySuite } from './flaky-suite.ts'
import { listLies } from './list.ts'
import { runLies } from './run-lies.ts'
import { toFlakyResult } from './results/flaky-result.ts'
import { toOutcome, type MutateOutcome } from './results/outcome.ts'
import { toResult } from './results/result.ts'
import { whyBelow } from './results/score-lines.ts'
import type { Result } from '../../../results/result.ts'
import { tellResult } from '../tell-result.ts'
import { splitList } from '../../args/option-value.ts'

/** The time limit of a run, from the time of the longer run without lies. */
const LIMIT_FACTOR = 3
const LIMIT_MS = 5_000

/** Lets the service lie, one lie at a time, and reports which lies the command does not notice. */
export async function runMutate(context: Context<MutateOption>): Promise<number> {
  const { io, options } = context
  const format = formatOf(options)
  const hasCommand = context.childCommand.length > 0
  const listFormat = options.list ? readListFormat(format, options.report) : undefined
  if (listFormat && !hasCommand) {
    io.stdout.write(`${listLies(listFormat)}\n`)
    return exitCodes.ok
  }
  const command = readCommand(context, 'mutate')
  const chosen = options.lies === undefined ? undefined : readLies(options.lies, '--lies')
  const declared =
    options.equivalent === undefined ? [] : readLies(options.equivalent, '--equivalent')
  const isSampled = readSample(options.sample)
  const timeoutMs = readRunLimit(options.timeout)
  const signal = readBudget(options.time)
  prepareReport(options.report)
  const settings = await readSettings(context)
  const runner = new CommandRunner(context, settings, command, {
    judge: 'mutate',
    keepsHistory: isPage(options.report),
  })
  const tell = async (result: Result) => {
    const told = await tellResult(context, result, format)
    if (format !== 'text') io.stderr.write(`${result.name}: ${result.headline}\n`)
    return told
  }
  try {
    const baseline = await runBaseline(context, runner, lies, timeoutMs)
    if (listFormat) {
      io.stdout.write(`${listLies(listFormat, baseline.possible)}\n`)
      return exitCodes.ok
    }
    const worstFirst = inOrder(chosen ?? [...baseline.possible], options.seed)
    const candidates = isSampled ? onePerClassFirst(worstFirst) : worstFirst
    const results = await runLies(
      context,
      runner,
      candidates.filter((lie) => !declared.includes(lie)),
      baseline,
      { timeoutMs: timeoutMs ?? limitFrom(baseline), signal },
    )
    const known = declaredResults(candidates.filter((lie) => declared.includes(lie)))
    const outcome = toOutcome([...results, ...known], {
      baseline,
      stopCode: runner.stopCode,
      options: repeatedOptions(options),
      command,
      seed: options.seed,
      isSampled,
    })
    const told = await tell(toResult(outcome, options.verbose))
    return runner.stopCode ?? (exitCodeOf(outcome, options.break, io) || told)
  } catch (error) {
    if (!(error instanceof FlakySuite)) throw error
    await tell(toFlakyResult(error))
    return exitCodes.runtime
  } finally {
    runner.close()
  }
}

function limitFrom({ ms }: Baseline): number {
  return LIMIT_FACTOR * ms + LIMIT_MS
}

function declaredResults(declared: readonly Lie[]): TriedLie[] {
  return declared.map((lie) => ({ lie, verdict: 'equivalent', how: 'declared by --equivalent' }))
}

/** Tells why, so that nobody has to guess what the gate does not like. */
function exitCodeOf(outcome: MutateOutcome, least: number | undefined, { stderr }: SafeIo): number {
  const why = least === undefined ? undefined : whyBelow(outcome, least)
  if (why === undefined) return exitCodes.ok
  stderr.write(`alias-sandbox: mutate: ${why}\n`)
  return exitCodes.unnoticed
}

/** The only way so far to choose which lies come first. */
function readSample(text: string | undefined): boolean {
  if (text === undefined) return false
  if (text === 'one-per-class') return true
  throw usageError(invalidWord(text, '--sample', ['one-per-class']))
}

/** Undefined: from the baseline. A lie may keep a client busy for ever, so there is always a limit. */
function readRunLimit(text: string): number | undefined {
  if (text === 'auto') return undefined
  const ms = readTimeLimit(text)
  if (ms !== undefined) return ms
  throw usageError(invalidValue(text, '--timeout', 'a duration such as 90s or 5m, or auto'))
}

function readBudget(text: string): AbortSignal | undefined {
  if (text === NO_TIME_LIMIT) return undefined
  const ms = readDuration(text)
  if (ms > 0 && ms <= 2_147_483_647) return AbortSignal.timeout(ms)
  throw usageError(
    invalidValue(text, '--time', `a duration such as 60s or 5m, or ${NO_TIME_LIMIT}`),
  )
}

/** The options of this call without which the command would not run as it did. */
function repeatedOptions({ scenario, choice, env, now }: Context<MutateOption>['options']) {
  const list = (flag: string, values: readonly string[]) => values.flatMap((value) => [flag, value])
  return [
    ...list('--scenario', scenario),
    ...list('--choice', choice),
    ...list('--env', env),
    ...(now === undefined ? [] : ['--now', now]),
  ]
}

/** The lies that an option names. A name may end in `*`. @throws Failure */
function readLies(text: string, label: '--lies' | '--equivalent'): Lie[] {
  const words = splitList(text)
  if (words.length === 0) throw usageError(invalidValue(text, label, 'ids separated by commas'))
  const named = new Set(words.flatMap((word) => findLies(word, label)))
  return lies.filter((lie) => named.has(lie))
}

function findLies(word: string, label: string): Lie[] {
  const start = word.endsWith('*') ? word.slice(0, -1) : undefined
  const found = lies.filter(({ id }) => (start === undefined ? id === word : id.startsWith(start)))
  if (found.length > 0) return found
  throw usageError(unknownWord('lie', word, { known: lieIds, listedBy: 'mutate --list', label }))
}
