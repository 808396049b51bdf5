import type { CommandRun } from '../../child/command-runner.ts'
import { describeEnd, hasFailed, type EndedRun } from '../../child/run-all.ts'
import { requireScenarios } from '../../sandbox/named-scenarios.ts'
import { readable } from '../../sandbox/settings.ts'
import { toStrict } from '../../../report/report.ts'
import type { Case } from '../../../results/result.ts'
import type { ScenarioCatalog } from '../../../scenario/catalog.ts'
import { mergeNamed } from '../../../scenario/merge.ts'
import { countOf } from '../../../text/numbers.ts'
import type { Way } from './comparison.ts'
import { failures, isUnused } from './verify.ts'

/** Once in each scenario: a table of exit codes, rules and outcomes. */
export const eachScenario: Way = async ({ context, settings, names, run }) => {
  const catalog = settings.catalog as ScenarioCatalog
  const chosen = names ?? catalog.names()
  requireScenarios(catalog, chosen, '--each')
  const conditions = await readable(() =>
    chosen.map((name) => {
      const named = { name, scenario: catalog.find(name)! }
      return { name, settings: { start: mergeNamed([named], settings.overrides) } }
    }),
  )
  const runs = (await run(conditions)).map(context.options.strict ? strictly : (each) => each)
  const done = runs.filter((each) => 'report' in each)
  const reports = done.map(({ report }) => report)
  return {
    runs,
    result: {
      name: 'exec --each scenario',
      headline: headlineOf(done, runs.length - done.length),
      columns: ['scenario', 'exit', 'requests', 'etiquette', 'met'],
      cases: runs.map(toCase),
      notes: [],
      data: { each: 'scenario', runs: runs.map(toRecord) },
    },
    isBroken: done.some(breaksRules) || isUnused(context, reports),
  }
}

function strictly(run: EndedRun): EndedRun {
  return 'report' in run ? { ...run, report: toStrict(run.report) } : run
}

function breaksRules({ report }: CommandRun): boolean {
  return failures(report).length > 0
}

/** Only a reader knows whether a failure is right: a client may have to fail when a payment has. */
function headlineOf(done: readonly CommandRun[], missing: number): string {
  const failed = done.filter(hasFailed).length
  return `the command failed in ${failed} of ${countOf(done.length, 'scenario')} and broke etiquette in ${done.filter(breaksRules).length}${missing === 0 ? '' : `; ${missing} more were not run`}`
}

function toRecord(run: EndedRun) {
  if ('missing' in run) return { scenario: run.name, exit_code: null, reason: run.missing }
  const { name, exitCode, isOverTime, report } = run
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
function toCase(run: EndedRun): Case {
  const { name } = run
  if ('missing' in run) {
    const { missing } = run
    return { name, status: 'skipped', message: missing, cells: [missing, '-', '-', '-'] }
  }
  const { report, ms, output, exitCode, isOverTime, history } = run
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
    history,
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
