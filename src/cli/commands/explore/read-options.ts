import { defaults } from '../../../contract/defaults.ts'
import { readDuration } from '../../../contract/values/to-ms.ts'
import { huntDefaults, type Patience } from '../../../hunt/explore/options.ts'
import { CALM_START, scenarioIn } from '../../../hunt/explore/scenario-steps.ts'
import type { NamedScenario } from '../../../contract/scenario/scenario.ts'
import { startsOf, usualStarts, type Starts } from '../../../hunt/explore/scenarios/starts.ts'
import type { ScenarioCatalog } from '../../../scenario/catalog.ts'
import type { StartOptions } from '../../../node/start.ts'
import type { Context } from '../../args/context.ts'
import { readRunTime } from '../../args/durations.ts'
import { splitList } from '../../args/option-value.ts'
import type { ExploreOption } from '../../args/tables/hunt-options.ts'
import { usageError } from '../../output/failure.ts'
import { formatOf } from '../../output/formats.ts'
import { invalidValue } from '../../output/wrong-value.ts'
import { requireScenarios } from '../../sandbox/named-scenarios.ts'
import { readSettings } from '../../sandbox/settings.ts'
import type { ResultFormat } from '../../../contract/control/answer-forms.ts'
import { KnownFindings } from '../known-findings.ts'
import { readKinds, type Kinds } from './kinds.ts'
import { checkProblemKey } from './problem-key.ts'
import { readGiven, type GivenScenario } from './saved/scenario-file.ts'

export type ExploreContext = Context<ExploreOption>

/** The input of the user, checked. */
export type ExploreInput = {
  settings: StartOptions
  format: ResultFormat
  timeMs: number
  patience: Patience
  kinds: Kinds
  scenarios: Starts
  /** The scenario in which nothing happens. */
  calm: NamedScenario
  /** The scenarios of --repeat; none for a search. */
  given: readonly GivenScenario[]
  known: KnownFindings
  /** Does a problem count that only some repeats of its scenario show? */
  countsFlaky: boolean
  /** The number of clients that run at a time. */
  jobs: number
}

/** Checks everything that can be wrong before the first run. @throws Failure */
export async function readInput(context: ExploreContext): Promise<ExploreInput> {
  const { options } = context
  const format = formatOf(options)
  const known = KnownFindings.read(options, {
    check: checkProblemKey,
    example: 'gives_up/outage/create',
  })
  const countsFlaky = options.flaky === 'fail'
  const timeMs = readRunTime(options.time, '--time')
  const patience = readPatience(options.patience)
  const kinds = readKinds(options)
  const settings = await readSettings({
    ...context,
    options: { ...options, json: false, seed: defaults.seed }, // --seed is that of the scenarios
  })
  const catalog = settings.catalog as ScenarioCatalog
  const given = options.repeat === undefined ? [] : await readGiven(options.repeat, catalog)
  const calm = { name: CALM_START, scenario: catalog.find(CALM_START)! }
  return {
    settings,
    format,
    timeMs,
    patience,
    kinds,
    scenarios: readScenarios(options.scenarios, catalog),
    calm: scenarioIn(calm),
    given,
    known,
    countsFlaky,
    jobs: options.jobs,
  }
}

/** `3 tries, 2m`, or one of the two. */
function readPatience(text: string): Patience {
  const patience: { -readonly [Key in keyof Patience]: Patience[Key] } = {
    ...huntDefaults.patience,
  }
  const parts = splitList(text)
  const seen = new Set<keyof Patience>()
  for (const part of parts) {
    const [, tries] = /^([1-9]\d{0,5}) ?(?:try|tries)$/.exec(part) ?? []
    const ms = tries === undefined ? readDuration(part) : NaN
    const name = tries === undefined ? 'ms' : 'tries'
    if (seen.has(name) || !(Number(tries) > 0 || ms > 0)) throw invalidPatience(text)
    seen.add(name)
    patience[name] = tries === undefined ? ms : Number(tries)
  }
  if (parts.length === 0) throw invalidPatience(text)
  return patience
}

function invalidPatience(text: string) {
  return usageError(
    invalidValue(text, '--patience', 'tries and a duration, such as "3 tries, 2m" or "5m"'),
  )
}

function readScenarios(text: string, catalog: ScenarioCatalog): Starts {
  const find = (name: string) => catalog.find(name)
  if (text === 'all') return usualStarts(find)
  const names = splitList(text)
  if (names.length === 0)
    throw usageError(invalidValue(text, '--scenarios', 'all, or names separated by commas'))
  requireScenarios(catalog, names, '--scenarios')
  return startsOf(names, find)
}
