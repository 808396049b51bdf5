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
/** One run under one likely alternative. */
type Tried = Alternative & { run: CommandRun }
/** What the runs showed. */
type Findings = {
  /** How the command ends when nothing is changed. */
  usual: number
  tried: readonly Tried[]
  /** What a signal prevented. */
  missing: readonly Alternative[]
}

/** Runs the command under each likely alternative of a choice, one at a time, and tells what it leans on. */
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
    const usual = await runBaseline(runner, settings)
    const runs = await runner.run(alternatives.map((each) => toPlan(settings, each)))
    const findings: Findings = {
      usual,
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

/** How the command ends when nothing is changed. @throws Failure when that varies, or was stopped. */
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
    `assumptions: the command ended with ${first.exitCode} and then with ${second.exitCode}, though nothing was changed; make it repeatable first`,
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

function toOutcome({ usual, tried, missing }: Findings, format: TableFormat): string {
  if (format === 'json') {
    const rows = tried.map(({ choice, value, run }) => ({
      choice,
      value,
      exit_code: run.exitCode,
      depends: run.exitCode !== usual,
    }))
    return JSON.stringify({ baseline: usual, runs: rows, not_run: missing }, null, 2)
  }
  if (format === 'text') return toText({ usual, tried, missing })
  const rows = tried.map(({ choice, value, run }) => [
    assignment(choice, value),
    run.exitCode === usual ? 'does not matter' : { markdown: `**matters**: exit ${run.exitCode}` },
    choiceRow(choice).question,
  ])
  const others = missing.map(({ choice, value }) => [
    assignment(choice, value),
    'not run',
    choiceRow(choice).question,
  ])
  return toMarkdownTable(['assumption', 'your suite', 'question'], [...rows, ...others])
}

function assignment(choice: ChoiceId, value: Alternative['value']): { markdown: string } {
  return { markdown: `${markdownCode(choice)} = ${markdownCode(String(value))}` }
}

function toText({ usual, tried, missing }: Findings): string {
  const assumption = tried.filter(({ run }) => run.exitCode !== usual)
  const open = [...assumption, ...missing]
  const indifferent = [...new Set(tried.map(({ choice }) => choice))].filter(
    (choice) => !open.some((other) => other.choice === choice),
  )
  const whole = missing.length === 0 ? 'every likely reading' : 'every reading that was tried'
  return [
    assumption.length === 0
      ? `Your suite ends with ${usual} under ${whole} of the document.`
      : `Your suite leans on ${assumption.length} assumption${assumption.length === 1 ? '' : 's'} that the document does not promise:`,
    ...assumption.flatMap(({ choice, value, run }) => {
      const { question, source } = choiceRow(choice)
      const change = usual === 0 ? 'fails' : 'ends otherwise'
      return [
        '',
        `  It ${change} when ${choice} is ${value} (exit ${run.exitCode}).`,
        `    ${wrap(question, 4, 80)}`,
        `    ${wrap(`The document: ${source}.`, 4, 80)}`,
      ]
    }),
    ...(indifferent.length > 0
      ? ['', wrap(`It does not matter to it: ${indifferent.join(', ')}.`)]
      : []),
    ...(missing.length > 0
      ? [
          '',
          wrap(`Not run: ${missing.map(({ choice, value }) => `${choice}=${value}`).join(', ')}.`),
        ]
      : []),
  ].join('\n')
}
