import { choiceIds, choiceRow, type ChoiceId } from '../contract/choices.ts'
import { notOneOf } from '../contract/not-one-of.ts'
import { mergeScenarios } from '../contract/scenario.ts'
import type { Context } from './context.ts'
import { exitCodes, runtimeError, usageError } from './failure.ts'
import { readFormat, tableFormats, toMarkdownTable, type TableFormat } from './formats.ts'
import { readSettings } from './settings.ts'
import { readCommand, runTrials, type Trial } from './trials.ts'
import { markdownCode } from '../text/markdown.ts'
import { wrap } from './columns.ts'

/** One run under one likely alternative. */
type Tried = { choice: ChoiceId; value: string | number | boolean; trial: Trial }

/** Runs the command under each likely alternative of a choice, one at a time, and tells what it leans on. */
export async function runAssumptions(context: Context): Promise<number> {
  const command = readCommand(context, 'assumptions')
  const { io, options } = context
  const format = readFormat(options.format, tableFormats)
  const alternatives = likelyAlternatives(readChoiceIds(options.choices))
  const settings = await readSettings(context)
  const { start } = settings
  const baselinePlans = ['baseline', 'baseline again'].map((name) => ({ name, start }))
  const [first, second] = await runTrials(context, settings, baselinePlans, command)
  if (first?.exitCode !== second?.exitCode) {
    throw runtimeError(
      `assumptions: the command ends now with ${first?.exitCode}, now with ${second?.exitCode}, though nothing was changed; make it steady first`,
    )
  }
  const plans = alternatives.map(({ choice, value }) => ({
    name: `${choice}=${value}`,
    start,
    overrides: mergeScenarios(settings.overrides, { choices: { [choice]: value } }),
  }))
  const trials = await runTrials(context, settings, plans, command)
  const tried = alternatives.map((alternative, at) => ({ ...alternative, trial: trials[at]! }))
  io.stdout.write(`${toVerdict(tried, first?.exitCode ?? 0, format)}\n`)
  return exitCodes.ok
}

function readChoiceIds(given: string | undefined): ChoiceId[] {
  if (given === undefined) return choiceIds
  return given.split(',').map((word) => {
    const id = choiceIds.find((known) => known === word)
    if (id === undefined) throw usageError(`--choices: ${notOneOf(word, choiceIds)}`)
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

function toVerdict(tried: readonly Tried[], usual: number, format: TableFormat): string {
  const leaning = tried.filter(({ trial }) => trial.exitCode !== usual)
  if (format === 'json') {
    const rows = tried.map(({ choice, value, trial }) => ({
      choice,
      value,
      exit_code: trial.exitCode,
      depends: trial.exitCode !== usual,
    }))
    return JSON.stringify({ baseline: usual, runs: rows }, null, 2)
  }
  if (format === 'markdown') {
    const rows = tried.map(({ choice, value, trial }) => [
      { markdown: `${markdownCode(choice)} = ${markdownCode(String(value))}` },
      trial.exitCode === usual
        ? 'does not matter'
        : { markdown: `**matters**: exit ${trial.exitCode}` },
      choiceRow(choice).question,
    ])
    return toMarkdownTable(['assumption', 'your suite', 'question'], rows)
  }
  const indifferent = [
    ...new Set(tried.filter(({ trial }) => trial.exitCode === usual).map(({ choice }) => choice)),
  ].filter((choice) => !leaning.some((tri) => tri.choice === choice))
  return [
    leaning.length === 0
      ? `Your suite ends with ${usual} under every likely reading of the document.`
      : `Your suite leans on ${leaning.length} assumption${leaning.length === 1 ? '' : 's'} that the document does not promise:`,
    ...leaning.flatMap(({ choice, value, trial }) => {
      const { question, source } = choiceRow(choice)
      const change = usual === 0 ? 'fails' : 'ends otherwise'
      return [
        '',
        `  It ${change} when ${choice} is ${value} (exit ${trial.exitCode}).`,
        `    ${wrap(question, 4, 80)}`,
        `    ${wrap(`The document: ${source}.`, 4, 80)}`,
      ]
    }),
    ...(indifferent.length > 0
      ? ['', wrap(`It does not matter to it: ${indifferent.join(', ')}.`)]
      : []),
  ].join('\n')
}
