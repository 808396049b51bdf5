import { mergeNamed } from '../../scenario/merge.ts'
import type { ScenarioCatalog } from '../../scenario/catalog.ts'
import type { Context } from '../args/context.ts'
import type { CommandRunOption } from '../args/tables/option-groups.ts'
import { splitList } from '../args/option-value.ts'
import { exitCodes, usageError } from '../output/failure.ts'
import { invalidValue, unknownWord } from '../output/wrong-value.ts'
import { readFormat } from '../output/formats.ts'
import { isPage, prepareReport } from '../output/report-file.ts'
import { readCommand } from '../args/read-command.ts'
import { readable, readSettings } from '../sandbox/settings.ts'
import { CommandRunner, type MissingRun, type CommandRun } from '../child/command-runner.ts'
import { describeEnd, hasFailed, runAll, warnOfNoCall } from '../child/run-all.ts'
import { readTimeLimit } from '../child/time-limit.ts'
import { toStrict } from '../../report/report.ts'
import { resultFormatNames } from '../../contract/control/answer-forms.ts'
import type { Case, Result } from '../../results/result.ts'
import { countOf } from '../../text/numbers.ts'
import { tellResult } from './tell-result.ts'
import { failures } from './verify.ts'

/** Runs the command once in each scenario, and reports its exit code, outcomes and etiquette. */
export async function runMatrix(
  context: Context<CommandRunOption | 'scenarios' | 'strict'>,
): Promise<number> {
  const command = readCommand(context, 'matrix')
  const format = readFormat(context.options.format, resultFormatNames)
  const timeoutMs = readTimeLimit(context.options.timeout)
  prepareReport(context.options.report)
  const settings = await readSettings(context)
  const catalog = settings.catalog as ScenarioCatalog
  const names = readNames(context.options.scenarios, catalog)
  const plans = await readable(() =>
    names.map((name) => {
      const named = { name, scenario: catalog.find(name) ?? {} }
      return { name, timeoutMs, settings: { start: mergeNamed([named], settings.overrides) } }
    }),
  )
  const runner = new CommandRunner(context, settings, command, {
    keepsHistory: isPage(context.options.report),
  })
  try {
    const runs = await runAll(context, runner, plans)
    const { strict } = context.options
    const rows = runs.map((run, at) => ({
      name: plans[at]!.name,
      run: strict ? strictly(run) : run,
    }))
    warnOfNoCall(context, runs)
    const told = await tellResult(context, toResult(rows), format)
    if (runner.stopCode !== undefined) return runner.stopCode
    return strict && rows.some(({ run }) => isBroken(run)) ? exitCodes.etiquette : told
  } finally {
    runner.close()
  }
}

function strictly(run: CommandRun | MissingRun): CommandRun | MissingRun {
  return typeof run === 'string' ? run : { ...run, report: toStrict(run.report) }
}

function isBroken(run: CommandRun | MissingRun): boolean {
  return typeof run !== 'string' && failures(run.report).length > 0
}

type MatrixRow = { name: string; run: CommandRun | MissingRun }

function readNames(text: string, catalog: ScenarioCatalog): string[] {
  if (text === 'all') return catalog.names()
  const names = splitList(text)
  if (names.length === 0)
    throw usageError(invalidValue(text, '--scenarios', 'all, or names separated by commas'))
  return names.map((name) => {
    if (catalog.find(name)) return name
    const known = catalog.names()
    throw usageError(
      unknownWord('scenario', name, { known, listedBy: 'scenarios', label: '--scenarios' }),
    )
  })
}

function toResult(rows: readonly MatrixRow[]): Result {
  return {
    name: 'matrix',
    headline: headlineOf(rows),
    columns: ['scenario', 'exit', 'calls', 'etiquette', 'met'],
    cases: rows.map(toCase),
    notes: [],
    data: rows.map(toRecord),
  }
}

/** Whether a failure is right only a reader knows: a client may have to fail when a payment has. */
function headlineOf(rows: readonly MatrixRow[]): string {
  const runs = rows.map(({ run }) => run)
  const done = runs.filter((run) => typeof run !== 'string')
  const missing = rows.length - done.length
  const failed = done.filter(hasFailed).length
  return `the command failed in ${failed} of ${countOf(done.length, 'scenario')} and broke etiquette in ${done.filter(isBroken).length}${missing === 0 ? '' : `; ${missing} more were not run`}`
}

function toRecord({ name, run }: MatrixRow) {
  if (typeof run === 'string') return { scenario: name, exit_code: null, reason: run }
  const { exitCode, isOverTime, report } = run
  return {
    scenario: name,
    exit_code: exitCode,
    over_time: isOverTime,
    calls: report.calls,
    outcomes: outcomesOf(run),
    etiquette: Object.fromEntries(report.etiquette.map(({ rule, verdict }) => [rule, verdict])),
  }
}

/** A run fails if the command fails, or if a rule of etiquette does. */
function toCase({ name, run }: MatrixRow): Case {
  if (typeof run === 'string') {
    return { name, status: 'skipped', message: run, cells: [run, '-', '-', '-'] }
  }
  const { report, ms, output, exitCode, isOverTime } = run
  const broken = failures(report)
  const problems = [
    ...(hasFailed(run) ? [describeEnd(run)] : []),
    ...(broken.length === 0 ? [] : [`etiquette: ${broken.join(' ')}`]),
  ]
  const met = Object.entries(outcomesOf(run)).map(([outcome, count]) => `${outcome} ${count}`)
  const end = isOverTime ? 'over time' : String(exitCode)
  return {
    name,
    seconds: ms / 1_000,
    history: run.history,
    output,
    cells: [end, String(report.calls), broken.join(' ') || 'ok', met.join(', ') || '-'],
    ...(problems.length === 0
      ? { status: 'pass' }
      : { status: 'fail', message: problems.join('; ') }),
  }
}

function outcomesOf({ report }: CommandRun): Record<string, number> {
  const met = report.coverage.filter(({ count }) => count > 0)
  return Object.fromEntries(met.map(({ outcome, count }) => [outcome, count]))
}
