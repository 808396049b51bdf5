import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { observe } from '../../../src/hunt/explore/observe.ts'
import { judge } from '../../../src/hunt/explore/judge/judge.ts'
import { huntDefaults } from '../../../src/hunt/explore/options.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { calmScenario } from '../../support/explore/core-client.ts'

type SentCreation = { atMs: number; on: number; label?: string; order?: [number, number] }

/** The keys of the problems that creations show, each of which is answered before the next unless `order` says other. */
function keysOf(calls: readonly SentCreation[], scenario: Scenario): string[] {
  const sandbox = coreSandbox(scenario)
  for (const [at, { atMs, on, label = 'shop', order }] of calls.entries()) {
    const body = JSON.stringify({ label })
    const connection = { id: on, opened: 0 }
    callCore(sandbox, {
      machineMs: MACHINE_MS + atMs,
      connection,
      order: order ?? [10 + 2 * at, 11 + 2 * at],
      body,
    })
  }
  const run = { end: 'failed', output: '', endedMs: MACHINE_MS + 1_000 } as const
  const observed = observe(sandbox.accounts(), run)
  const calm = { ...observed, end: 'passed' } as const
  return judge({ scenario: calmScenario, observed, calm, plain: calm }, huntDefaults).map(
    ({ key }) => key,
  )
}

/** Three workers, each of which wants another alias. */
const three = ['a', 'b', 'c'].map((label, place): SentCreation => ({
  atMs: place,
  on: 1 + place,
  label,
  order: [1 + place, 4 + place],
}))

it('blames a client that creates again and again', () => {
  const calls = [0, 1].map((place): SentCreation => ({ atMs: 100 * place, on: 1 }))
  expect(keysOf(calls, { usage: { daily: 50 } })).toEqual(['etiquette/waits_for_midnight/create'])
})

describe('three workers, each with an alias to create, in an outage', () => {
  const outage: Scenario = { faults: [{ kind: 'outage', for: '2h' }] }
  /** Later they share two connections. */
  const round = (atMs: number): SentCreation[] => [
    { atMs, on: 1, label: 'a' },
    { atMs: atMs + 5, on: 1, label: 'b' },
    { atMs: atMs + 6, on: 2, label: 'c' },
  ]
  const waited = [...three, ...round(30_019), ...round(60_025)]

  it('are not blamed for sharing connections, if each waits for its own answer', () => {
    expect(keysOf(waited, outage)).toEqual([])
  })

  it('are blamed if one of them calls at once again and again', () => {
    const again = [0, 1, 2].map((count): SentCreation => ({
      atMs: 60_032 + count,
      on: 2,
      label: 'c',
    }))
    expect(keysOf([...waited, ...again], outage)).toEqual(['etiquette/waits_out_outage/create'])
  })

  it('are blamed if they go through a list of aliases without waiting', () => {
    const hasty = Array.from({ length: 9 }, (_, place) => ({
      atMs: 500 + 100 * place,
      on: 1 + (place % 3),
      label: `another ${place}`,
    }))
    expect(keysOf([...three, ...hasty], outage)).toEqual(['etiquette/waits_out_outage/create'])
  })
})
