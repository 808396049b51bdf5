import { lies, lieIds } from '../../../hunt/mutate/lies.ts'
import { inOrder, onePerClassFirst } from '../../../hunt/mutate/choose-lies.ts'
import type { Lie } from '../../../hunt/mutate/lie.ts'
import type { TriedLie } from '../../../hunt/mutate/score.ts'
import type { Context } from '../../args/context.ts'
import { givenFlags } from '../../args/given-flags.ts'
import { readCommand } from '../../args/read-command.ts'
import type { Values } from '../../args/tables/options.ts'
import type { MutateOption } from '../../args/tables/hunt-options.ts'
import { CommandRunner } from '../../child/command-runner.ts'
import { readRunTime, readTimeLimit } from '../../args/durations.ts'
import { exitCodes, usageError, type Failure } from '../../output/failure.ts'
import type { SafeIo } from '../../output/io.ts'
import { formatOf, readListFormat } from '../../output/formats.ts'
import { isPage, prepareReport } from '../../output/report-file.ts'
import { invalidValue, PROGRAM, unknownWord } from '../../output/wrong-value.ts'
import { readSettings } from '../../sandbox/settings.ts'
import { runBaseline, type Baseline } from './baseline.ts'
import { FlakySuite } from './flaky-suite.ts'
import { tellLies } from './list.ts'
import { runLies } from './run-lies.ts'
import { toFlakyResult } from './results/flaky-result.ts'
import { toResult } from './results/result.ts'
import { whyBelow, type MutateFindings } from './results/score-lines.ts'
import type { Result } from '../../../results/result.ts'
import { quoteForShell } from '../../../text/shell.ts'
import { tellResult } from '../tell-result.ts'
import { splitList } from '../../args/option-value.ts'
import { KnownFindings, knownNotes } from '../known-findings.ts'

/** The time limit of a run, from the time of the longer run without lies. */
const LIMIT_FACTOR = 3
const LIMIT_MS = 5_000

/** Lets the service lie, one lie at a time, and reports which lies the command does not notice. */
export async function runMutate(context: Context<MutateOption>): Promise<number> {
  const { io, options } = context
  const format = formatOf(options)
  const hasCommand = context.childCommand.length > 0
  const listed = options.list ? { io, options: readListFormat(options) } : undefined
  if (listed && !hasCommand) return tellLies(listed)
  const command = readCommand(context, 'mutate')
  const input = readInput(options)
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
    const baseline = await runBaseline(context, runner, lies, input.timeoutMs)
    if (listed) return tellLies(listed, baseline.possible)
    const { found, failure } = accept(
      await findUnnoticed(context, runner, baseline, input),
      input.known,
      options,
    )
    const told = await tell(toResult(found, options.verbose))
    if (failure) throw failure
    return runner.stopCode ?? (exitCodeOf(found.results, options.break, io) || told)
  } catch (error) {
    if (!(error instanceof FlakySuite)) throw error
    await tell(toFlakyResult(error))
    return exitCodes.runtime
  } finally {
    runner.close()
  }
}

/** The findings before they are compared with those that are known. */
type Findings = Omit<MutateFindings, 'notes' | 'known'>

type MutateInput = {
  /** The lies of --lies; undefined: those that the command meets. */
  chosen: readonly Lie[] | undefined
  /** The lies of --equivalent. */
  declared: readonly Lie[]
  known: KnownFindings
  timeoutMs: number | undefined
  signal: AbortSignal | undefined
}

/** Checks the options that name lies and times. @throws Failure */
function readInput({
  lies: chosen,
  equivalent,
  timeout,
  time,
  ...files
}: Values<'lies' | 'equivalent' | 'timeout' | 'time' | 'known' | 'known-update'>): MutateInput {
  return {
    chosen: chosen === undefined ? undefined : readLies(chosen, '--lies'),
    declared: equivalent === undefined ? [] : readLies(equivalent, '--equivalent'),
    known: KnownFindings.read(files, { check: findLies, example: 'create_label_lost' }),
    timeoutMs: readRunLimit(timeout),
    signal: readBudget(time),
  }
}

