import { choiceIds, choiceRow, type ChoiceId } from '../../contract/choices/choices.ts'
import { mergeScenarios } from '../../contract/scenario/scenario.ts'
import type { StartOptions } from '../../start.ts'
import type { Context } from '../args/context.ts'
import type { CommandRunOption } from '../args/tables/option-groups.ts'
import { exitCodes, Failure, runtimeError, usageError } from '../output/failure.ts'
import { runFormats, type RunFormat } from '../args/tables/run-options.ts'
import { readFormat, toMarkdownTable } from '../output/formats.ts'
import { splitList } from '../args/option-value.ts'
import { invalidValue, unknownWord } from '../output/wrong-value.ts'
import { readCommand } from '../args/read-command.ts'
import { readSettings } from '../sandbox/settings.ts'
import {
  CommandRunner,
  type CommandRun,
  type Missing,
  type RunPlan,
} from '../child/command-runner.ts'
import { describeEnd, runAll, warnOfNoCall } from '../child/run-all.ts'
import { readTimeLimit } from '../child/time-limit.ts'
import { toJUnitFile, type JUnitCase } from '../../report-formats/junit-file.ts'
import { markdownCode } from '../../text/markdown.ts'
import { wrap } from '../output/columns.ts'
import { countOf } from '../../words/numbers.ts'

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
  const format = readFormat(options.format, runFormats)
  const timeoutMs = readTimeLimit(options.timeout)
  const alternatives = likelyAlternatives(readChoiceIds(options.choices))
  const settings = await readSettings(context)
  const runner = new CommandRunner(context, settings, command)
  try {
    const runPlans = (plans: readonly RunPlan[]) =>
      runAll(
        context,
        runner,
        plans.map((plan) => ({ ...plan, timeoutMs })),
      )
    const baselines = await runPlans([{ name: 'baseline' }, { name: 'baseline again' }])
    const baseline = toBaseline(runner, baselines)
    warnOfNoCall(context, baselines)
    const runs = await runPlans(alternatives.map((each) => toPlan(settings, each)))
    const findings: Findings = {
      baseline,
      tried: alternatives.flatMap((alternative, at) => {
        const run = runs[at]!
        return typeof run === 'string' ? [] : [{ ...alternative, run }]
      }),
      missing: alternatives.filter((_alternative, at) => typeof runs[at] === 'string'),
    }
    io.stdout.write(`${toOutcome(findings, format).trimEnd()}\n`)
    return runner.stopCode ?? exitCodes.ok
  } finally {
    runner.close()
  }
}

/** The exit code of two runs without alternatives. @throws Failure when they differ, or on a signal. */
function toBaseline(
  { stopCode }: CommandRunner,
  [first, second]: readonly (CommandRun | Missing)[],
): number {
  if (typeof first !== 'object' || typeof second !== 'object') {
    throw new Failure(stopCode ?? exitCodes.runtime, [
      'alias-sandbox: assumptions: stopped before the baseline was complete; no alternative was tried',
    ])
  }
  const slow = [first, second].find(({ isOverTime }) => isOverTime)
  if (slow)
    throw runtimeError(
      `assumptions: the command takes longer than --timeout (run "${slow.name}"); no alternative was tried`,
    )
  if (first.exitCode === second.exitCode) return first.exitCode
  throw runtimeError(
    `assumptions: the command is not repeatable: with the same settings it exited with ${first.exitCode} and then with ${second.exitCode}`,
  )
}

function toPlan({ overrides }: StartOptions, { choice, value }: Alternative): RunPlan {
  return {
    name: `${choice}=${value}`,
    settings: { overrides: mergeScenarios(overrides, { choices: { [choice]: value } }) },
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

function toOutcome({ baseline, tried, missing }: Findings, format: RunFormat): string {
  if (format === 'json') {
    const rows = tried.map(({ choice, value, run }) => ({
      choice,
      value,
      exit_code: run.exitCode,
      over_time: run.isOverTime,
      depends: depends(run, baseline),
    }))
    return JSON.stringify({ baseline: baseline, runs: rows, not_run: missing }, null, 2)
  }
  if (format === 'junit') return toJUnitFile('assumptions', toCases({ baseline, tried, missing }))
  if (format === 'text') return toText({ baseline, tried, missing })
  const rows = tried.map(({ choice, value, run }) => [
    assignment(choice, value),
    !depends(run, baseline) ? 'no effect' : { markdown: `**depends**: ${describeEnd(run)}` },
    choiceRow(choice).question,
  ])
  const others = missing.map(({ choice, value }) => [
    assignment(choice, value),
    'not run',
    choiceRow(choice).question,
  ])
  return toMarkdownTable(['alternative', 'your suite', 'question'], [...rows, ...others])
}

/** Whether the run ended differently from the baseline. */
function depends({ exitCode, isOverTime }: CommandRun, baseline: number): boolean {
  return isOverTime || exitCode !== baseline
}

function toCases({ baseline, tried, missing }: Findings): JUnitCase[] {
  const nameOf = ({ choice, value }: Alternative) => `${choice}=${value}`
  return [
    ...tried.map((each) => {
      const { output } = each.run
      if (!depends(each.run, baseline)) return { name: nameOf(each) }
      const { question, source } = choiceRow(each.choice)
      const message = `${describeEnd(each.run)} in place of exit ${baseline}: the suite depends on what the API document does not guarantee. ${question} Source: ${source}.`
      return { name: nameOf(each), failure: { message, details: output } }
    }),
    ...missing.map((each) => ({ name: nameOf(each), skipped: 'not run' })),
  ]
}

function assignment(choice: ChoiceId, value: Alternative['value']): { markdown: string } {
  return { markdown: `${markdownCode(choice)} = ${markdownCode(String(value))}` }
}

function toText({ baseline, tried, missing }: Findings): string {
  const assumptions = tried.filter(({ run }) => depends(run, baseline))
  const open = [...assumptions, ...missing]
  const withoutEffect = [...new Set(tried.map(({ choice }) => choice))].filter(
    (choice) => !open.some((other) => other.choice === choice),
  )
  const readings = missing.length === 0 ? 'every likely reading' : 'every reading that was tried'
  return [
    assumptions.length === 0
      ? `Your suite exits with ${baseline} under ${readings} of the API document.`
      : `Your suite depends on ${countOf(assumptions.length, 'assumption')} that the API document does not guarantee:`,
    ...assumptions.flatMap(({ choice, value, run }) => {
      const { question, source } = choiceRow(choice)
      const change = baseline === 0 ? 'fails' : 'ends differently'
      return [
        '',
        `  It ${change} with ${choice} = ${value} (${describeEnd(run)}).`,
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
