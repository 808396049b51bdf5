import { describe, expect, it } from 'vitest'
import { seedRandom } from '../../../src/core/random/random.ts'
import { tryLie, type TestRun } from '../../../src/hunt/mutate/try-lie.ts'

/** How a suite is simulated: what it notices, and how many of its runs fail by chance. */
type Suite = { lies: number; noticed: number; flakyPercent: number }

type Random = ReturnType<typeof seedRandom>

/** The score of a search; undefined if there is none. */
async function search({ lies, noticed, flakyPercent }: Suite, random: Random) {
  const hasBadLuck = () => random.below(100) < flakyPercent
  if ([hasBadLuck(), hasBadLuck()].includes(true)) return undefined // the runs before the lies
  const ends: string[] = []
  for (let lie = 0; lie < lies; lie += 1) {
    const trial = await tryLie<TestRun>({
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

/** Among them the sizes and scores of the suites of docs/development/how-it-is-tested.md. */
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
    'gets a score in fewer than 1 of 100 searches if %i of 100 runs fail by chance',
    async (flakyPercent) => {
      const scores = await scoresOf({ lies, noticed, flakyPercent })
      expect(scores.length / SEARCHES).toBeLessThan(0.01)
    },
  )
})

const passes = { hasFailed: false, hasLied: true }
const notices = { hasFailed: true, hasLied: true }
const honest = { hasFailed: false, hasLied: false }
const fails = { hasFailed: true, hasLied: false }

/** Tries a lie with runs that end so, one after the other. */
async function tryWith(ends: readonly (typeof passes | undefined)[]) {
  const left = [...ends]
  const run = async () => left.shift()
  const trial = await tryLie({ withLie: run, withoutLie: run })
  return { end: trial?.end, run: trial && ends.indexOf(trial.run) + 1, left: left.length }
}

describe('a lie', () => {
  it.each([
    ['is not noticed by a run that passes', [passes], 'passed', 1],
    ['is not noticed if the service had no occasion', [honest], 'passed', 1],
    [
      'is noticed by two runs, if one without it passes',
      [notices, honest, { ...notices }],
      'failed',
      1,
    ],
    ['shows a flaky suite that fails without it', [notices, fails], 'flaky', 2],
    ['shows a flaky suite that then passes under it', [notices, honest, passes], 'flaky', 1],
    ['shows a flaky suite that fails before it is told', [fails], 'flaky', 1],
    [
      'shows a flaky suite that fails again before it is told',
      [notices, honest, fails],
      'flaky',
      3,
    ],
    ['is not judged if its first run is stopped', [undefined], undefined, undefined],
    ['is not judged if the run without it is stopped', [notices, undefined], undefined, undefined],
    [
      'is not judged if its second run is stopped',
      [notices, honest, undefined],
      undefined,
      undefined,
    ],
  ])('%s', async (_what, ends, end, run) => {
    expect(await tryWith(ends)).toEqual({ end, run, left: 0 })
  })
})