/** Tries the lies, the worst first, until time or a signal ends it. @throws FlakySuite, Failure */
async function findUnnoticed(
  context: Context<MutateOption>,
  runner: CommandRunner,
  baseline: Baseline,
  { chosen, declared, timeoutMs = limitFrom(baseline), signal }: MutateInput,
): Promise<Findings> {
  const { seed, 'one-per-class': isSampled } = context.options
  const worstFirst = inOrder(chosen ?? [...baseline.possible], seed)
  const candidates = isSampled ? onePerClassFirst(worstFirst) : worstFirst
  const open = candidates.filter((lie) => !declared.includes(lie))
  const tried = await runLies(context, runner, open, baseline, { timeoutMs, signal })
  const results = [...tried, ...declaredResults(candidates, declared)]
  const hasMissing = results.some(({ verdict }) => verdict === 'not_run')
  const stoppedBy = runner.stopCode === undefined ? 'time' : 'signal'
  return {
    results,
    baseline,
    stopped: hasMissing ? stoppedBy : undefined,
    seed,
    isSampled,
    show: (lie) => showCommand(context, lie),
  }
}

/** Lies that nobody noticed do not count if --known accepts them; --known-update accepts all. */
function accept(
  found: Findings,
  known: KnownFindings,
  { 'known-update': updates }: Values<'known-update'>,
): { found: MutateFindings; failure: Failure | undefined } {
  const unnoticed = found.results.filter(({ verdict }) => verdict === 'not_noticed')
  const ids = new Set(unnoticed.map(({ lie }) => lie.id))
  const acceptance = updates ? known.accept(ids) : undefined
  const facts = known.facts(ids)
  const notes = [...(acceptance ? [acceptance.note] : []), ...knownNotes(facts)]
  const results = found.results.map((each) =>
    ids.has(each.lie.id) && known.has(each.lie.id)
      ? { ...each, verdict: 'known' as const, how: 'accepted by --known' }
      : each,
  )
  return { found: { ...found, results, notes, known: facts }, failure: acceptance?.failure }
}

function limitFrom({ ms }: Baseline): number {
  return LIMIT_FACTOR * ms + LIMIT_MS
}

function declaredResults(candidates: readonly Lie[], declared: readonly Lie[]): TriedLie[] {
  return candidates
    .filter((lie) => declared.includes(lie))
    .map((lie) => ({ lie, verdict: 'equivalent', how: 'declared by --equivalent' }))
}

/** Tells why, so that nobody has to guess what the gate does not like. */
function exitCodeOf(
  results: readonly TriedLie[],
  least: number | undefined,
  { stderr }: SafeIo,
): number {
  const why = least === undefined ? undefined : whyBelow(results, least)
  if (why === undefined) return exitCodes.ok
  stderr.write(`alias-sandbox: mutate: ${why}\n`)
  return exitCodes.unnoticed
}

/** Undefined: from the baseline. A lie may keep a client busy for ever, so there is always a limit. */
function readRunLimit(text: string): number | undefined {
  if (text === 'auto') return undefined
  return readRunTime(text, '--timeout', 'a duration such as 90s or 5m, or auto')
}

/** Aborted when the time for all runs is over. */
function readBudget(text: string): AbortSignal | undefined {
  const ms = readTimeLimit(text, '--time')
  return ms === undefined ? undefined : AbortSignal.timeout(ms)
}

/** The command line that shows what happens under a lie, with the options without which it would run otherwise. */
function showCommand(context: Context<MutateOption>, { id }: Lie): string {
  const flags = givenFlags(context, ['scenario', 'choice', 'env', 'now'])
  const words = [PROGRAM, 'mutate', ...flags, '--lies', id, '--verbose', '--']
  return [...words, ...context.childCommand].map(quoteForShell).join(' ')
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
