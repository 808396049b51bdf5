import { expect, it } from 'vitest'
import { byCause } from '../../../src/hunt/explore/one-cause.ts'
import { type HuntOptions, huntDefaults } from '../../../src/hunt/explore/options.ts'
import { hunt } from '../../../src/hunt/explore/search/hunt.ts'
import { flakyWords } from '../../../src/hunt/explore/words/flaky-words.ts'
import { type Api, coreClient, scenarios } from '../../support/explore/core-client.ts'
import { stepsOf } from '../../../src/hunt/explore/scenario-steps.ts'

const find = (script: (api: Api) => void, changes: Partial<HuntOptions> = {}) =>
  hunt(coreClient(script), {
    ...huntDefaults,
    scenarios,
    runs: 60,
    now: () => performance.now(),
    ...changes,
  })

/** Creates again after a lost answer, in those runs in which it likes to. */
const createsAgain = (likesTo: () => boolean) => (api: Api) => {
  if (api.create({ label: 'shop' }).status === 0 && likesTo()) api.create({ label: 'shop' })
}
const duplicate = { kinds: new Set(['duplicate'] as const), troubles: new Set(['lost']) }

it('does not count a problem that every second run of its scenario shows, and says how often', async () => {
  let lost = 0
  const { findings, flaky } = await find(
    createsAgain(() => (lost += 1) % 2 === 1),
    duplicate,
  )
  expect(findings).toEqual([])
  expect(flaky).toMatchObject([{ problem: { key: 'duplicate/create' }, repeats: 10 }])
  expect(flakyWords(flaky[0]!)).toMatch(
    /^One run seemed to show that it makes the same alias twice \(duplicate\/create\); \d of 10 repeats/,
  )
})

it('counts a problem that each repeat shows', async () => {
  const { findings, flaky } = await find(
    createsAgain(() => true),
    duplicate,
  )
  expect(findings).toMatchObject([{ repeats: 3, reproduced: 3 }])
  expect(flaky).toEqual([])
})

it('does not count what nobody had the time to repeat, and gives its scenario', async () => {
  const ending = new AbortController()
  let runs = 0
  const client = coreClient(createsAgain(() => true))
  const { findings, flaky } = await hunt(
    {
      run: (scenario, signal, activity) => {
        if (stepsOf(scenario).length > 0 && (runs += 1) > 1) ending.abort()
        signal.throwIfAborted()
        return client.run(scenario, signal, activity)
      },
    },
    { ...huntDefaults, scenarios, ...duplicate, runs: 60, now: () => 0 },
    undefined,
    ending.signal,
  )
  expect(findings).toEqual([])
  expect(flaky).toHaveLength(1)
  expect(flakyWords(flaky[0]!)).toMatch(
    /no time to repeat it, .* The scenario: The account is on Plus\. /,
  )
})

it('tells a wait that is left out everywhere as one problem with its places', async () => {
  const hasty = (api: Api) => {
    const calls = [() => api.create({ label: 'shop' }), () => api.list()]
    for (const send of calls) {
      for (let tries = 1; send().status !== 200; tries += 1) if (tries === 3) throw new Error('no')
    }
  }
  const { findings } = await find(hasty, { runs: 150, kinds: new Set(['etiquette']) })
  const waits = byCause(findings).filter(({ finding }) =>
    finding.problem.pattern.endsWith('retry_after'),
  )
  expect(waits).toHaveLength(1)
  const [{ finding, others }] = waits as [(typeof waits)[0]]
  expect([finding, ...others].map(({ problem }) => problem.key).toSorted()).toEqual([
    'etiquette/waits_out_burst/create',
    'etiquette/waits_out_burst/list',
    'etiquette/waits_out_outage/create',
    'etiquette/waits_out_outage/list',
  ])
})

it('spends no run on what is known already', async () => {
  const isKnown = (key: string) => key.startsWith('duplicate/')
  const { findings, knownMet } = await find(
    createsAgain(() => true),
    { ...duplicate, isKnown },
  )
  expect([findings, [...knownMet]]).toEqual([[], ['duplicate/create']])
})
