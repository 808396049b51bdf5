import { choiceIds, choiceRow, type ChoiceId } from '../../../contract/choices/choices.ts'
import { mergeScenarios } from '../../../contract/scenario/scenario.ts'
import type { Case, Result } from '../../../results/result.ts'
import { countOf } from '../../../text/numbers.ts'
import { describeEnd, type EndedRun } from '../../child/run-all.ts'
import { exitCodes, Failure, runtimeError, usageError } from '../../output/failure.ts'
import { unknownWord } from '../../output/wrong-value.ts'
import type { Way } from './comparison.ts'

/** Another reading of a sentence that the API document leaves open. */
type Reading = { choice: ChoiceId; value: string | number | boolean }

/** Twice as usual, then once under each other likely reading: the choices that the command depends on. */
export const eachChoice: Way = async ({ settings: { overrides }, names, run, stopCode }) => {
  const readings = (names?.map(toChoice) ?? choiceIds).flatMap(likelyReadings)
  const baselines = await run([{ name: 'baseline' }, { name: 'baseline again' }])
  const baseline = baselineOf(baselines, stopCode())
  const runs = await run(
    readings.map(({ choice, value }) => ({
      name: `${choice}=${value}`,
      settings: { overrides: mergeScenarios(overrides, { choices: { [choice]: value } }) },
    })),
  )
  const tried = runs.map((each, at) => ({ ...readings[at]!, run: each }))
  return { runs: [...baselines, ...runs], result: toResult(tried, baseline), isBroken: false }
}

function toChoice(word: string): ChoiceId {
  const id = choiceIds.find((known) => known === word)
  if (id !== undefined) return id
  const hint = { known: choiceIds, listedBy: 'choices', label: '--each' }
  throw usageError(unknownWord('choice', word, hint))
}

function likelyReadings(choice: ChoiceId): Reading[] {
  const likely = choiceRow(choice).alternatives.filter(({ tier }) => tier === 'L')
  return likely.map(({ value }) => ({ choice, value }))
}

/** The exit code of two runs as usual. @throws Failure when they differ, or on a signal. */
function baselineOf([first, second]: readonly EndedRun[], stopCode: number | undefined): number {
  if (!first || !second || 'missing' in first || 'missing' in second) {
    throw new Failure(stopCode ?? exitCodes.runtime, [
      'alias-sandbox: exec: stopped before the baseline was complete; no other reading was tried',
    ])
  }
  const slow = [first, second].find(({ isOverTime }) => isOverTime)
  if (slow)
    throw runtimeError(
      `exec: the command takes longer than --timeout (run "${slow.name}"); no other reading was tried`,
    )
  if (first.exitCode === second.exitCode) return first.exitCode
  throw runtimeError(
    `exec: the command is not repeatable: with the same settings it exited with ${first.exitCode} and then with ${second.exitCode}`,
  )
}

type TriedReading = Reading & { run: EndedRun }

function toResult(tried: readonly TriedReading[], baseline: number): Result {
  const depending = tried.filter(({ run }) => depends(run, baseline))
  const missing = tried.filter(({ run }) => 'missing' in run)
  const open = new Set([...depending, ...missing].map(({ choice }) => choice))
  const noEffect = new Set(tried.map(({ choice }) => choice).filter((choice) => !open.has(choice)))
  const readings = missing.length === 0 ? 'every likely reading' : 'every reading that was tried'
  return {
    name: 'exec --each choice',
    headline:
      depending.length === 0
        ? `the command exits with ${baseline} under ${readings} of the API document`
        : `the command ends otherwise under ${countOf(depending.length, 'likely reading')} of the API document`,
    cases: tried.map((each) => toCase(each, baseline)),
    notes: [
      ...(noEffect.size > 0 ? [`No effect: ${[...noEffect].join(', ')}.`] : []),
      ...(missing.length > 0 ? [`Not run: ${missing.map(({ run }) => run.name).join(', ')}.`] : []),
    ],
    isBrief: true,
    data: { each: 'choice', baseline, runs: tried.map((each) => toRecord(each, baseline)) },
  }
}

/** Whether the run ended differently from the baseline. */
function depends(run: EndedRun, baseline: number): boolean {
  return !('missing' in run) && (run.isOverTime || run.exitCode !== baseline)
}

function toRecord({ choice, value, run }: TriedReading, baseline: number) {
  if ('missing' in run) return { choice, value, exit_code: null, reason: run.missing }
  const { exitCode, isOverTime } = run
  return {
    choice,
    value,
    exit_code: exitCode,
    over_time: isOverTime,
    depends: depends(run, baseline),
  }
}

function toCase({ choice, run }: TriedReading, baseline: number): Case {
  const { name } = run
  if ('missing' in run) return { name, status: 'skipped', message: run.missing }
  const { ms, history, output } = run
  const told = { name, seconds: ms / 1_000, history, output }
  if (!depends(run, baseline)) return { ...told, status: 'pass', message: 'no effect' }
  const { question, source } = choiceRow(choice)
  return {
    ...told,
    status: 'fail',
    message: `The command ends with ${describeEnd(run)} in place of exit ${baseline}.`,
    details: [question, `Source: ${source}.`],
  }
}
