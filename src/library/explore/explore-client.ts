import { SandboxError } from '../../client/error.ts'
import { rulesBrokenBy } from '../../hunt/explore/judge/broken-rules.ts'
import { CALM_START, scenarioIn } from '../../hunt/explore/scenario-steps.ts'
import type { NamedScenario } from '../../contract/scenario/scenario.ts'
import { byCause } from '../../hunt/explore/one-cause.ts'
import { toLimits } from '../../hunt/explore/run-limits.ts'
import { hunt } from '../../hunt/explore/search/hunt.ts'
import type { ClientFunction } from './client-function.ts'
import { ExploreError, type ExploreFinding } from './explore-error.ts'
import { InProcessClient } from './in-process-client.ts'
import { checkExploreOptions, type ExploreOptions } from './options.ts'
import { toExploreFinding } from './to-explore-finding.ts'

/** The result of an exploration. */
export type Exploration = {
  /** The problems that each repeat of their scenario shows. */
  findings: ExploreFinding[]
  /** The problems that only some repeats show: they make nothing fail. */
  flaky: ExploreFinding[]
  /** The number of scenarios, and of all runs of the client: those that made scenarios smaller too. */
  scenarios: number
  runs: number
  /** Why it ended: all scenarios were tried, or the time was over. */
  ended: 'runs' | 'time'
}

/** Loaded when it is called: see `explore`. */
export async function exploreClient(
  client: ClientFunction,
  options: ExploreOptions,
): Promise<Exploration> {
  const { hunt: chosen, throws } = checkExploreOptions(options)
  const opened = new InProcessClient(client, chosen.timeMs)
  const [start] = chosen.scenarios
  if (start.name === CALM_START) await tryCalm(opened, scenarioIn(start))
  const now = () => performance.now()
  const hunted = await hunt(opened, { ...chosen, now })
  const { findings: found, scenarios, runs, ended } = hunted
  // One scenario is the one without trouble.
  if (found.length === 0 && ended === 'time' && scenarios < 2) {
    throw new SandboxError(
      'failed',
      `no scenario with trouble was tried within ${chosen.timeMs / 1_000} s: raise time`,
    )
  }
  const findings = byCause(found).map(({ finding, others }) => toExploreFinding(finding, others))
  if (throws && findings.length > 0) throw new ExploreError(findings, scenarios)
  const flaky = hunted.flaky.map((finding) => toExploreFinding(finding))
  return { findings, flaky, scenarios, runs, ended: ended === 'time' ? 'time' : 'runs' }
}

/** Refuses a client that always fails: it cannot be judged by how it ends. */
async function tryCalm(client: InProcessClient, calm: NamedScenario): Promise<void> {
  const startedMs = performance.now()
  const { end, output, incomplete, accounts, report } = await client.run(calm)
  if (end === 'passed' && incomplete === undefined) {
    const entries = accounts.flatMap(({ history }) => history)
    const calls = entries.filter(({ type }) => type === 'call').length
    client.limits = toLimits({ realMs: performance.now() - startedMs, calls })
    if (calls > 0) return
    throw new SandboxError('failed', 'the client sent no request to the account that it was given')
  }
  const how = end === 'over_time' ? 'does not end' : 'fails'
  const broken = rulesBrokenBy(report).map((rule) => `; it ${rule}`)
  const text = output === '' ? '' : `: ${output}`
  throw new SandboxError(
    'failed',
    `the client ${how} even when nothing goes wrong${broken.join('')}${text}`,
  )
}
