import type { Client, Observed } from '../client.ts'
import type { Finding, Hunted, Progress } from '../finding.ts'
import { judge } from '../judge/judge.ts'
import { seenIn } from '../judge/seen.ts'
import type { HuntOptions } from '../options.ts'
import { problemKindNames, type Problem } from '../problem.ts'
import { canMatter, type Habits } from '../stories/can-matter.ts'
import { calmPlan, planArbitrary, toStory, type Plan } from '../stories/plan.ts'
import { seenOnOnePage } from '../stories/paged-story.ts'
import { startScenarios, tablesFor, type Tables } from '../stories/starts.ts'
import { kindOfCall } from '../stories/kind-of-call.ts'
import { planOrder, type Known } from '../stories/story-order.ts'
import { troubles } from '../stories/troubles.ts'
import { Runs } from './runs.ts'
import { shrink } from './shrink.ts'

/** The reason of a signal that ends the search when its time is over. */
export const OUT_OF_TIME = new Error('the time is over')

/** How often the smallest story is repeated. */
const REPEATS = 3
/** From this part of the time on, stories that were found are made smaller; before, the search goes on. */
const SHRINK_FROM = 0.6
/** With several runs at a time, so many times more stories are begun: a long one keeps no other waiting. */
const AHEAD = 2
/** Steps are never put at later calls than this. */
const MAX_CALLS = 60

/**
 * Looks for the stories that break a client, and for the smallest of each problem. For a seed it is
 * always the same stories in the same order, whatever the number of jobs.
 *
 * @param signal ends it early, and the runs in progress; what was found until then is returned.
 */
