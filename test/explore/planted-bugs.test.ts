import '../support/process/fresh-build.js'
import { describe, expect, it } from 'vitest'
import { needs } from '../support/tools/needs.ts'
// @ts-expect-error: the clients and what measures them are JavaScript, as those of users are
import { explore as exploreAny, PYTHON_MODULES } from './explore-client.js'

type Problem = {
  key: string
  start: string
  story: { timeline?: object[] }
  repeats: number
  reproduced: number
}
const explore = exploreAny as (
  file: string,
  options: string[],
) => Promise<{ problems: Problem[]; stories: number }>
const PYTHON_TOOL = `python3 ${PYTHON_MODULES as string}`

// `npm run measure:explore` does this for all of them, with all kinds of trouble.
it.each([
  ['retrying/creates-again-after-a-lost-answer', 'duplicate', 'lost', 'duplicate/create'],
  ['waiting/no-time-out', 'never_ends', 'hang', 'never_ends/hang/create'],
  ['reading/crashes-on-html', 'crash', 'html', 'crash/SyntaxError/create'],
])(
  'the command finds that a client %s, in a story of one step',
  async (file, kind, trouble, key) => {
    const options = ['--only', `${kind},${trouble}`, '--scenarios', 'plus', '--runs', '60']
    const { problems } = await explore(file, [...options, '--time', '3m'])
    const problem = problems.find((each) => each.key === key)
    expect(problem).toMatchObject({ start: 'plus', story: { timeline: [{ at_call: 1 }] } })
  },
)

it('the command finds a client that reads the first page for ever, in each run', async () => {
  const { problems } = await explore('paging/drops-the-cursor', ['--story', 'many_pages'])
  const [{ key, repeats, reproduced }] = problems as [Problem]
  expect([problems.length, key]).toEqual([1, 'never_ends/listed/list'])
  expect(repeats).toBeGreaterThanOrEqual(3)
  expect(reproduced).toBe(repeats)
})

const mixedTrouble = ['--only', 'outage,burst,lost,cut,html,slow', '--runs', '25', '--time', '3m']

it('the command finds nothing in a careful client', async () => {
  expect((await explore('careful/fetch', mixedTrouble)).problems).toEqual([])
})

describe('the command finds nothing in a careful client in Python', needs(PYTHON_TOOL), () => {
  it.each(['requests_tenacity', 'httpx_asyncio', 'urllib3_retry'])('%s', async (name) => {
    expect((await explore(`careful/${name}.py`, mixedTrouble)).problems).toEqual([])
  })
})

it('the command does not take the tries of four careful workers for a loop', async () => {
  const step = { at_call: 1, do: 'arm_fault', kind: 'truncate', times: 'always' }
  const story = JSON.stringify({ timeline: [step] })
  expect((await explore('careful/gate', ['--story', story])).problems).toEqual([])
})
