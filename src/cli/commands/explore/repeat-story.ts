import type { Observed } from '../../../explore/client.ts'
import type { Finding, Hunted } from '../../../explore/finding.ts'
import { judge } from '../../../explore/judge/judge.ts'
import { seenIn } from '../../../explore/judge/seen.ts'
import { pagedStory, seenOnOnePage } from '../../../explore/stories/paged-story.ts'
import { Runs } from '../../../explore/search/runs.ts'
import { calmStory, type Story } from '../../../explore/story.ts'
import type { CommandClient, Recorded } from './command-client.ts'
import type { ExploreInput } from './read-options.ts'

/** How often the story of --story runs, to see whether the problem shows each time. */
const REPEATS = 3

export type Repeated = Pick<Hunted, 'findings' | 'runs' | 'stories' | 'ended' | 'seenOnOnePage'> & {
  repeats: number
  /** The number of a call that was never made, although a step of the story waited for it. */
  missedCall: number | undefined
}

/** Runs one story again and judges it. `signal` ends it early; what has been seen by then is judged. */
export async function repeatStory(
  client: CommandClient,
  story: Story,
  { kinds, patience, isResultChecked }: ExploreInput & { isResultChecked: boolean },
  { observed: plain }: Recorded,
  signal: AbortSignal,
): Promise<Repeated> {
  const runs = new Runs(client, REPEATS, signal)
  const known = new Map([[JSON.stringify(calmStory), plain]])
  const run = (one: Story) => known.get(JSON.stringify(one)) ?? runs.of(one)
  const repeats = Array.from({ length: REPEATS }, () => runs.again(story))
  const lists = seenIn(plain).calls.some(({ operation }) => operation === 'list')
  const [calm, paged, ...repeated] = await Promise.allSettled([
    run({ ...story, steps: [] }),
    lists ? run(pagedStory(plain)) : undefined,
    ...repeats,
  ])
  const ended = repeated.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const inPaged = paged.status === 'fulfilled' ? paged.value : undefined
  const findings = new Map<string, Finding>()
  for (const observed of calm.status === 'fulfilled' ? ended : []) {
    const { value: inCalm } = calm as PromiseFulfilledResult<Observed>
    const problems = judge(
      { story, observed, calm: inCalm, plain, paged: inPaged },
      { kinds: kinds.problems, patience, isResultChecked },
    )
    for (const problem of problems) {
      const before = findings.get(problem.key)
      findings.set(problem.key, {
        problem,
        story,
        observed,
        repeats: ended.length,
        isSmallest: true,
        foundAt: 0,
        foundAfterMs: 0,
        ...before,
        reproduced: (before?.reproduced ?? 0) + 1,
      })
    }
  }
  return {
    findings: [...findings.values()],
    runs: runs.made + 1, // and the first one without trouble
    stories: 1,
    repeats: ended.length,
    missedCall: missedCall(story, ended),
    seenOnOnePage: seenOnOnePage(inPaged),
    ended: signal.aborted ? 'time' : 'runs',
  }
}

function missedCall({ steps }: Story, runs: readonly Observed[]): number | undefined {
  const made = Math.max(...runs.map((observed) => seenIn(observed).calls.length))
  return runs.length === 0 ? undefined : steps.find(({ call }) => call > made)?.call
}
