import { describe, expect, it } from 'vitest'
import { seedRandom } from '../../src/core/random/random.ts'
import { tryLie } from '../../src/hunt/mutate/try-lie.ts'

/** How a suite is simulated: what it notices, and how many of its runs fail by chance. */
type Suite = { lies: number; noticed: number; flakyPercent: number }

type Random = ReturnType<typeof seedRandom>

/** The score of a search; undefined if there is none. */
async function search({ lies, noticed, flakyPercent }: Suite, random: Random) {
  const hasBadLuck = () => random.below(100) < flakyPercent
  if ([hasBadLuck(), hasBadLuck()].includes(true)) return undefined // the runs before the lies
  const ends: string[] = []
  for (let lie = 0; lie < lies; lie += 1) {
    const trial = await tryLie({
      withLie: async () => ({ hasFailed: hasBadLuck() || lie < noticed, hasLied: true }),
      withoutLie: async () => ({ hasFailed: hasBadLuck(), hasLied: false }),
    })
    if (trial?.end === 'flaky') return undefined
    ends.push(trial!.end)
  }
  return ends.filter((end) => end === 'failed').length
}

const SEARCHES = 3_000

async function scoresOf(suite: Suite): Promise<number[]> {
  const random = seedRandom(1)
  const scores: number[] = []
  for (let at = 0; at < SEARCHES; at += 1) {
    const score = await search(suite, random)
    if (score !== undefined) scores.push(score)
  }
  return scores
}

/** The suites of docs/find-out.md, and one that is as good as none of them. */
const suites: readonly (readonly [what: string, lies: number, noticed: number])[] = [
  ['35 lies and notices a third', 35, 12],
  ['35 lies and notices none', 35, 0],
  ['35 lies and notices all but five', 35, 30],
  ['76 lies and notices 60 %', 76, 46],
  ['106 lies and notices all', 106, 106],
]

describe.each(suites)('a suite that meets %s', (_what, lies, noticed) => {
  it('gets its exact score if it is steady', async () => {
    const scores = await scoresOf({ lies, noticed, flakyPercent: 0 })
    expect(scores).toEqual(Array.from({ length: SEARCHES }, () => noticed))
  })

  it.each([15, 30])(
    'gets a score in fewer than 1 of 100 searches if %i %% of its runs fail by chance',
    async (flakyPercent) => {
      const scores = await scoresOf({ lies, noticed, flakyPercent })
      expect(scores.length / SEARCHES).toBeLessThan(0.01)
    },
  )
})

it.each([1, 2, 3])('a lie is not judged if its run %i is stopped', async (stopped) => {
  let runs = 0
  const run = async (hasFailed: boolean) => {
    runs += 1
    return runs === stopped ? undefined : { hasFailed, hasLied: hasFailed }
  }
  const trial = await tryLie({ withLie: () => run(true), withoutLie: () => run(false) })
  expect([trial, runs]).toEqual([undefined, stopped])
})
