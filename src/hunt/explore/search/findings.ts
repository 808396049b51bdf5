import type { Finding } from '../finding.ts'
import { isSteady } from './repeat.ts'
import { worstFirst, type RawProblem } from './run-result.ts'

type RepeatCounts = Pick<Finding, 'repeats' | 'reproduced'>

/**
 * The problems that the scenarios have shown so far, each with the first scenario that shows it, by its place in their
 * order.
 */
export class Findings {
  readonly #findings = new Map<string, Finding>()
  /** Problems that no repeat of their scenario showed again, by their keys. */
  readonly #passing = new Map<string, Finding>()
  readonly #raw = new Map<string, RawProblem>()

  get count(): number {
    return this.#findings.size
  }

  /** The problems whose scenarios are to be made smaller, the worst first. */
  get raw(): RawProblem[] {
    return [...this.#raw.values()].toSorted(worstFirst)
  }

  at(key: string): Finding {
    return this.#findings.get(key)!
  }

  /** Keeps a problem, unless an earlier scenario shows it, too. */
  add(raw: RawProblem, { observed, scenario }: Pick<Finding, 'observed' | 'scenario'>): boolean {
    const { problem, place: foundAt } = raw
    const before = this.#findings.get(problem.key)
    if (before && before.foundAt <= foundAt) return false
    this.#raw.set(problem.key, raw)
    this.#findings.set(problem.key, {
      problem,
      observed,
      scenario,
      repeats: 0,
      reproduced: 0,
      isSmallest: false,
      foundAt,
      foundAfterMs: 0,
    })
    return true
  }

  /** Records the repeats of a scenario, and returns the finding if it lasts. */
  confirm(raw: RawProblem, repeated: RepeatCounts, foundAfterMs: number): Finding | undefined {
    const { key } = raw.problem
    if (this.#raw.get(key) !== raw) return undefined // an earlier scenario shows it, too
    const finding = { ...this.at(key), ...repeated, foundAfterMs }
    this.#put(finding)
    return isSteady(finding) ? finding : undefined
  }

  /** Replaces a finding by one with a smaller scenario. */
  replace(finding: Finding): void {
    // A larger scenario that shows it each time is worth more than a small one that does not.
    const before = this.at(finding.problem.key)
    this.#put(!isSteady(finding) && isSteady(before) ? before : finding)
  }

  #put(finding: Finding): void {
    const { key } = finding.problem
    if (finding.reproduced > 0) return void this.#findings.set(key, finding)
    this.#findings.delete(key)
    this.#raw.delete(key)
    this.#passing.set(key, finding)
  }

  /** Returns the problems that each repeat showed, the worst first, and those that only some did. */
  read(): { findings: Finding[]; flaky: Finding[] } {
    const all = [...this.#findings.values()].toSorted(
      (one, other) => worstFirst(one, other) || one.foundAt - other.foundAt,
    )
    const passing = [...this.#passing].flatMap(([key, finding]) =>
      this.#findings.has(key) ? [] : [finding],
    )
    return {
      findings: all.filter(isSteady),
      flaky: [...all.filter((finding) => !isSteady(finding)), ...passing],
    }
  }
}
