import type { Client, ObservedRun } from '../client.ts'
import type { Finding, HuntResult, Listeners, Progress } from '../finding.ts'
import { judge } from '../judge/judge.ts'
import { seenIn } from '../judge/judged-run.ts'
import { makesParallelCalls } from '../judge/workers.ts'
import type { HuntOptions } from '../options.ts'
import { canMatter, type Habits } from '../scenarios/can-matter.ts'
import type { Problem } from '../problem.ts'
import { calmPlan, planArbitrary, toScenario, type Plan } from '../scenarios/plan.ts'
import { seenOnOnePage } from '../scenarios/paged-scenario.ts'
import { tablesFor, type Tables } from '../scenarios/starts.ts'
import { overtakableIn, slowScenario } from '../scenarios/overtakable.ts'
import { withoutHolds } from '../scenario-steps.ts'
import { kindOfCall } from '../scenarios/kind-of-call.ts'
import { planOrder, type OrderBasis } from '../scenarios/scenario-order.ts'
import { troubles } from '../scenarios/troubles.ts'
import { distinct } from './distinct.ts'
import { startDeadlines, type Deadlines } from './deadlines.ts'
import { Findings } from './findings.ts'
import { repeat } from './repeat.ts'
import { Runs, type RunOptions } from './runs.ts'
import { shrink } from './shrink.ts'
import type { RawProblem, RunResult } from './run-result.ts'

/** More scenarios are begun than run at a time, by this factor: a long one keeps no other waiting. */
const AHEAD = 2
/** The part of the shrinking time that is for the search; the rest is for the last repeats. */
const SHRINK_PART = 0.75
/** Steps are never put at later calls than this. */
const MAX_CALLS = 60

/**
 * Looks for the scenarios that break a client, and for the smallest of each problem. For a seed it is
 * always the same scenarios in the same order, whatever the number of jobs.
 *
 * @param signal ends it early, and the runs in progress; what was found until then is returned.
 */
