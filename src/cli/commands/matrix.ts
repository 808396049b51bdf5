import { mergeNamed } from '../../scenario/merge.ts'
import type { ScenarioCatalog } from '../../scenario/catalog.ts'
import type { Context } from '../args/context.ts'
import type { CommandRunOption } from '../args/tables/option-groups.ts'
import { splitList } from '../args/option-value.ts'
import { exitCodes, usageError } from '../output/failure.ts'
import { invalidValue, unknownWord } from '../output/wrong-value.ts'
import { runFormats, type RunFormat } from '../args/tables/run-options.ts'
import { readFormat, toMarkdownTable, toTextTable } from '../output/formats.ts'
import { readCommand } from '../args/read-command.ts'
import { readable, readSettings } from '../sandbox/settings.ts'
import { CommandRunner, type Missing, type CommandRun } from '../child/command-runner.ts'
import { describeEnd, hasFailed, runAll, warnOfNoCall } from '../child/run-all.ts'
import { readTimeLimit } from '../child/time-limit.ts'
import { toJUnitFile, type JUnitCase } from '../../report-formats/junit-file.ts'
import { toStrict } from '../../core/report/report.ts'
import { failures } from './verify.ts'

/** Runs the command once in each scenario, and reports its exit code, outcomes and etiquette. */
export async function runMatrix(
  context: Context<CommandRunOption | 'scenarios' | 'strict'>,
): Promise<number> {
  const command = readCommand(context, 'matrix')
  const format = readFormat(context.options.format, runFormats)
  const timeoutMs = readTimeLimit(context.options.timeout)
  const settings = await readSettings(context)
  const catalog = settings.catalog as ScenarioCatalog
  const names = readNames(context.options.scenarios, catalog)
  const plans = await readable(() =>
    names.map((name) => {
      const named = { name, scenario: catalog.find(name) ?? {} }
      return { name, timeoutMs, settings: { start: mergeNamed([named], settings.overrides) } }
    }),
  )
  const runner = new CommandRunner(context, settings, command)
  try {
    const runs = await runAll(context, runner, plans)
    const { strict } = context.options
    const rows = runs.map((run, at) => ({
      name: plans[at]!.name,
      run: strict ? strictly(run) : run,
    }))
    warnOfNoCall(context, runs)
    context.io.stdout.write(`${toTable(rows, format).trimEnd()}\n`)
    if (runner.stopCode !== undefined) return runner.stopCode
    return strict && rows.some(({ run }) => isBroken(run)) ? exitCodes.etiquette : exitCodes.ok
  } finally {
    runner.close()
  }
}

function strictly(run: CommandRun | Missing): CommandRun | Missing {
  return typeof run === 'string' ? run : { ...run, report: toStrict(run.report) }
}

function isBroken(run: CommandRun | Missing): boolean {
  return typeof run !== 'string' && failures(run.report).length > 0
}

type Row = { name: string; run: CommandRun | Missing }

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

function toTable(rows: readonly Row[], format: RunFormat): string {
  if (format === 'json') return JSON.stringify(rows.map(toRecord), null, 2)
  if (format === 'junit') return toJUnitFile('matrix', rows.map(toCase))
  const heads = ['scenario', 'exit', 'calls', 'etiquette', 'met']
  const cells = rows.map(toCells)
  return format === 'markdown' ? toMarkdownTable(heads, cells) : toTextTable(heads, cells)
}

function toCells({ name, run }: Row): string[] {
  if (typeof run === 'string') return [name, run, '-', '-', '-']
  const { exitCode, isOverTime, report } = run
  const met = Object.entries(outcomesOf(run)).map(([outcome, count]) => `${outcome} ${count}`)
  return [
    name,
    isOverTime ? 'over time' : String(exitCode),
    String(report.calls),
    failures(report).join(' ') || 'ok',
    met.join(', ') || '-',
  ]
}

function toRecord({ name, run }: Row) {
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

/** A run fails as a test case if the command fails, or if a rule of etiquette does. */
function toCase({ name, run }: Row): JUnitCase {
  if (typeof run === 'string') return { name, skipped: run }
  const broken = failures(run.report)
  const problems = [
    ...(hasFailed(run) ? [describeEnd(run)] : []),
    ...(broken.length === 0 ? [] : [`etiquette: ${broken.join(' ')}`]),
  ]
  const seconds = run.ms / 1_000
  if (problems.length === 0) return { name, seconds }
  return { name, seconds, failure: { message: problems.join('; '), details: run.output } }
}

function outcomesOf({ report }: CommandRun): Record<string, number> {
  const met = report.coverage.filter(({ count }) => count > 0)
  return Object.fromEntries(met.map(({ outcome, count }) => [outcome, count]))
}
