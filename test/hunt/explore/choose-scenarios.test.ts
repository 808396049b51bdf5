import { describe, expect, it } from 'vitest'
import type { Client } from '../../../src/hunt/explore/client.ts'
import { type HuntOptions, huntDefaults } from '../../../src/hunt/explore/options.ts'
import { hunt } from '../../../src/hunt/explore/search/hunt.ts'
import { type Api, coreClient, scenarios } from '../../support/explore/core-client.ts'
import { stepsOf } from '../../../src/hunt/explore/scenario-steps.ts'
import type { NamedScenario } from '../../../src/contract/scenario/scenario.ts'

const options = (changes: Partial<HuntOptions> = {}): HuntOptions => ({
  ...huntDefaults,
  scenarios,
  runs: 300,
  now: () => performance.now(),
  ...changes,
})

type Page = { aliases: { label: string }[] }

async function found(script: (api: Api) => void, changes?: Partial<HuntOptions>) {
  const { findings } = await hunt(coreClient(script), options(changes))
  return new Map(
    findings.map(({ problem, scenario, ...finding }) => [problem.key, { ...finding, scenario }]),
  )
}

/** The scenarios that are tried with a client, those of repeats among them. */
async function scenariosOf(script: (api: Api) => void, changes?: Partial<HuntOptions>) {
  const scenarios: NamedScenario[] = []
  const client = coreClient(script)
  const watched: Client = {
    run: (scenario, ...how) => {
      scenarios.push(scenario)
      return client.run(scenario, ...how)
    },
  }
  await hunt(watched, options(changes))
  return scenarios
}

/** Reports whatever is no success. */
function expectSuccess({ status, body }: ReturnType<Api['list']>) {
  if (status !== 200 || !body) throw new Error(`answered ${status}`)
  return body
}

describe('finds a client that reads the first page only', () => {
  it('and fails when it does not find there what it has made', async () => {
    const client = (api: Api) => {
      expectSuccess(api.create({ label: 'shop' }))
      const { aliases } = expectSuccess(api.list()) as Page
      if (!aliases.some(({ label }) => label === 'shop')) throw new Error('it is not there')
    }
    const finding = (await found(client, { runs: 20 })).get('incomplete/without_trouble')
    expect(finding?.scenario).toEqual({
      name: 'plus',
      scenario: { account: { plan: 'plus', billing: 'active' }, populate: expect.any(Number) },
    })
  })

  it('and makes it again when it is not there', async () => {
    const client = (api: Api) => {
      for (let tries = 1; tries <= 3; tries += 1) {
        const { aliases } = expectSuccess(api.list()) as Page
        if (aliases.some(({ label }) => label === 'shop')) return
        expectSuccess(api.create({ label: 'shop' }))
      }
    }
    const finding = (await found(client, { runs: 20 })).get('duplicate/without_trouble')
    expect(finding?.scenario.scenario.timeline).toBe(undefined)
  })
})

it('finds nothing in a client that fails at a field that the document does not name', async () => {
  const client = (api: Api) => {
    const { alias } = expectSuccess(api.create({ label: 'shop' })) as { alias: object }
    const { aliases } = expectSuccess(api.list()) as Page
    for (const each of [alias, ...aliases]) {
      if (Object.keys(each).length > 11) throw new Error('unknown field')
    }
  }
  const kinds = new Set(['incomplete', 'duplicate'] as const)
  expect([...(await found(client, { kinds })).keys()]).toEqual([])
})

it.each([
  ['HTML', 502, 'garbage'],
  ['half an answer', 200, 'truncate'],
])('finds a client that loops as long as the answer is %s', async (_, status, cause) => {
  const client = (api: Api) => {
    for (;;) {
      const answer = api.list()
      if (answer.status !== status || answer.body) return void expectSuccess(answer)
      api.wait(1_000)
    }
  }
  expect([...(await found(client)).keys()]).toContain(`never_ends/${cause}/list`)
})

describe('a client that never creates', () => {
  const lists = (api: Api) => void expectSuccess(api.list())

  it('meets no collision, no daily cap, and nothing that happens after a creation', async () => {
    const text = JSON.stringify(await scenariosOf(lists))
    expect(text).toContain('"kind":"outage"')
    expect(text).not.toMatch(/collision|"daily"|daily_cap|"after":true/)
  })

  it('meets no invoice that is settled unless one is open', async () => {
    const scenarios = await scenariosOf(lists, { runs: 1_000 })
    const settled = scenarios.filter((scenario) =>
      stepsOf(scenario).some((step) => step.do === 'settle_invoice'),
    )
    expect(settled.length).toBeGreaterThan(0)
    for (const scenario of settled) {
      expect([scenario.name, ...stepsOf(scenario).map((step) => step.do)]).toEqual(
        expect.arrayContaining([expect.stringMatching(/^(?:past_due|fail_payment)$/)]),
      )
    }
  })
})

it('lets a client that never lists meet no aliases that are there already', async () => {
  const scenarios = await scenariosOf((api) => void expectSuccess(api.create({ label: 'shop' })))
  expect(JSON.stringify(scenarios)).not.toMatch(/"do":"(?:suspend|delete)_alias"|suspended_mix/)
})

it('tries accounts with 1, 20, 21, 40 and 250 aliases without trouble, before any trouble', async () => {
  const scenarios = await scenariosOf((api) => void expectSuccess(api.list()), {
    runs: 8,
    kinds: new Set(['incomplete']),
  })
  const trouble = scenarios.findIndex((scenario) => stepsOf(scenario).length > 0)
  const calm = trouble < 0 ? scenarios : scenarios.slice(0, trouble)
  const counts = calm.map(({ scenario }) => scenario.populate ?? 0)
  expect(new Set(counts)).toEqual(new Set([0, 1, 20, 21, 40, 41, 250]))
})
