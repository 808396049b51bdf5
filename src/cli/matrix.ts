import { notOneOf } from '../contract/not-one-of.ts'
import { mergeNamed } from '../scenario/merge.ts'
import type { ScenarioShelf } from '../scenario/shelf.ts'
import type { Context } from './context.ts'
import { exitCodes, usageError } from './failure.ts'
import {
  readFormat,
  tableFormats,
  toMarkdownTable,
  toTextTable,
  type TableFormat,
} from './formats.ts'
import { readable, readSettings } from './settings.ts'
import { readCommand, runTrials, type Trial } from './trials.ts'
import { failures } from './verify.ts'

/** Runs the command once under each scenario and tells how each run ended, what it met, how it behaved. */
export async function runMatrix(context: Context): Promise<number> {
  const command = readCommand(context, 'matrix')
  const format = readFormat(context.options.format, tableFormats)
  const settings = await readSettings(context)
  const shelf = settings.shelf as ScenarioShelf
  const names = readNames(context.options.scenarios ?? 'all', shelf)
  const plans = await readable(() =>
    names.map((name) => {
      const named = { name, scenario: shelf.find(name) ?? {} }
      return { name, start: mergeNamed([named], settings.overrides) }
    }),
  )
  const trials = await runTrials(context, settings, plans, command)
  context.io.stdout.write(`${toTable(trials, format)}\n`)
  return exitCodes.ok
}

function readNames(given: string, shelf: ScenarioShelf): string[] {
  if (given === 'all') return shelf.names()
  return given.split(',').map((name) => {
    if (shelf.find(name)) return name
    throw usageError(`--scenarios: ${notOneOf(name, shelf.names())}`)
  })
}

function toTable(trials: readonly Trial[], format: TableFormat): string {
  if (format === 'json') return JSON.stringify(trials.map(toRecord), null, 2)
  const heads = ['scenario', 'exit', 'calls', 'etiquette', 'met']
  const rows = trials.map((trial) => [
    trial.name,
    String(trial.exitCode),
    String(trial.report.calls),
    failures(trial.report).join(' ') || 'ok',
    Object.entries(toRecord(trial).outcomes)
      .map(([outcome, count]) => `${outcome} ${count}`)
      .join(', ') || '-',
  ])
  return format === 'markdown' ? toMarkdownTable(heads, rows) : toTextTable(heads, rows)
}

function toRecord({ name, exitCode, report }: Trial) {
  const met = report.coverage.filter(({ count }) => count > 0)
  return {
    scenario: name,
    exit_code: exitCode,
    calls: report.calls,
    outcomes: Object.fromEntries(met.map(({ outcome, count }) => [outcome, count])),
    etiquette: Object.fromEntries(report.etiquette.map(({ rule, verdict }) => [rule, verdict])),
  }
}
