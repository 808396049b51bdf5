import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { observe } from '../../src/hunt/explore/observe.ts'
import { judge } from '../../src/hunt/explore/judge/judge.ts'
import { huntDefaults } from '../../src/hunt/explore/options.ts'
import { callCore, type CoreCall } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { calmStory } from '../support/explore/core-client.ts'

type Sent = { atMs: number; connection: NonNullable<CoreCall['connection']>; label?: string }

/** The keys of the problems that creations show; by default, when one more alias can be made today. */
function keysOf(calls: readonly Sent[], scenario: Scenario = { usage: { daily: 49 } }): string[] {
  const sandbox = coreSandbox(scenario)
  for (const { atMs, connection, label = 'shop' } of calls) {
    const body = JSON.stringify({ label })
    callCore(sandbox, { machineMs: MACHINE_MS + atMs, connection, body })
  }
  const run = { end: 'failed', output: '', endedMs: MACHINE_MS + 1_000 } as const
  const observed = observe(sandbox.accounts(), run)
  const calm = { ...observed, end: 'passed' } as const
  return judge({ story: calmStory, observed, calm, plain: calm }, huntDefaults).map(
    ({ key }) => key,
  )
}

const three: Sent[] = [
  { atMs: 0, connection: { id: 1, freeAfter: 0, isNew: true } },
  { atMs: 18, connection: { id: 2, freeAfter: 0, isNew: true } },
  { atMs: 19, connection: { id: 3, freeAfter: 0, isNew: true } },
]

it('does not blame a worker whose connection a busy machine accepted late', () => {
  const late = { atMs: 79, connection: { id: 4, freeAfter: 3, isNew: true } }
  expect(keysOf([...three, late])).toEqual([])
})

it('blames a worker that creates again and again when all of them were told', () => {
  const again = [0, 1, 2, 3].map((count) => ({
    atMs: 1_079 + count,
    connection: { id: 2, freeAfter: count === 0 ? 2 : count + 3 },
  }))
  expect(keysOf([...three, ...again], { usage: { daily: 50 } })).toEqual([
    'etiquette/waits_for_midnight/create',
  ])
})

it('blames a client that creates again on a connection of its own for each call', () => {
  const calls = [0, 1, 2].map((number) => ({
    atMs: 10 * number,
    connection: {
      id: number + 1,
      freeAfter: number,
      isNew: true,
      life: { closedAfter: number + 1 },
    },
  }))
  expect(keysOf(calls)).toEqual(['etiquette/waits_for_midnight/create'])
})

describe('three workers, each with an alias to create, in an outage', () => {
  const outage: Scenario = { faults: [{ kind: 'outage', for: '2h' }] }
  /** Calls at one time of a pool that closes connections that rest, and uses any that is free. */
  const round = (atMs: number, first: number): Sent[] => {
    const life = { closedAfter: first + 3 }
    return [
      { atMs, connection: { id: first, freeAfter: first, isNew: true, life }, label: 'a' },
      { atMs: atMs + 5, connection: { id: first, freeAfter: first, life }, label: 'b' },
      {
        atMs: atMs + 6,
        connection: { id: first + 1, freeAfter: first + 1, isNew: true, life },
        label: 'c',
      },
    ]
  }
  const begin = ['a', 'b', 'c'].map((label, place): Sent => {
    const { atMs, connection } = three[place]!
    return { atMs, connection: { ...connection, life: { closedAfter: 4 } }, label }
  })
  const waited = [...begin, ...round(30_019, 4), ...round(60_025, 7)]

  it('are not blamed for sharing connections, if each waits for its own answer', () => {
    expect(keysOf(waited, outage)).toEqual([])
  })

  it('are blamed if one of them calls at once again and again, also if two threads share each connection', () => {
    const again = [0, 1, 2, 3].map((count): Sent => {
      const moment = 9 + count
      const connection = {
        id: 8,
        freeAfter: moment,
        arrivedAfter: moment,
        life: { closedAfter: 99 },
      }
      return { atMs: 60_032 + count, connection, label: 'c' }
    })
    expect(keysOf([...waited, ...again.slice(1)], outage)).toEqual([])
    expect(keysOf([...waited, ...again], outage)).toEqual(['etiquette/waits_out_outage/create'])
  })

  it('are blamed if they go through a list of aliases without waiting', () => {
    const hasty = Array.from({ length: 9 }, (_, place) => ({
      atMs: 500 + 100 * place,
      connection: { id: 1 + (place % 3), freeAfter: 3 + place },
      label: `another ${place}`,
    }))
    expect(keysOf([...begin, ...hasty], outage)).toEqual(['etiquette/waits_out_outage/create'])
  })
})