export async function hunt(
  client: Client,
  options: HuntOptions,
  listeners: Listeners = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<HuntResult> {
  const ends = startDeadlines(options, signal)
  try {
    return await new Hunt(client, options, listeners, ends).run(signal)
  } finally {
    ends.close()
  }
}

class Hunt {
  readonly #options: HuntOptions
  readonly #listeners: Listeners
  readonly #ends: Deadlines
  readonly #runs: Runs
  #tables: Tables
  readonly #startMs: number
  readonly #until: number
  readonly #findings = new Findings()
  readonly #knownMet = new Set<string>()
  #paged: Plan | undefined
  #habits: Habits | undefined
  #seenOnOnePage: number | undefined
  #begun = 0
  #scenarios = 0
  #isShrinking = false
  #failure: unknown
  #shrinkUntil = 0

  constructor(client: Client, options: HuntOptions, listeners: Listeners, ends: Deadlines) {
    this.#options = options
    this.#listeners = listeners
    this.#ends = ends
    this.#runs = new Runs(client, options, ends.all)
    this.#tables = tablesFor(options.scenarios, [], options.seed)
    this.#startMs = options.now()
    this.#until = this.#startMs + options.timeMs
    listeners.onStart?.(() => this.#progress())
  }

  /** @param stopping tells whether somebody ended it early */
  async run(stopping: AbortSignal): Promise<HuntResult> {
    try {
      const calm = await this.#observe(calmPlan, this.#first)
      await this.#search(await this.#known(calm))
      await this.#makeSmaller()
    } catch (error) {
      if (!this.#ends.all.aborted && !this.#isOver) throw error
    }
    return {
      ...this.#findings.read(),
      knownMet: this.#knownMet,
      runs: this.#runs.made,
      scenarios: this.#scenarios,
      seenOnOnePage: this.#seenOnOnePage,
      ended: stopping.aborted ? 'stopped' : this.#scenarios < this.#options.runs ? 'time' : 'runs',
    }
  }

  /** Nothing can be judged without them, so nobody waits for them when the time is over. */
  get #first(): RunOptions {
    return { isUrgent: true, signal: this.#ends.search }
  }

  async #known(calm: ObservedRun): Promise<OrderBasis> {
    const { seed, troubles: named } = this.#options
    this.#tables = tablesFor(this.#tables.scenarios, seenIn(calm).calls, seed)
    this.#paged = { ...calmPlan, aliases: this.#tables.paged }
    const [paged, slow] = await Promise.all([
      this.#observe(this.#paged, this.#first),
      named?.has('order') === false
        ? undefined
        : this.#runs.of(slowScenario(toScenario(calmPlan, this.#tables)), this.#first),
    ])
    this.#seenOnOnePage = seenOnOnePage(paged)
    const [inPlain, inPaged] = [calm, paged].map((observed) =>
      seenIn(observed).calls.slice(0, MAX_CALLS).map(kindOfCall),
    )
    const habits = {
      plain: inPlain!,
      paged: inPaged!,
      overtakable: slow ? overtakableIn(slow) : [],
    }
    this.#habits = habits
    return {
      seed,
      tables: this.#tables,
      ...habits,
      hasEndless: this.#options.kinds.has('never_ends'),
      isTroubleNamed: (named?.size ?? Infinity) < troubles.length / 2,
    }
  }

  /** Tries the scenarios in their order, and judges each as soon as it has ended. */
  async #search(known: OrderBasis): Promise<void> {
    const { runs } = this.#options
    const plans = distinct(planOrder(known), {
      isAllowed: (plan) => this.#isAllowed(plan),
      keyOf: (plan) => JSON.stringify(toScenario(plan, this.#tables)),
    })
    const room = this.#runs.jobs === 1 ? 1 : AHEAD * this.#runs.jobs
    const running = new Set<Promise<void>>()
    while (this.#begun < runs && !this.#isOver && this.#failure === undefined) {
      const trying = this.#try(plans.next().value, this.#begun)
        .catch((error: unknown) => {
          if (!this.#isOver) this.#failure ??= error
        })
        .finally(() => void running.delete(trying))
      running.add(trying)
      this.#begun += 1
      while (running.size >= room) await Promise.race(running)
    }
    await Promise.all(running)
    if (this.#failure !== undefined) throw this.#failure
  }

  async #try(plan: Plan, place: number): Promise<void> {
    const ended = await this.#result(plan, { signal: this.#ends.search })
    this.#scenarios += 1
    for (const raw of this.#addAll(ended, plan, place)) await this.#confirm(raw)
  }

  /** Keeps what a scenario showed, and returns what is new, or was seen in a later scenario before. */
  #addAll({ observed, problems }: RunResult, plan: Plan, place: number): RawProblem[] {
    const scenario = toScenario(plan, this.#tables)
    const isKnown = ({ key }: Problem) => this.#options.isKnown?.(key) === true
    for (const problem of problems) if (isKnown(problem)) this.#knownMet.add(problem.key)
    return problems
      .filter((problem) => !isKnown(problem))
      .map((problem) => ({ problem, plan, place }))
      .filter((raw) => this.#findings.add(raw, { observed, scenario }))
  }

  /** Repeats a scenario as soon as it has shown a problem: what lasts is told even if the time ends then. */
  async #confirm(raw: RawProblem): Promise<void> {
    const shown = await this.#repeat(raw.plan, raw.problem.key)
    const finding = this.#findings.confirm(raw, shown, this.#options.now() - this.#startMs)
    if (finding) this.#listeners.onFound?.(finding)
  }

  /** Looks for the smallest scenario of each problem, for all side by side: their waits overlap. */
  async #makeSmaller(): Promise<void> {
    this.#isShrinking = true
    const { shrinkMs, timeMs } = this.#options
    const nowMs = this.#options.now()
    const most = Math.min(shrinkMs, timeMs)
    this.#shrinkUntil = nowMs + most
    const until = nowMs + SHRINK_PART * most
    await Promise.all(this.#findings.raw.map((raw) => this.#shrink(raw, until)))
  }

  async #shrink({ problem, plan }: RawProblem, until: number): Promise<void> {
    const { key } = problem
    const find = async (each: Plan) =>
      (await this.#result(each, {})).problems.find((one) => one.key === key)
    const { plan: small, isSmallest } = await shrink(plan, {
      arbitrary: planArbitrary(this.#tables, MAX_CALLS),
      shows: async (each) => this.#isAllowed(each) && (await find(each)) !== undefined,
      jobs: this.#runs.jobs,
      isOver: () => this.#options.now() >= until || this.#ends.all.aborted,
    })
    this.#findings.replace({
      ...this.#findings.at(key),
      problem: (await find(small)) ?? problem,
      observed: await this.#observe(small),
      scenario: toScenario(small, this.#tables),
      isSmallest,
      ...(await this.#repeat(small, key, { isLast: true })),
    })
  }

  async #repeat(
    plan: Plan,
    key: string,
    { isLast = false }: { isLast?: boolean } = {},
  ): Promise<Pick<Finding, 'repeats' | 'reproduced'>> {
    const scenario = toScenario(plan, this.#tables)
    const shown = await repeat(
      async () => {
        const observed = await this.#runs.again(scenario, { isUrgent: true })
        const problems = await this.#judge(plan, observed)
        return {
          isShown: problems.some((problem) => problem.key === key),
          isParallel: isLast && makesParallelCalls(observed),
        }
      },
      (runs) =>
        new Set(runs.map(({ isShown }) => isShown)).size > 1 ||
        runs.some(({ isParallel }) => isParallel),
    )
    return { repeats: shown.length, reproduced: shown.filter(({ isShown }) => isShown).length }
  }

  async #result(plan: Plan, options?: RunOptions): Promise<RunResult> {
    const observed = await this.#observe(plan, options)
    return { observed, problems: await this.#judge(plan, observed) }
  }

  async #judge(plan: Plan, observed: ObservedRun): Promise<Problem[]> {
    const calm = await this.#observe({ ...plan, steps: [] })
    const plain = await this.#observe(calmPlan)
    const paged = this.#paged && (await this.#observe(this.#paged))
    const scenario = toScenario(plan, this.#tables)
    const ordered = withoutHolds(scenario)
    const inOrder = ordered && (await this.#runs.of(ordered, { isUrgent: true }))
    return judge({ scenario, observed, calm, inOrder, plain, paged }, this.#options)
  }

  #observe(plan: Plan, options: RunOptions = { isUrgent: true }): Promise<ObservedRun> {
    return this.#runs.of(toScenario(plan, this.#tables), options)
  }

  #isAllowed(plan: Plan): boolean {
    const { troubles: names } = this.#options
    const isNamed = !names || plan.steps.every(({ trouble }) => names.has(troubles[trouble]!.name))
    return isNamed && (!this.#habits || canMatter(plan, this.#tables, this.#habits))
  }

  get #isOver(): boolean {
    const { search, all } = this.#ends
    return search.aborted || all.aborted || this.#options.now() >= this.#until
  }

  #progress(): Progress {
    const untilMs = this.#isShrinking ? this.#shrinkUntil : this.#until
    return {
      ...this.#runs.now,
      scenarios: this.#scenarios,
      left: this.#options.runs - this.#scenarios,
      problems: this.#findings.count,
      leftMs: Math.max(0, untilMs - this.#options.now()),
      isShrinking: this.#isShrinking,
    }
  }
}
