import type { Finding } from '../../../explore/finding.ts'
import { judge } from '../../../explore/judge/judge.ts'
import type { Story } from '../../../explore/story.ts'
import type { CommandClient, Recorded } from './command-client.ts'
import type { ExploreInput } from './read-options.ts'

/** How often the story of --story runs, to see whether the problem shows each time. */
const REPEATS = 3

export type Repeated = { findings: readonly Finding[]; runs: number }

/** Runs one story again and judges it. */
export async function repeatStory(
  client: CommandClient,
  story: Story,
  { kinds, patience }: ExploreInput,
  { observed: plain }: Recorded,
): Promise<Repeated> {
  const calm = await client.run({ ...story, steps: [] })
  const runs = await Promise.all(Array.from({ length: REPEATS }, () => client.run(story)))
  const findings = new Map<string, Finding>()
  for (const observed of runs) {
    const problems = judge({ observed, calm, plain }, { kinds: kinds.problems, patience })
    for (const problem of problems) {
      const known = findings.get(problem.key)
      findings.set(problem.key, {
        problem,
        story,
        observed,
        repeats: REPEATS,
        isSmallest: true,
        foundAt: 0,
        foundAfterMs: 0,
        ...known,
        reproduced: (known?.reproduced ?? 0) + 1,
      })
    }
  }
  return { findings: [...findings.values()], runs: REPEATS + 2 }
}
