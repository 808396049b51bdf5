import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HuntOptions, huntDefaults } from '../../../src/hunt/explore/options.ts'
import { hunt } from '../../../src/hunt/explore/search/hunt.ts'
import { Runs } from '../../../src/hunt/explore/search/runs.ts'
import { judge } from '../../../src/hunt/explore/judge/judge.ts'
import { pagedScenario } from '../../../src/hunt/explore/scenarios/paged-scenario.ts'
import type { Client } from '../../../src/hunt/explore/client.ts'
import { calmScenario, coreClient, scenarios } from '../../support/explore/core-client.ts'
import { type Habits, habits, habitualClient } from '../../support/explore/random-clients.ts'
import { withoutSteps } from '../../../src/hunt/explore/scenario-steps.ts'
import type { NamedScenario } from '../../../src/contract/scenario/scenario.ts'

const options = (changes: Partial<HuntOptions>): HuntOptions => ({
  ...huntDefaults,
  scenarios,
  runs: 40,
  timeMs: Infinity,
  shrinkMs: Infinity,
  now: () => 0,
  ...changes,
})

const seed = fc.nat(1_000)
const fewRuns = { numRuns: 6 }

async function keysShownBy(client: Client, scenario: NamedScenario): Promise<string[]> {
  const runs = new Runs(client, { jobs: 4, active: 4 }, new AbortController().signal)
  const [observed, calm, plain] = await Promise.all([
    runs.of(scenario),
    runs.of(withoutSteps(scenario)),
    runs.of(calmScenario),
  ])
  const paged = await runs.of(pagedScenario(plain, calmScenario, huntDefaults.seed))
  return judge({ scenario, observed, calm, plain, paged }, huntDefaults).map(({ key }) => key)
}

describe('whatever a client does', () => {
  it('the smallest scenario shows the problem, and none without one of its elements does', async () => {
    await fc.assert(
      fc.asyncProperty(habits, seed, async (own, chosen) => {
        const client = coreClient(habitualClient(own))
        const { findings } = await hunt(client, options({ seed: chosen }))
        for (const { problem, scenario: found, isSmallest, reproduced, repeats } of findings) {
          expect({ isSmallest, reproduced }).toEqual({ isSmallest: true, reproduced: repeats })
          expect(await keysShownBy(client, found)).toContain(problem.key)
          const { name, scenario } = found
          for (const left of scenario.timeline ?? []) {
            const timeline = scenario.timeline!.filter((step) => step !== left)
            const smaller = { name, scenario: { ...scenario, timeline } }
            expect(await keysShownBy(client, smaller)).not.toContain(problem.key)
          }
        }
      }),
      fewRuns,
    )
  })

  it('the same seed finds the same, however many runs there are at a time', async () => {
    await fc.assert(
      fc.asyncProperty(habits, seed, fc.integer({ min: 2, max: 5 }), async (own, chosen, jobs) => {
        const found = async (changes: Partial<HuntOptions>) => {
          const client = coreClient(habitualClient(own))
          const { findings } = await hunt(client, options({ seed: chosen, ...changes }))
          return findings.map(({ problem, scenario, foundAt }) => ({
            key: problem.key,
            scenario,
            foundAt,
          }))
        }
        expect(await found({ jobs, active: jobs })).toEqual(await found({ jobs: 1 }))
      }),
      fewRuns,
    )
  })

  it('a problem is found once', async () => {
    await fc.assert(
      fc.asyncProperty(habits, seed, async (own, chosen) => {
        const client = coreClient(habitualClient(own))
        const { findings } = await hunt(client, options({ seed: chosen }))
        const keys = findings.map(({ problem }) => problem.key)
        expect(new Set(keys).size).toBe(keys.length)
      }),
      fewRuns,
    )
  })
})

describe('a client that obeys', () => {
  const obeying: Habits = {
    tries: 4,
    waits: 'as_asked',
    retries: [0, 409, 429, 500, 502, 503, 504],
    looks: true,
    follows: 'cursor',
    reports: true,
  }

  it('has no problems, whatever the seed', async () => {
    await fc.assert(
      fc.asyncProperty(seed, async (chosen) => {
        const client = coreClient(habitualClient(obeying))
        const { findings } = await hunt(client, options({ seed: chosen, runs: 120 }))
        expect(findings.map(({ problem }) => problem)).toEqual([])
      }),
      { numRuns: 3 },
    )
  })
})
