import { SandboxError } from '../../client/error.ts'
import { rulesBrokenBy } from '../../hunt/explore/judge/broken-rules.ts'
import { CALM_START, storyIn, type Story } from '../../hunt/explore/story.ts'
import { byCause } from '../../hunt/explore/one-cause.ts'
import { hunt, OUT_OF_TIME } from '../../hunt/explore/search/hunt.ts'
import { ExploreError, type ExploreFinding } from './explore-error.ts'
import { InProcessClient, type ClientFunction } from './in-process-client.ts'
import { checkExploreOptions, type CheckedExploreOptions, type ExploreOptions } from './options.ts'
import { real } from '../../hunt/time-travel/process/real.ts'
import { toExploreFinding } from './to-explore-finding.ts'

/** What an exploration found. */
export type Exploration = {
  /** What each repeat of its story shows. */
  findings: ExploreFinding[]
  /** What only some repeats show: it makes nothing fail. */
  flaky: ExploreFinding[]
  /** The number of stories, and of all runs of the client: those that made stories smaller too. */
  stories: number
  runs: number
  /** Why it ended: all stories were tried, or the time was over. */
  ended: 'runs' | 'time'
}

/** Loaded when it is called: see `explore`. */
export async function exploreClient(
  client: ClientFunction,
  options: ExploreOptions,
): Promise<Exploration> {
  const checked = checkExploreOptions(options)
  const opened = await InProcessClient.open(client, checked)
  try {
    return await search(opened, checked)
  } finally {
    await opened.close()
  }
}

async function search(
  client: InProcessClient,
  { hunt: options, throws }: CheckedExploreOptions,
): Promise<Exploration> {
  const [start] = options.scenarios
  if (start.name === CALM_START) await refuseFailing(client, storyIn(start))
  const hunted = await withTimeLimit(options.timeMs, (signal) =>
    hunt(client, { ...options, now: real.now }, undefined, signal),
  )
  const { findings: found, stories, runs, ended } = hunted
  // One story is the one without trouble.
  if (found.length === 0 && ended === 'time' && stories < 2) {
    throw new SandboxError(
      'failed',
      `no story with trouble was tried within ${options.timeMs / 1_000} s: raise time`,
    )
  }
  const findings = byCause(found).map(({ finding, others }) => toExploreFinding(finding, others))
  if (throws && findings.length > 0) throw new ExploreError(findings, stories)
  const flaky = hunted.flaky.map((finding) => toExploreFinding(finding))
  return { findings, flaky, stories, runs, ended: ended === 'time' ? 'time' : 'runs' }
}

/** Runs that are in progress when the time is over are stopped. */
async function withTimeLimit<Result>(
  ms: number,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController()
  const timer = real.setTimeout(() => ending.abort(OUT_OF_TIME), ms + 1)
  try {
    return await act(ending.signal)
  } finally {
    real.clearTimeout(timer)
  }
}

/** A client that always fails cannot be judged by how it ends. */
async function refuseFailing(client: InProcessClient, calm: Story): Promise<void> {
  const { end, output, incomplete, accounts, report } = await client.run(calm)
  if (end === 'passed' && incomplete === undefined) {
    if (accounts.some(({ history }) => history.some(({ type }) => type === 'call'))) return
    throw new SandboxError('failed', 'the client made no call to the account that it was given')
  }
  const how = end === 'over_time' ? 'does not end' : 'fails'
  const broken = rulesBrokenBy(report).map((rule) => `; it ${rule}`)
  const text = output === '' ? '' : `: ${output}`
  throw new SandboxError(
    'failed',
    `the client ${how} even when nothing goes wrong${broken.join('')}${text}`,
  )
}
