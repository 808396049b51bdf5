import { choiceIds, choiceRow, type ChoiceId } from '../../contract/choices.ts'
import { mergeScenarios } from '../../contract/scenario.ts'
import type { StartOptions } from '../../start.ts'
import type { Context } from '../args/context.ts'
import type { CommandRunOption } from '../args/tables/option-groups.ts'
import { exitCodes, Failure, runtimeError, usageError } from '../output/failure.ts'
import { readFormat, tableFormats, toMarkdownTable, type TableFormat } from '../output/formats.ts'
import { splitList } from '../args/option-value.ts'
import { invalidValue, unknownWord } from '../output/wrong-value.ts'
import { readCommand } from '../args/read-command.ts'
import { readSettings } from '../sandbox/settings.ts'
import { CommandRunner, type CommandRun, type CommandRunPlan } from '../child/command-runs.ts'
import { markdownCode } from '../../text/markdown.ts'
import { wrap } from '../output/columns.ts'

type Alternative = { choice: ChoiceId; value: string | number | boolean }
/** The run with one alternative. */
type Tried = Alternative & { run: CommandRun }
type Findings = {
  /** The exit code of the command without any alternative. */
  baseline: number
  tried: readonly Tried[]
  /** Alternatives that were not tried because of a signal. */
  missing: readonly Alternative[]
}

/** Runs the command once with each likely alternative, and reports the assumptions that it depends on. */
export async function runAssumptions(
  context: Context<CommandRunOption | 'choices' | 'scenario'>,
): Promise<number> {
  const command = readCommand(context, 'assumptions')
  const { io, options } = context
  const format = readFormat(options.format, tableFormats)
  const alternatives = likelyAlternatives(readChoiceIds(options.choices))
  const settings = await readSettings(context)
  const runner = new CommandRunner(context, settings, command)
  try {
    const baseline = await runBaseline(runner, settings)
    const runs = await runner.run(alternatives.map((each) => toPlan(settings, each)))
    const findings: Findings = {
      baseline,
      tried: alternatives.flatMap((alternative, at) => {
        const run = runs[at]!
        return typeof run === 'string' ? [] : [{ ...alternative, run }]
      }),
      missing: alternatives.filter((_alternative, at) => typeof runs[at] === 'string'),
    }
    io.stdout.write(`${toOutcome(findings, format)}\n`)
    return runner.stopCode ?? exitCodes.ok
  } finally {
    runner.close()
  }
}

/** Runs the command twice without alternatives. @throws Failure when the exit codes differ, or on a signal. */
async function runBaseline(runner: CommandRunner, { start }: StartOptions): Promise<number> {
  const plans = ['baseline', 'baseline again'].map((name) => ({ name, start }))
  const [first, second] = await runner.run(plans)
  if (typeof first !== 'object' || typeof second !== 'object') {
    throw new Failure(runner.stopCode ?? exitCodes.runtime, [
      'alias-sandbox: assumptions: stopped before the baseline was complete; no alternative was tried',
    ])
  }
  if (first.exitCode === second.exitCode) return first.exitCode
  throw runtimeError(
    `assumptions: the command is not repeatable: with the same settings it exited with ${first.exitCode} and then with ${second.exitCode}`,
  )
}

function toPlan(
  { start, overrides }: StartOptions,
  { choice, value }: Alternative,
): CommandRunPlan {
  return {
    name: `${choice}=${value}`,
    start,
    overrides: mergeScenarios(overrides, { choices: { [choice]: value } }),
  }
}

function readChoiceIds(text: string | undefined): ChoiceId[] {
  if (text === undefined) return choiceIds
  const words = splitList(text)
  if (words.length === 0)
    throw usageError(invalidValue(text, '--choices', 'ids separated by commas'))
  return words.map((word) => {
    const id = choiceIds.find((known) => known === word)
    if (id === undefined)
      throw usageError(
        unknownWord('choice', word, { known: choiceIds, listedBy: 'choices', label: '--choices' }),
      )
    return id
  })
}

function likelyAlternatives(ids: readonly ChoiceId[]) {
  return ids.flatMap((choice) =>
    choiceRow(choice)
      .alternatives.filter(({ tier }) => tier === 'L')
      .map(({ value }) => ({ choice, value })),
  )
}

function toOutcome({ baseline, tried, missing }: Findings, format: TableFormat): string {
  if (format === 'json') {
    const rows = tried.map(({ choice, value, run }) => ({
      choice,
      value,
      exit_code: run.exitCode,
      depends: run.exitCode !== baseline,
    }))
    return JSON.stringify({ baseline: baseline, runs: rows, not_run: missing }, null, 2)
  }
  if (format === 'text') return toText({ baseline, tried, missing })
  const rows = tried.map(({ choice, value, run }) => [
    assignment(choice, value),
    run.exitCode === baseline ? 'no effect' : { markdown: `**depends**: exit ${run.exitCode}` },
    choiceRow(choice).question,
  ])
  const others = missing.map(({ choice, value }) => [
    assignment(choice, value),
    'not run',
    choiceRow(choice).question,
  ])
  return toMarkdownTable(['alternative', 'your suite', 'question'], [...rows, ...others])
}

function assignment(choice: ChoiceId, value: Alternative['value']): { markdown: string } {
  return { markdown: `${markdownCode(choice)} = ${markdownCode(String(value))}` }
}

function toText({ baseline, tried, missing }: Findings): string {
  const assumptions = tried.filter(({ run }) => run.exitCode !== baseline)
  const open = [...assumptions, ...missing]
  const withoutEffect = [...new Set(tried.map(({ choice }) => choice))].filter(
    (choice) => !open.some((other) => other.choice === choice),
  )
  const readings = missing.length === 0 ? 'every likely reading' : 'every reading that was tried'
  return [
    assumptions.length === 0
      ? `Your suite exits with ${baseline} under ${readings} of the API document.`
      : `Your suite depends on ${assumptions.length} assumption${assumptions.length === 1 ? '' : 's'} that the API document does not guarantee:`,
    ...assumptions.flatMap(({ choice, value, run }) => {
      const { question, source } = choiceRow(choice)
      const change = baseline === 0 ? 'fails' : 'ends differently'
      return [
        '',
        `  It ${change} with ${choice} = ${value} (exit ${run.exitCode}).`,
        `    ${wrap(question, 4, 80)}`,
        `    ${wrap(`Source: ${source}.`, 4, 80)}`,
      ]
    }),
    ...(withoutEffect.length > 0 ? ['', wrap(`No effect: ${withoutEffect.join(', ')}.`)] : []),
    ...(missing.length > 0
      ? [
          '',
          wrap(`Not run: ${missing.map(({ choice, value }) => `${choice}=${value}`).join(', ')}.`),
        ]
      : []),
  ].join('\n')
}
