import type { ObservedRun } from './client.ts'
import type { Problem } from './problem.ts'
import type { NamedScenario } from '../../contract/scenario/scenario.ts'

/** A problem with the smallest scenario that shows it. */
export type Finding = {
  problem: Problem
  scenario: NamedScenario
  /** A run of that scenario. */
  observed: ObservedRun
  /** The number of repeats of the scenario, and of those that led to the problem; 0 of 0: not yet. */
  repeats: number
  reproduced: number
  /** Was every smaller scenario tried? Otherwise the time was over. */
  isSmallest: boolean
  /** The number of the scenario in which it was found first; 0 is the calm one. */
  foundAt: number
  /** The milliseconds until each repeat of its first scenario had shown it. */
  foundAfterMs: number
}

/** The progress of an exploration. */
export type Progress = {
  /** The scenarios that were tried, and how many are left to try. */
  scenarios: number
  left: number
  /** How many clients work now, and how many only wait. */
  active: number
  waiting: number
  problems: number
  leftMs: number
  isShrinking: boolean
}

/** Callbacks during an exploration. */
export type Listeners = {
  /** Called once; the function that it gets reads the progress at any time. */
  onStart?: (read: () => Progress) => void
  /** Called with each problem as soon as every repeat of its scenario has shown it. */
  onFound?: (finding: Finding) => void
}

export type HuntResult = {
  /** The problems that each repeat of their scenario showed, the worst first. */
  findings: readonly Finding[]
  /** The problems that only some runs showed, or that nobody had the time to repeat. */
  flaky: readonly Finding[]
  /** The keys of known problems that were met. */
  knownMet: ReadonlySet<string>
  runs: number
  scenarios: number
  /** The number of aliases that it saw of more, if it never asks for a second page. */
  seenOnOnePage?: number | undefined
  /** Why it ended. */
  ended: 'runs' | 'time' | 'stopped'
}
