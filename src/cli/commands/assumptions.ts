import { choiceIds, choiceRow, type ChoiceId } from '../../contract/choices/choices.ts'
import { mergeScenarios } from '../../contract/scenario/scenario.ts'
import type { StartOptions } from '../../node/start.ts'
import type { Context } from '../args/context.ts'
import type { CommandRunOption } from '../args/tables/option-groups.ts'
import { exitCodes, Failure, runtimeError, usageError } from '../output/failure.ts'
import { readFormat } from '../output/formats.ts'
import { isPage, prepareReport } from '../output/report-file.ts'
import { splitList } from '../args/option-value.ts'
import { invalidValue, unknownWord } from '../output/wrong-value.ts'
import { readCommand } from '../args/read-command.ts'
import { readSettings } from '../sandbox/settings.ts'
import {
  CommandRunner,
  type CommandRun,
  type MissingRun,
  type RunPlan,
} from '../child/command-runner.ts'
import { describeEnd, runAll, warnOfNoCall } from '../child/run-all.ts'
import { readTimeLimit } from '../child/time-limit.ts'
import { resultFormatNames } from '../../contract/control/answer-forms.ts'
import type { Case, Result } from '../../results/result.ts'
import { countOf } from '../../text/numbers.ts'
import { tellResult } from './tell-result.ts'

type Alternative = { choice: ChoiceId; value: string | number | boolean }
/** The run with one alternative. */
type TriedAlternative = Alternative & { run: CommandRun }
type AssumptionFindings = {
  /** The exit code of the command without any alternative. */
  baseline: number
  tried: readonly TriedAlternative[]
  /** Alternatives that were not tried because of a signal. */
  missing: readonly Alternative[]
}

/** Runs the command once with each likely alternative, and reports the assumptions that it depends on. */
export async function runAssumptions(
  context: Context<CommandRunOption | 'choices' | 'scenario'>,
): Promise<number> {
  const command = readCommand(context, 'assumptions')
  const { options } = context
  const format = readFormat(options.format, resultFormatNames)
  const timeoutMs = readTimeLimit(options.timeout)
  prepareReport(options.report)
  const alternatives = likelyAlternatives(readChoiceIds(options.choices))
  const settings = await readSettings(context)
  const runner = new CommandRunner(context, settings, command, {
    keepsHistory: isPage(context.options.report),
  })
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
    const findings: AssumptionFindings = {
      baseline,
      tried: alternatives.flatMap((alternative, at) => {
        const run = runs[at]!
        return typeof run === 'string' ? [] : [{ ...alternative, run }]
      }),
      missing: alternatives.filter((_alternative, at) => typeof runs[at] === 'string'),
    }
    const told = await tellResult(context, toResult(findings), format)
    return runner.stopCode ?? told
  } finally {
    runner.close()
  }
}

/** The exit code of two runs without alternatives. @throws Failure when they differ, or on a signal. */
function toBaseline(
  { stopCode }: CommandRunner,
  [first, second]: readonly (CommandRun | MissingRun)[],
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
    name: nameOf({ choice, value }),
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

function toResult({ baseline, tried, missing }: AssumptionFindings): Result {
  const assumptions = tried.filter(({ run }) => depends(run, baseline))
  const open = new Set([...assumptions, ...missing].map(({ choice }) => choice))
  const withoutEffect = new Set(
    tried.map(({ choice }) => choice).filter((choice) => !open.has(choice)),
  )
  const readings = missing.length === 0 ? 'every likely reading' : 'every reading that was tried'
  return {
    name: 'assumptions',
    headline:
      assumptions.length === 0
        ? `your suite exits with ${baseline} under ${readings} of the API document`
        : `your suite depends on ${countOf(assumptions.length, 'assumption')} that the API document does not guarantee`,
    cases: [
      ...tried.map((each) => toCase(each, baseline)),
      ...missing.map((each) => ({
        name: nameOf(each),
        status: 'skipped' as const,
        message: 'not run',
      })),
    ],
    notes: [
      ...(withoutEffect.size > 0 ? [`No effect: ${[...withoutEffect].join(', ')}.`] : []),
      ...(missing.length > 0 ? [`Not run: ${missing.map(nameOf).join(', ')}.`] : []),
    ],
    isBrief: true,
    data: {
      baseline,
      runs: tried.map(({ choice, value, run }) => ({
        choice,
        value,
        exit_code: run.exitCode,
        over_time: run.isOverTime,
        depends: depends(run, baseline),
      })),
      not_run: missing,
    },
  }
}

function nameOf({ choice, value }: Alternative): string {
  return `${choice}=${value}`
}

/** Whether the run ended differently from the baseline. */
function depends({ exitCode, isOverTime }: CommandRun, baseline: number): boolean {
  return isOverTime || exitCode !== baseline
}

function toCase(tried: TriedAlternative, baseline: number): Case {
  const { run, choice } = tried
  const shared = {
    name: nameOf(tried),
    seconds: run.ms / 1_000,
    history: run.history,
    output: run.output,
  }
  if (!depends(run, baseline)) return { ...shared, status: 'pass', message: 'no effect' }
  const { question, source } = choiceRow(choice)
  return {
    ...shared,
    status: 'fail',
    message: `The command ends with ${describeEnd(run)} in place of exit ${baseline}.`,
    details: [question, `Source: ${source}.`],
  }
}
