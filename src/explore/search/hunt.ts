import type { Client, Observed } from '../client.ts'
import type { Finding, Hunted, Progress } from '../finding.ts'
import { judge } from '../judge/judge.ts'
import { seenIn } from '../judge/seen.ts'
import type { HuntOptions } from '../options.ts'
import type { Problem } from '../problem.ts'
import { calmPlan, planArbitrary, toStory, type Plan } from '../stories/plan.ts'
import { startScenarios, tablesFor, type Tables } from '../stories/starts.ts'
import { kindOfCall } from '../stories/kind-of-call.ts'
import { planOrder, type Known } from '../stories/story-order.ts'
import { troubles } from '../stories/troubles.ts'
import { Runs } from './runs.ts'
import { shrink } from './shrink.ts'

/** How often the smallest story is repeated. */
const REPEATS = 3
/** Steps are never put at later calls than this. */
const MAX_CALLS = 60

/**
 * Looks for the stories that break a client, and for the smallest of each problem. For a seed it is
 * always the same stories in the same order, whatever the number of jobs.
 *
 * @param signal ends it early; what was found until then is returned.
 */
export async function hunt(
  client: Client,
  options: HuntOptions,
  onProgress: (progress: Progress) => void = () => {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Hunted> {
  return new Hunt(client, options, onProgress, signal).run()
}

class Hunt {
  readonly #options: HuntOptions
  readonly #onProgress: (progress: Progress) => void
  readonly #signal: AbortSignal
  readonly #runs: Runs
  #tables: Tables
  readonly #startMs: number
  readonly #until: number
  readonly #findings = new Map<string, Finding>()
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
    const calm = await this.#observe(calmPlan)
    try {
      await this.#search(await this.#known(calm))
    } catch (error) {
      if (!this.#signal.aborted) throw error
    }
    return {
      findings: [...this.#findings.values()],
      runs: this.#runs.made,
      stories: this.#stories,
      calm,
      ended: this.#signal.aborted ? 'stopped' : this.#isOver() ? 'time' : 'runs',
    }
  }

  async #known(calm: Observed): Promise<Known> {
    this.#tables = tablesFor(this.#tables.scenarios, seenIn(calm).calls)
    const paged = await this.#observe({ ...calmPlan, aliases: this.#tables.paged })
    const [inPlain, inPaged] = [calm, paged].map((observed) =>
      seenIn(observed).calls.slice(0, MAX_CALLS).map(kindOfCall),
    )
    return {
      seed: this.#options.seed,
      tables: this.#tables,
      plain: inPlain!,
      paged: inPaged!,
      hasEndless: this.#options.kinds.has('never_ends'),
    }
  }

  /** Judges the stories in their order, while the next ones run already. */
  async #search(known: Known): Promise<void> {
    const allowed = only(calmFirst(planOrder(known)), (plan) => this.#isAllowed(plan))
    const plans = distinct(allowed, (plan) => this.#keyOf(plan))
    const running: { plan: Plan; problems: Promise<Problem[]> }[] = []
    const start = () => {
      const plan = plans.next().value
      const problems = this.#problemsOf(plan)
      problems.catch(() => {}) // awaited in its turn, unless the time is over before
      running.push({ plan, problems })
    }
    while (this.#stories < this.#options.runs && !this.#isOver()) {
      while (running.length < this.#runs.jobs) start()
      const { plan, problems } = running.shift()!
      const found = await problems
      for (const problem of found) await this.#add(problem, plan)
      this.#stories += 1
      this.#notify(false)
    }
  }

  async #add(problem: Problem, plan: Plan): Promise<void> {
    if (this.#findings.has(problem.key)) return
    const foundAt = this.#stories
    const nowMs = this.#options.now()
    const until = nowMs + this.#options.shrinkMs
    this.#notify(true)
    const find = async (each: Plan) =>
      (await this.#problemsOf(each)).find(({ key }) => key === problem.key)
    const small = await shrink(plan, {
      arbitrary: planArbitrary(this.#tables, MAX_CALLS),
      shows: async (each) => this.#isAllowed(each) && (await find(each)) !== undefined,
      jobs: this.#runs.jobs,
      isOver: () => this.#options.now() >= until || this.#signal.aborted,
    })
    const story = toStory(small.plan, this.#tables)
    this.#findings.set(problem.key, {
      problem: (await find(small.plan)) ?? problem,
      story,
      observed: await this.#observe(small.plan),
      repeats: REPEATS,
      reproduced: await this.#repeat(small.plan, problem.key),
      isSmallest: small.isSmallest,
      foundAt,
      foundAfterMs: nowMs - this.#startMs,
    })
  }

  async #repeat(plan: Plan, key: string): Promise<number> {
    const story = toStory(plan, this.#tables)
    const results = await Promise.all(
      Array.from({ length: REPEATS }, async () => {
        const problems = await this.#judge(plan, await this.#runs.again(story))
        return problems.some((problem) => problem.key === key)
      }),
    )
    return results.filter(Boolean).length
  }

  async #problemsOf(plan: Plan): Promise<Problem[]> {
    return this.#judge(plan, await this.#observe(plan))
  }

  async #judge(plan: Plan, observed: Observed): Promise<Problem[]> {
    const calm = await this.#observe({ ...plan, steps: [] })
    const plain = await this.#observe(calmPlan)
    return judge({ observed, calm, plain }, this.#options)
  }

  #observe(plan: Plan): Promise<Observed> {
    return this.#runs.of(toStory(plan, this.#tables))
  }

  #isAllowed({ steps }: Plan): boolean {
    const { troubles: names } = this.#options
    return !names || steps.every(({ trouble }) => names.has(troubles[trouble]!.name))
  }

  #keyOf(plan: Plan): string {
    return JSON.stringify(toStory(plan, this.#tables))
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
