import { notOneOf } from '../../contract/not-one-of.ts'
import { mergeNamed } from '../../scenario/merge.ts'
import type { ScenarioShelf } from '../../scenario/shelf.ts'
import type { Context } from '../args/context.ts'
import { exitCodes, usageError } from '../output/failure.ts'
import {
  readFormat,
  tableFormats,
  toMarkdownTable,
  toTextTable,
  type TableFormat,
} from '../output/formats.ts'
import { readCommand } from '../args/read-command.ts'
import { readable, readSettings } from '../sandbox/settings.ts'
import { TrialRunner, type Missing, type Trial } from '../child/trials.ts'
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
  const runner = new TrialRunner(context, settings, command)
  try {
    const trials = await runner.run(plans)
    const rows = trials.map((trial, at) => ({ name: plans[at]!.name, trial }))
    context.io.stdout.write(`${toTable(rows, format)}\n`)
    return runner.stopCode ?? exitCodes.ok
  } finally {
    runner.close()
  }
}

type Row = { name: string; trial: Trial | Missing }

function readNames(given: string, shelf: ScenarioShelf): string[] {
  if (given === 'all') return shelf.names()
  return given.split(',').map((name) => {
    if (shelf.find(name)) return name
    throw usageError(`--scenarios: ${notOneOf(name, shelf.names())}`)
  })
}

function toTable(rows: readonly Row[], format: TableFormat): string {
  if (format === 'json') return JSON.stringify(rows.map(toRecord), null, 2)
  const heads = ['scenario', 'exit', 'calls', 'etiquette', 'met']
  const cells = rows.map(toCells)
  return format === 'markdown' ? toMarkdownTable(heads, cells) : toTextTable(heads, cells)
}

function toCells({ name, trial }: Row): string[] {
  if (typeof trial === 'string') return [name, trial, '-', '-', '-']
  const { exitCode, report } = trial
  const met = Object.entries(outcomesOf(trial)).map(([outcome, count]) => `${outcome} ${count}`)
  return [
    name,
    String(exitCode),
    String(report.calls),
    failures(report).join(' ') || 'ok',
    met.join(', ') || '-',
  ]
}

function toRecord({ name, trial }: Row) {
  if (typeof trial === 'string') return { scenario: name, exit_code: null, reason: trial }
  const { exitCode, report } = trial
  return {
    scenario: name,
    exit_code: exitCode,
    calls: report.calls,
    outcomes: outcomesOf(trial),
    etiquette: Object.fromEntries(report.etiquette.map(({ rule, verdict }) => [rule, verdict])),
  }
}

function outcomesOf({ report }: Trial): Record<string, number> {
  const met = report.coverage.filter(({ count }) => count > 0)
  return Object.fromEntries(met.map(({ outcome, count }) => [outcome, count]))
}
