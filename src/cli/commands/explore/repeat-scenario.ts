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
import { Runs, type Places } from '../../../hunt/explore/search/runs.ts'
import { stepsOf, withoutHolds, withoutSteps } from '../../../hunt/explore/scenario-steps.ts'
import type { CommandClient, RecordedRun } from './command-client.ts'
import type { ExploreInput } from './read-options.ts'
import type { FileResult } from './result.ts'

/** The findings in the scenarios of --repeat. */
export type RepeatFindings = HuntResult & {
  repeats: number
  files: readonly FileResult[] | undefined
  /** The number of a request that was never made, although a step of a scenario waited for it. */
  missedCall: number | undefined
  /** The address of a mail of a scenario that in no run was one of an alias. */
  lostMail: string | undefined
}

type RepeatInput = ExploreInput & Places & { isResultChecked: boolean }

/** Runs the scenarios of --repeat side by side and judges them. `signal` ends it early: what was seen is judged. */
export async function repeatScenarios(
  client: CommandClient,
  input: RepeatInput,
  { observed: plain }: RecordedRun,
  signal: AbortSignal,
): Promise<RepeatFindings> {
  const runs = new Runs(client, input, signal)
  const tried = await Promise.all(
    input.given.map(async ({ scenario, file }) => {
      const seen = await repeatOne(runs, scenario, input, plain, signal)
      return { scenario, file, ...seen, findings: findingsOf(scenario, seen.ended) }
    }),
  )
  const { known, countsFlaky } = input
  const all = tried.flatMap(({ findings }) => findings)
  const isKnown = ({ problem }: Finding) => known.has(problem.key)
  const open = all.filter((finding) => !isKnown(finding))
  const files = tried.flatMap(({ file, findings, ended }): FileResult[] => {
    if (file === undefined) return []
    const shown = findings.filter((each) => !isKnown(each) && (countsFlaky || isSteady(each)))
    const titles = ended.length === 0 ? undefined : shown.map(({ problem }) => problem.title)
    return [{ file, titles }]
  })
  return {
    findings: open.filter(isSteady),
    flaky: open.filter((finding) => !isSteady(finding)),
    knownMet: new Set(all.filter(isKnown).map(({ problem }) => problem.key)),
    runs: runs.made + 1, // and the first one without trouble
    scenarios: tried.length,
    repeats: tried.reduce((sum, { ended }) => sum + ended.length, 0),
    files: files.length > 0 ? files : undefined,
    missedCall: tried.map(missedCall).find((each) => each !== undefined),
    lostMail: tried.map(lostMail).find((each) => each !== undefined),
    seenOnOnePage: seenOnOnePage(tried[0]?.paged),
    ended: signal.aborted ? 'time' : 'runs',
  }
}

/** Runs one scenario again and again, and compares it with runs in which nothing happens. */
async function repeatOne(
  runs: Runs,
  scenario: NamedScenario,
  { calm: calmScenario, kinds, patience, isResultChecked }: RepeatInput,
  plain: ObservedRun,
  signal: AbortSignal,
): Promise<{ ended: readonly TriedRun[]; paged: ObservedRun | undefined }> {
  const compared = new Map([[JSON.stringify(calmScenario), plain]])
  const run = (one: NamedScenario) => compared.get(JSON.stringify(one)) ?? runs.of(one)
  const lists = seenIn(plain).calls.some(({ operation }) => operation === 'list')
  const ended: TriedRun[] = []
  const [calm, inPaged] = await Promise.allSettled([
    run(withoutSteps(scenario)),
    lists ? run(pagedScenario(plain, calmScenario, huntDefaults.seed)) : undefined,
  ])
  const paged = inPaged.status === 'fulfilled' ? inPaged.value : undefined
  const tryOnce = async () => {
    const observed = await runs.again(scenario)
    const inCalm = await run(withoutSteps(scenario))
    const ordered = withoutHolds(scenario)
    const inOrder = ordered && (await run(ordered))
    const problems = judge(
      { scenario, observed, calm: inCalm, inOrder, plain, paged },
      { kinds: kinds.problems, patience, isResultChecked },
    )
    const tried = { observed, problems }
    ended.push(tried)
    return tried
  }
  if (calm.status === 'fulfilled') await repeat(tryOnce, mayDiffer).catch(rethrowUnless(signal))
  return { ended, paged }
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

type RepeatedScenario = { scenario: NamedScenario; ended: readonly TriedRun[] }

function missedCall({ scenario, ended }: RepeatedScenario): number | undefined {
  if (ended.length === 0) return undefined
  const made =
    (kind: StepAtCall['operation'] = 'any') =>
    ({ observed }: TriedRun) =>
      seenIn(observed).calls.filter(({ operation }) => kind === 'any' || operation === kind).length
  return stepsOf(scenario).find(
    (step) => step.at_call > Math.max(...ended.map(made(step.operation))),
  )?.at_call
}

/** A client that was asked to live with a mail must have had it, at least once. */
function lostMail({ ended }: RepeatedScenario): string | undefined {
  const lostIn = ({ observed }: TriedRun) =>
    seenIn(observed)
      .actions.filter((entry) => entry.origin === 'timeline' && reachedNobody(entry))
      .map((entry) => (entry as DeliveredMail).arguments.to)
  const [first = [], ...others] = ended.map(lostIn)
  return first.find((to) => others.every((lost) => lost.includes(to)))
}
