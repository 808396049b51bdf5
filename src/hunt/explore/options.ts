import type { Starts } from './scenarios/starts.ts'
import { problemKindNames, type ProblemKind } from './problem.ts'

/** How a client is explored. */
export type HuntOptions = {
  /** Decides the order of the scenarios. */
  seed: number
  /** The number of scenarios; those of shrinking come on top. */
  runs: number
  /** For how long it searches, in milliseconds. Making scenarios smaller may take as long again, up to `shrinkMs`. */
  timeMs: number
  /** How many clients run at the same time. */
  jobs: number
  /** How many of them may be active, and not only wait, when another one starts. */
  active: number
  kinds: ReadonlySet<ProblemKind>
  /** The names of the troubles that scenarios are made of; all if undefined. */
  troubles?: ReadonlySet<string> | undefined
  /** The scenarios in which an account may start; the first is the usual one. */
  scenarios: Starts
  patience: Patience
  /** Is the problem with this key known and accepted? Then no time is spent on it. */
  isKnown?: ((key: string) => boolean) | undefined
  /** Does the client's run tell itself whether its result is whole? */
  isResultChecked?: boolean | undefined
  /** How long it may take at most to make scenarios smaller. */
  shrinkMs: number
  /** Real time in milliseconds, from any beginning. */
  now: () => number
}

/** The efforts after which a client may give up: a number of tries of one call, or a length of time. */
export type Patience = { tries: number; ms: number }

export const huntDefaults = {
  seed: 1,
  runs: 1_000,
  timeMs: 60_000,
  jobs: 20,
  active: 2,
  kinds: new Set(problemKindNames),
  patience: { tries: 3, ms: 120_000 },
  shrinkMs: 60_000,
} as const satisfies Omit<HuntOptions, 'now' | 'scenarios'>
