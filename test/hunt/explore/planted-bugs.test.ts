import '../../support/process/fresh-build.js'
import { describe, expect, it } from 'vitest'
import { needs } from '../../support/tools/needs.ts'
// @ts-expect-error: the clients and what measures them are JavaScript, as those of users are
import { explore as exploreAny, PYTHON_MODULES } from './explore-client.js'

type Problem = {
  key: string
  what: string
  start: string
  scenario: { timeline?: object[] }
  repeats: number
  reproduced: number
}
const explore = exploreAny as (
  file: string,
  options: string[],
) => Promise<{ problems: Problem[]; scenarios: number }>
const PYTHON_TOOL = `python3 ${PYTHON_MODULES as string}`

/** A scenario in which one thing happens before the first call. */
const scenarioOf = (step: object) => [
  '--repeat',
  JSON.stringify({ timeline: [{ at_call: 1, do: 'arm_fault', ...step }] }),
]
const outage = { kind: 'outage', for: '3s', retry_after: 3 }

// `npm run measure:explore` searches for the scenarios of all of them.
it.each([
  ['retrying/creates-again-after-a-lost-answer', { kind: 'drop_after' }, 'duplicate/create'],
  [
    'retrying/retries-a-409-for-ever',
    { kind: 'collision', times: 'always' },
    'never_ends/collision/create',
  ],
  ['reading/crashes-on-html', { kind: 'garbage' }, 'crash/SyntaxError/create'],
  ['waiting/waits-a-second-at-most', outage, 'etiquette/waits_out_outage/create'],
  ['waiting/one-time-out-for-all-tries', outage, 'gives_up/outage/create'],
])('the command finds that a client %s', async (file, step, key) => {
  const { problems } = await explore(file, scenarioOf(step))
  const found = problems.find((each) => each.key === key)
  expect(found, JSON.stringify(problems)).toMatchObject({ repeats: 3, reproduced: 3 })
})

describe(
  'the command finds a client in another language that does not wait',
  needs('python3', 'curl'),
  () => {
    it.each(['waiting/sleeps-a-second.py', 'waiting/sleeps-a-second.sh'])('%s', async (file) => {
      const { problems } = await explore(file, scenarioOf(outage))
      expect(problems.map((each) => each.key)).toContain('etiquette/waits_out_outage/create')
    })
  },
)

it.each([
  ['a-lost-answer', 'drop_after'],
  ['a-reset', 'connection_reset'],
])(
  'the command finds a client that creates again after %s, in a scenario of one step',
  async (what, kind) => {
    const options = ['--only', 'duplicate,lost', '--scenarios', 'plus', '--runs', '8']
    const { problems } = await explore(`retrying/creates-again-after-${what}`, options)
    const problem = problems.find((each) => each.key === 'duplicate/create')
    expect(problem).toMatchObject({ start: 'plus', scenario: { timeline: [{ at_call: 1, kind }] } })
  },
)

it('the command finds a client that reads the first page for ever, in each run', async () => {
  const { problems } = await explore('paging/drops-the-cursor', ['--repeat', 'many_pages'])
  const [{ key, repeats, reproduced }] = problems as [Problem]
  expect([problems.length, key]).toEqual([1, 'never_ends/listed/list'])
  expect(repeats).toBeGreaterThanOrEqual(3)
  expect(reproduced).toBe(repeats)
})

describe('the command finds a race that a client loses when one answer comes after another', () => {
  const hold = (at_call: number) => ({ at_call, do: 'arm_fault', kind: 'hold' })
  const clicks = { timeline: [hold(2)] }
  const lastPlace = { timeline: [hold(2), { at_call: 3, do: 'set_usage', daily: 200 }] }
  const rotation = { timeline: [hold(1), { at_call: 2, do: 'rotate_key' }] }

  it.each([
    ['one-label-twice', 'duplicate/order', clicks],
    ['last-place-of-the-day', 'incomplete/result', lastPlace],
    ['rotation-during-a-list', 'passes_wrongly/order', rotation],
  ])('%s', async (name, key, scenario) => {
    const { problems } = await explore(`racing/${name}`, ['--repeat', JSON.stringify(scenario)])
    const found = problems.find((each) => each.key === key)
    expect(found, JSON.stringify(problems)).toBeDefined()
    expect(found!.reproduced).toBe(found!.repeats)
  })

  it.each([
    ['one-label-once', clicks],
    ['last-place-of-the-day', lastPlace],
    ['rotation-during-a-list', rotation],
  ])('and accuses none that does not: %s', async (name, scenario) => {
    const { problems } = await explore(`careful/${name}`, ['--repeat', JSON.stringify(scenario)])
    expect(problems).toEqual([])
  })

  it('by a search', async () => {
    const options = ['--only', 'duplicate,order', '--scenarios', 'plus', '--runs', '10']
    const { problems } = await explore('racing/one-label-twice', options)
    const found = problems.find((each) => each.key === 'duplicate/order')
    expect(found?.scenario.timeline).toEqual([hold(2)])
  })
})

const mixedTrouble = ['--only', 'outage,burst,lost,cut,html', '--runs', '15']

it('the command finds nothing in a careful client', async () => {
  expect((await explore('careful/fetch', mixedTrouble)).problems).toEqual([])
})

describe('the command finds nothing in a careful client in Python', needs(PYTHON_TOOL), () => {
  it.each(['requests_tenacity', 'httpx_asyncio', 'urllib3_retry'])('%s', async (name) => {
    expect((await explore(`careful/${name}.py`, mixedTrouble)).problems).toEqual([])
  })
})

it('the command lets a scenario tell how long the burst limit lasts', async () => {
  const scenario = JSON.stringify({ usage: { burst: 60, burst_resets_in: '5s' } })
  const { problems } = await explore('waiting/ignores-retry-after', ['--repeat', scenario])
  const found = problems.find((each) => each.key === 'etiquette/waits_out_burst/create')
  expect(found?.what).toContain('asked to wait 5 s')
})
