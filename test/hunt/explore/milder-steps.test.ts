import { expect, it } from 'vitest'
import { hunt } from '../../../src/hunt/explore/search/hunt.ts'
import { huntDefaults } from '../../../src/hunt/explore/options.ts'
import { toldSeconds } from '../../../src/hunt/explore/scenarios/told-seconds.ts'
import { coreClient, scenarios, type Api } from '../../support/explore/core-client.ts'

/** The smallest scenarios that break a client, by their problems. */
async function scenariosOf(script: (api: Api) => void) {
  const options = { ...huntDefaults, scenarios, runs: 120, now: () => performance.now() }
  const { findings } = await hunt(coreClient(script), options)
  return new Map(findings.map(({ problem, scenario }) => [problem.key, scenario]))
}

it('tells a short outage in which each refusal asks for another wait', async () => {
  const scenarios = await scenariosOf((api) => {
    for (let tries = 1; ; tries += 1) {
      const { status, retryAfterMs } = api.create({ label: 'shop' })
      if (status === 200) return
      if (status !== 503 || tries === 2) throw new Error(`answered ${status}`)
      api.wait(retryAfterMs!)
    }
  })
  const { timeline } = scenarios.get('gives_up/outage/create')!.scenario
  const [first, second] = [0, 1].map((place) => toldSeconds(huntDefaults.seed, place))
  expect(first).not.toBe(second)
  expect(timeline).toEqual([
    { at_call: 1, do: 'arm_fault', kind: 'outage', for: `${first}s`, retry_after: first },
    { at_call: 2, do: 'arm_fault', kind: 'outage', for: `${second}s`, retry_after: second },
  ])
})
