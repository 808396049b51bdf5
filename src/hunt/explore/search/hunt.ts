import type { Client, Observed } from '../client.ts'
import type { Finding, Hunted, Progress } from '../finding.ts'
import { judge } from '../judge/judge.ts'
import { seenIn } from '../judge/seen.ts'
import { makesParallelCalls } from '../judge/workers.ts'
import type { HuntOptions } from '../options.ts'
import { canMatter, type Habits } from '../stories/can-matter.ts'
import type { Problem } from '../problem.ts'
import { calmPlan, planArbitrary, toStory, type Plan } from '../stories/plan.ts'
import { seenOnOnePage } from '../stories/paged-story.ts'
import { tablesFor, type Tables } from '../stories/starts.ts'
import { kindOfCall } from '../stories/kind-of-call.ts'
import { planOrder, type Known } from '../stories/story-order.ts'
import { troubles } from '../stories/troubles.ts'
import { distinct } from './distinct.ts'
import { isSteady, repeat } from './repeat.ts'
import { Runs } from './runs.ts'
import { shrink } from './shrink.ts'
import { worstFirst, type Raw, type Result, type Tried } from './tried.ts'

/** The reason of a signal that ends the search when its time is over. */
export const OUT_OF_TIME = new Error('the time is over')

/** From this part of the time on, stories that were found are made smaller; before, the search goes on. */
const SHRINK_FROM = 0.6
/** So many times more stories are begun than run at a time: a long one keeps no other waiting. */
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

class Hunt {
  readonly #options: HuntOptions
  readonly #onProgress: (progress: Progress) => void
  readonly #signal: AbortSignal
  readonly #runs: Runs
  #tables: Tables
  readonly #startMs: number
  readonly #until: number
  readonly #findings = new Map<string, Finding>()
  /** What was seen and did not last when its story was repeated, by its key. */
  readonly #passing = new Map<string, Finding>()
  readonly #knownMet = new Set<string>()
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
    this.#tables = tablesFor(options.scenarios, [])
    this.#startMs = options.now()
    this.#until = this.#startMs + options.timeMs
  }

  async run(): Promise<Hunted> {
    let calm: Observed | undefined
    try {
      await this.#search(await this.#known((calm = await this.#observe(calmPlan))))
      await this.#makeSmaller()
    } catch (error) {
      if (!this.#signal.aborted) throw error
    }
    const findings = [...this.#findings.values()].toSorted(worstFirst)
    const passing = [...this.#passing].flatMap(([key, finding]) =>
      this.#findings.has(key) ? [] : [finding],
    )
    return {
      findings: findings.filter(isSteady),
      flaky: [...findings.filter((finding) => !isSteady(finding)), ...passing],
      knownMet: this.#knownMet,
      runs: this.#runs.made,
      stories: this.#stories,
      calm,
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
    const plans = distinct(planOrder(known), {
      isAllowed: (plan) => this.#isAllowed(plan),
      keyOf: (plan) => JSON.stringify(toStory(plan, this.#tables)),
    })
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
        for (const raw of this.#addAll(ended, plan)) await this.#confirm(raw)
        const shrinkFrom = this.#startMs + SHRINK_FROM * this.#options.timeMs
        if (this.#options.now() >= shrinkFrom) await this.#makeSmaller()
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

  /** Keeps what a story showed, and returns what is new; it is made smaller later. */
  #addAll({ observed, problems }: Result, plan: Plan): Raw[] {
    const added: Raw[] = []
    for (const problem of problems) {
      if (this.#findings.has(problem.key)) continue
      if (this.#options.isKnown?.(problem.key)) {
        this.#knownMet.add(problem.key)
        continue
      }
      added.push({ problem, plan })
      this.#findings.set(problem.key, {
        problem,
        observed,
        story: toStory(plan, this.#tables),
        repeats: 0,
        reproduced: 0,
        isSmallest: false,
        foundAt: this.#stories,
        foundAfterMs: this.#options.now() - this.#startMs,
      })
    }
    this.#stories += 1
    this.#raw.push(...added)
    return added
  }

  /** Repeats a story as soon as it has shown a problem: what lasts is told even if the time ends then. */
  async #confirm({ problem: { key }, plan }: Raw): Promise<void> {
    const repeated = { ...this.#findings.get(key)!, ...(await this.#repeat(plan, key)) }
    this.#findings.set(key, repeated)
    if (repeated.reproduced === 0) this.#drop(key, repeated)
  }

  #drop(key: string, finding: Finding): void {
    this.#findings.delete(key)
    this.#raw = this.#raw.filter(({ problem }) => problem.key !== key)
    this.#passing.set(key, finding)
  }

  /** Looks for the smallest story of each problem, the worst ones first; each gets its share of the time. */
  async #makeSmaller(): Promise<void> {
    this.#raw = this.#raw.toSorted(worstFirst)
    for (let raw = this.#raw[0]; raw && !this.#isOver(); raw = this.#raw[0]) {
      this.#notify(true)
      const nowMs = this.#options.now()
      const shareMs = (this.#until - nowMs) / (this.#raw.length + 1)
      await this.#shrink(raw, nowMs + Math.min(this.#options.shrinkMs, shareMs))
      this.#raw = this.#raw.filter((each) => each !== raw)
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
    const before = this.#findings.get(key)!
    const finding: Finding = {
      ...before,
      problem: (await find(small)) ?? problem,
      observed: await this.#observe(small, true),
      story: toStory(small, this.#tables),
      isSmallest,
      ...(await this.#repeat(small, key, true)),
    }
    // A larger story that shows it each time is worth more than a small one that does not.
    const best = !isSteady(finding) && isSteady(before) ? before : finding
    this.#findings.set(key, best)
    if (best.reproduced === 0) this.#drop(key, best)
  }

  async #repeat(
    plan: Plan,
    key: string,
    isLast = false,
  ): Promise<Pick<Finding, 'repeats' | 'reproduced'>> {
    const story = toStory(plan, this.#tables)
    const shown = await repeat(
      async () => {
        const observed = await this.#runs.again(story, true)
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