export async function hunt(
  client: Client,
  options: HuntOptions,
  onProgress: (progress: Progress) => void = () => {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Hunted> {
  return new Hunt(client, options, onProgress, signal).run()
}

/** A story that runs, or has run and waits for its turn. */
type Tried = { plan: Plan; result: Promise<Result>; ended: Result | undefined }
type Result = { observed: Observed; problems: readonly Problem[] }
/** A problem whose story has not been made smaller yet. */
type Raw = { problem: Problem; plan: Plan }

class Hunt {
  readonly #options: HuntOptions
  readonly #onProgress: (progress: Progress) => void
  readonly #signal: AbortSignal
  readonly #runs: Runs
  #tables: Tables
  readonly #startMs: number
  readonly #until: number
  readonly #findings = new Map<string, Finding>()
  /** Titles of problems that showed once and in no repeat of their story, by their keys. */
  readonly #unrepeated = new Map<string, string>()
  #raw: Raw[] = []
  #paged: Plan | undefined
  #habits: Habits | undefined
  #seenOnOnePage: number | undefined
  #stories = 0

  constructor(
    client: Client,
    options: HuntOptions,
    onProgress: (progress: Progress) => void,
    signal: AbortSignal,
  ) {
    this.#options = options
    this.#onProgress = onProgress
    this.#signal = signal
    this.#runs = new Runs(client, options.jobs, signal)
    this.#tables = tablesFor(options.scenarios ?? startScenarios, [])
    this.#startMs = options.now()
    this.#until = this.#startMs + options.timeMs
  }

  async run(): Promise<Hunted> {
    let calm: Observed | undefined
    try {
      calm = await this.#observe(calmPlan)
      await this.#search(await this.#known(calm))
      await this.#makeSmaller()
    } catch (error) {
      if (!this.#signal.aborted) throw error
    }
    return {
      findings: [...this.#findings.values()].toSorted(worstFirst),
      runs: this.#runs.made,
      stories: this.#stories,
      calm,
      unrepeated: [...this.#unrepeated].flatMap(([key, title]) =>
        this.#findings.has(key) ? [] : [title],
      ),
      seenOnOnePage: this.#seenOnOnePage,
      ended: this.#ended(),
    }
  }

  #ended(): Hunted['ended'] {
    if (this.#options.now() >= this.#until || this.#signal.reason === OUT_OF_TIME) return 'time'
    return this.#signal.aborted ? 'stopped' : 'runs'
  }

  async #known(calm: Observed): Promise<Known> {
    this.#tables = tablesFor(this.#tables.scenarios, seenIn(calm).calls)
    this.#paged = { ...calmPlan, aliases: this.#tables.paged }
    const paged = await this.#observe(this.#paged)
    this.#seenOnOnePage = seenOnOnePage(paged)
    const [inPlain, inPaged] = [calm, paged].map((observed) =>
      seenIn(observed).calls.slice(0, MAX_CALLS).map(kindOfCall),
    )
    const habits = { plain: inPlain!, paged: inPaged! }
    this.#habits = habits
    return {
      seed: this.#options.seed,
      tables: this.#tables,
      ...habits,
      hasEndless: this.#options.kinds.has('never_ends'),
      isTroubleNamed: (this.#options.troubles?.size ?? Infinity) < troubles.length / 2,
    }
  }

  /** Judges the stories in their order, while the next ones run already. */
  async #search(known: Known): Promise<void> {
    const { runs } = this.#options
    const allowed = only(calmFirst(planOrder(known)), (plan) => this.#isAllowed(plan))
    const plans = distinct(allowed, (plan) => this.#keyOf(plan))
    const room = this.#runs.jobs === 1 ? 1 : AHEAD * this.#runs.jobs
    const running: Tried[] = []
    try {
      while (this.#stories < runs && !this.#isOver()) {
        while (running.length < Math.min(room, runs - this.#stories)) {
          running.push(this.#try(plans.next().value))
        }
        const { plan, result } = running[0]!
        const ended = await result
        running.shift()
        this.#addAll(ended, plan)
        if (this.#options.now() >= this.#shrinkFrom) await this.#makeSmaller()
        this.#notify(false)
      }
    } finally {
      // The time is over: some later stories have ended before an earlier one.
      for (const { plan, ended } of running) if (ended) this.#addAll(ended, plan)
    }
  }

  #try(plan: Plan): Tried {
    const tried: Tried = { plan, result: this.#result(plan), ended: undefined }
    tried.result.then(
      (ended) => (tried.ended = ended),
      () => {}, // awaited in its turn, unless the time is over before
    )
    return tried
  }

  /** Keeps what a story showed; it is made smaller later. */
  #addAll({ observed, problems }: Result, plan: Plan): void {
    for (const problem of problems) {
      if (this.#findings.has(problem.key)) continue
      this.#raw.push({ problem, plan })
      this.#findings.set(problem.key, {
        problem,
        observed,
        story: toStory(plan, this.#tables),
        repeats: 1,
        reproduced: 1,
        isSmallest: false,
        foundAt: this.#stories,
        foundAfterMs: this.#options.now() - this.#startMs,
      })
    }
    this.#stories += 1
  }

  /** Looks for the smallest story of each problem, the worst ones first; each gets its share of the time. */
  async #makeSmaller(): Promise<void> {
    this.#raw = this.#raw.toSorted(worstFirst)
    for (let raw = this.#raw[0]; raw && !this.#isOver(); raw = this.#raw[0]) {
      this.#notify(true)
      const nowMs = this.#options.now()
      const shareMs = (this.#until - nowMs) / (this.#raw.length + 1)
      await this.#shrink(raw, nowMs + Math.min(this.#options.shrinkMs, shareMs))
      this.#raw.shift()
    }
  }

  async #shrink({ problem, plan }: Raw, until: number): Promise<void> {
    const { key } = problem
    const find = async (each: Plan) =>
      (await this.#result(each, true)).problems.find((one) => one.key === key)
    const { plan: small, isSmallest } = await shrink(plan, {
      arbitrary: planArbitrary(this.#tables, MAX_CALLS),
      shows: async (each) => this.#isAllowed(each) && (await find(each)) !== undefined,
      jobs: this.#runs.jobs,
      isOver: () => this.#options.now() >= until || this.#signal.aborted,
    })
    const finding: Finding = {
      ...this.#findings.get(key)!,
      problem: (await find(small)) ?? problem,
      observed: await this.#observe(small, true),
      story: toStory(small, this.#tables),
      isSmallest,
    }
    this.#findings.set(key, finding)
    const reproduced = await this.#repeat(small, key)
    this.#findings.set(key, { ...finding, repeats: REPEATS, reproduced })
    if (reproduced > 0) return
    // It depends on what nobody can repeat, so that nobody could repair it.
    this.#findings.delete(key)
    this.#unrepeated.set(key, problem.title)
  }

  async #repeat(plan: Plan, key: string): Promise<number> {
    const story = toStory(plan, this.#tables)
    const results = await Promise.all(
      Array.from({ length: REPEATS }, async () => {
        const problems = await this.#judge(plan, await this.#runs.again(story, true))
        return problems.some((problem) => problem.key === key)
      }),
    )
    return results.filter(Boolean).length
  }

  async #result(plan: Plan, isUrgent = false): Promise<Result> {
    const observed = await this.#observe(plan, isUrgent)
    return { observed, problems: await this.#judge(plan, observed) }
  }

  async #judge(plan: Plan, observed: Observed): Promise<Problem[]> {
    const calm = await this.#observe({ ...plan, steps: [] }, true)
    const plain = await this.#observe(calmPlan, true)
    const paged = this.#paged && (await this.#observe(this.#paged, true))
    const story = toStory(plan, this.#tables)
    return judge({ story, observed, calm, plain, paged }, this.#options)
  }

  #observe(plan: Plan, isUrgent = false): Promise<Observed> {
    return this.#runs.of(toStory(plan, this.#tables), isUrgent)
  }

  #isAllowed(plan: Plan): boolean {
    const { troubles: names } = this.#options
    const isNamed = !names || plan.steps.every(({ trouble }) => names.has(troubles[trouble]!.name))
    return isNamed && (!this.#habits || canMatter(plan, this.#tables, this.#habits))
  }

  #keyOf(plan: Plan): string {
    return JSON.stringify(toStory(plan, this.#tables))
  }

  get #shrinkFrom(): number {
    return this.#startMs + SHRINK_FROM * this.#options.timeMs
  }

  #isOver(): boolean {
    return this.#signal.aborted || this.#options.now() >= this.#until
  }

  #notify(isShrinking: boolean): void {
    this.#onProgress({
      runs: this.#runs.made,
      stories: this.#stories,
      problems: this.#findings.size,
      leftMs: Math.max(0, this.#until - this.#options.now()),
      isShrinking,
    })
  }
}

function worstFirst(one: Pick<Raw, 'problem'>, other: Pick<Raw, 'problem'>): number {
  return problemKindNames.indexOf(one.problem.kind) - problemKindNames.indexOf(other.problem.kind)
}

function* only(plans: Iterable<Plan>, isAllowed: (plan: Plan) => boolean): Generator<Plan> {
  for (const plan of plans) if (isAllowed(plan)) yield plan
}

function* calmFirst(plans: Iterable<Plan>): Generator<Plan> {
  yield calmPlan
  yield* plans
}

/** Each story once. Random plans repeat themselves in the end, so it goes on with them after a while. */
function* distinct(plans: Iterable<Plan>, keyOf: (plan: Plan) => string): Generator<Plan, never> {
  const known = new Set<string>()
  let repeated = 0
  for (const plan of plans) {
    const key = keyOf(plan)
    if (known.has(key) && repeated < MAX_REPEATED) repeated += 1
    else {
      known.add(key)
      repeated = 0
      yield plan
    }
  }
  throw new Error('the order of stories has no end')
}

const MAX_REPEATED = 1_000
