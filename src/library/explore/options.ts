import { availableParallelism } from 'node:os'
import * as v from 'valibot'
import {
  boolean,
  integer,
  list,
  oneOf,
  strictObject,
  string,
} from '../../contract/values/fields.ts'
import type { Duration } from '../../contract/values/duration.ts'
import { seed } from '../../contract/scenario/sample-data.ts'
import { duration } from '../../contract/values/times.ts'
import { toMs } from '../../contract/values/to-ms.ts'
import { check, formatIssues, toField } from '../../contract/values/validation-issue.ts'
import { problemKindNames, type ProblemKind } from '../../hunt/explore/problem.ts'
import { huntDefaults, type HuntOptions } from '../../hunt/explore/options.ts'
import { startsOf, usualStarts } from '../../hunt/explore/scenarios/starts.ts'
import { unknownScenario } from '../../contract/scenario/scenario.ts'
import { shippedScenarios } from '../../node/files/scenario-catalog.ts'
import { ScenarioCatalog } from '../../scenario/catalog.ts'
import { wrong } from '../options.ts'

/** Options of {@link explore}; all are optional. */
export type ExploreOptions = {
  /** Decides the order of the scenarios: the same seed, the same scenarios. Default: 1. */
  seed?: number
  /** How many scenarios are tried, beside those that make a scenario smaller. Default: 500. */
  runs?: number
  /** How long to look; making scenarios smaller may take as long again. Default: `30s`. */
  time?: Duration
  /** How many runs at a time, up to 20; 1 for a client that keeps something between its requests. Default: 20. */
  jobs?: number
  /** The scenarios that an account may start in. Default: those that a client can run into by itself. */
  scenarios?: readonly string[]
  /** Only these kinds of problems. */
  only?: readonly ProblemKind[]
  /** All kinds of problems but these. */
  without?: readonly ProblemKind[]
  /** The efforts after which the client may give up on trouble that passes. Default: 3 tries, or `2m`. */
  patience?: { tries?: number; time?: Duration }
  /** Whether problems make the call fail with an {@link ExploreError}. Default: true. */
  throw?: boolean
}

const someTime = v.optional(duration)
const someKinds = v.optional(list(oneOf(problemKindNames, 'a kind of problem'), 20))

const schema = strictObject({
  seed: v.optional(seed, huntDefaults.seed),
  runs: v.optional(integer(1, 1_000_000), 500),
  time: someTime,
  jobs: v.optional(integer(1, huntDefaults.jobs), huntDefaults.jobs),
  scenarios: v.optional(list(string(100), 100)),
  only: someKinds,
  without: someKinds,
  patience: v.optional(strictObject({ tries: v.optional(integer(1, 1_000)), time: someTime }), {}),
  throw: v.optional(boolean(), true),
} satisfies Record<keyof ExploreOptions, v.GenericSchema>)

/** @internal */
type CheckedExploreOptions = {
  hunt: Omit<HuntOptions, 'now'>
  throws: boolean
}

const DEFAULT_TIME = '30s'

/** @throws SandboxError `bad_argument` that names the option. @internal */
export function checkExploreOptions(input: ExploreOptions): CheckedExploreOptions {
  refuseBare(input)
  const checked = check(schema, input)
  if (!checked.ok) {
    throw wrong(toField(checked.issues[0].path), formatIssues(checked.issues, 'options'))
  }
  const { seed: chosenSeed, runs, jobs, scenarios, patience, ...others } = checked.value
  const catalog = new ScenarioCatalog(shippedScenarios())
  const find = (name: string) => catalog.find(name)
  refuseUnknownScenarios(scenarios, catalog.names())
  const { tries = huntDefaults.patience.tries, time } = patience
  return {
    hunt: {
      seed: chosenSeed,
      runs,
      timeMs: toMs(others.time ?? DEFAULT_TIME),
      jobs,
      active: availableParallelism(),
      kinds: kindsOf(others),
      scenarios: scenarios ? startsOf(scenarios, find) : usualStarts(find),
      patience: { tries, ms: time === undefined ? huntDefaults.patience.ms : toMs(time) },
      shrinkMs: huntDefaults.shrinkMs,
    },
    throws: others.throw,
  }
}

function kindsOf({
  only = problemKindNames,
  without = [],
}: {
  only?: readonly ProblemKind[] | undefined
  without?: readonly ProblemKind[] | undefined
}): ReadonlySet<ProblemKind> {
  const left = new Set(only.filter((kind) => !without.includes(kind)))
  if (left.size === 0)
    throw wrong('without', 'only and without leave no kind of problem to look for')
  return left
}

function refuseUnknownScenarios(
  scenarios: readonly string[] | undefined,
  names: readonly string[],
): void {
  if (!scenarios) return
  if (scenarios.length === 0) throw wrong('scenarios', 'scenarios must not be an empty list')
  const unknown = scenarios.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw wrong('scenarios', `scenarios: ${unknownScenario(unknown, names)}`)
}

/** A number could mean seconds or milliseconds. */
function refuseBare({ time, patience }: ExploreOptions): void {
  const durations = { time, 'patience.time': patience?.time }
  for (const [field, value] of Object.entries(durations)) {
    if (typeof value !== 'number') continue
    const number = String(value)
    throw wrong(
      field,
      `${field}: the unit of ${number} is unclear; write '${number}ms' or '${number}s'`,
    )
  }
}
