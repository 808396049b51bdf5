import { reachedNobody } from '../../../contract/mail-outcomes.ts'
import type { NamedScenario, StepAtCall } from '../../../contract/scenario/scenario.ts'
import type { DeliveredMail } from '../../../core/record/delivered-mail.ts'
import type { ObservedRun } from '../../../hunt/explore/client.ts'
import type { Finding, HuntResult } from '../../../hunt/explore/finding.ts'
import { judge } from '../../../hunt/explore/judge/judge.ts'
import { seenIn } from '../../../hunt/explore/judge/judged-run.ts'
import { makesParallelCalls } from '../../../hunt/explore/judge/workers.ts'
import { huntDefaults } from '../../../hunt/explore/options.ts'
import type { Problem } from '../../../hunt/explore/problem.ts'
import { isSteady, repeat } from '../../../hunt/explore/search/repeat.ts'
import { pagedScenario, seenOnOnePage } from '../../../hunt/explore/scenarios/paged-scenario.ts'
import type { Runs } from '../../../hunt/explore/search/runs.ts'
import { stepsOf, withoutSteps } from '../../../hunt/explore/scenario-steps.ts'
import type { RecordedRun } from './command-client.ts'
import type { ExploreInput } from './read-options.ts'

export type RepeatResult = Omit<HuntResult, 'calm' | 'runs'> & {
  repeats: number
  /** The number of a call that was never made, although a step of the scenario waited for it. */
  missedCall: number | undefined
  /** The address of a mail of the scenario that in no run was one of an alias. */
  lostMail: string | undefined
}

/** Runs one scenario again and judges it. `signal` ends it early; what has been seen by then is judged. */
export async function repeatScenario(
  runs: Runs,
  scenario: NamedScenario,
  {
    calm: calmScenario,
    kinds,
    patience,
    known,
    isResultChecked,
  }: ExploreInput & { isResultChecked: boolean },
  { observed: plain }: RecordedRun,
  signal: AbortSignal,
): Promise<RepeatResult> {
  const compared = new Map([[JSON.stringify(calmScenario), plain]])
  const run = (one: NamedScenario) => compared.get(JSON.stringify(one)) ?? runs.of(one)
  const lists = seenIn(plain).calls.some(({ operation }) => operation === 'list')
  const ended: TriedRun[] = []
  const [calm, paged] = await Promise.allSettled([
    run(withoutSteps(scenario)),
    lists ? run(pagedScenario(plain, calmScenario, huntDefaults.seed)) : undefined,
  ])
  const inPaged = paged.status === 'fulfilled' ? paged.value : undefined
  const tryOnce = async () => {
    const observed = await runs.again(scenario)
    const inCalm = await run(withoutSteps(scenario))
    const problems = judge(
      { scenario, observed, calm: inCalm, plain, paged: inPaged },
      { kinds: kinds.problems, patience, isResultChecked },
    )
    const tried = { observed, problems }
    ended.push(tried)
    return tried
  }
  if (calm.status === 'fulfilled') await repeat(tryOnce, mayDiffer).catch(rethrowUnless(signal))
  const findings = findingsOf(scenario, ended)
  const open = findings.filter(({ problem }) => !known.has(problem.key))
  const observed = ended.map((each) => each.observed)
  return {
    findings: open.filter(isSteady),
    flaky: open.filter((finding) => !isSteady(finding)),
    knownMet: new Set(findings.map(({ problem }) => problem.key).filter((key) => known.has(key))),
    scenarios: 1,
    repeats: ended.length,
    missedCall: missedCall(scenario, observed),
    lostMail: lostMail(observed),
    seenOnOnePage: seenOnOnePage(inPaged),
    ended: signal.aborted ? 'time' : 'runs',
  }
}

type TriedRun = { observed: ObservedRun; problems: readonly Problem[] }

/** Runs that ended before a signal ended the repeats still count. */
function rethrowUnless(signal: AbortSignal) {
  return (error: unknown) => {
    if (!signal.aborted) throw error
  }
}

function mayDiffer(tried: readonly TriedRun[]): boolean {
  const keys = tried.map(({ problems }) =>
    JSON.stringify(problems.map(({ key }) => key).toSorted()),
  )
  return new Set(keys).size > 1 || tried.some(({ observed }) => makesParallelCalls(observed))
}

function findingsOf(scenario: NamedScenario, tried: readonly TriedRun[]): Finding[] {
  const findings = new Map<string, Finding>()
  for (const { observed, problems } of tried) {
    for (const problem of problems) {
      const before = findings.get(problem.key)
      findings.set(problem.key, {
        problem,
        scenario,
        observed,
        repeats: tried.length,
        isSmallest: true,
        foundAt: 0,
        foundAfterMs: 0,
        ...before,
        reproduced: (before?.reproduced ?? 0) + 1,
      })
    }
  }
  return [...findings.values()]
}

function missedCall(scenario: NamedScenario, runs: readonly ObservedRun[]): number | undefined {
  if (runs.length === 0) return undefined
  const made =
    (kind: StepAtCall['operation'] = 'any') =>
    (observed: ObservedRun) =>
      seenIn(observed).calls.filter(({ operation }) => kind === 'any' || operation === kind).length
  return stepsOf(scenario).find(
    (step) => step.at_call > Math.max(...runs.map(made(step.operation))),
  )?.at_call
}

/** A client that was asked to live with a mail must have had it, at least once. */
function lostMail(runs: readonly ObservedRun[]): string | undefined {
  const lostIn = (observed: ObservedRun) =>
    seenIn(observed)
      .actions.filter((entry) => entry.origin === 'timeline' && reachedNobody(entry))
      .map((entry) => (entry as DeliveredMail).arguments.to)
  const [first = [], ...others] = runs.map(lostIn)
  return first.find((to) => others.every((lost) => lost.includes(to)))
}
