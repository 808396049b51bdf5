import { expect, it } from 'vitest'
import { observe } from '../../src/explore/observe.ts'
import { judge } from '../../src/explore/judge/judge.ts'
import { huntDefaults } from '../../src/explore/options.ts'
import { callCore, type CoreCall } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'

type Sent = { atMs: number; connection: NonNullable<CoreCall['connection']> }

/** The keys of the problems that creations show, when one more alias can be made today. */
function keysOf(calls: readonly Sent[]): string[] {
  const sandbox = coreSandbox({ usage: { daily: 49 } })
  for (const { atMs, connection } of calls) {
    callCore(sandbox, { machineMs: MACHINE_MS + atMs, connection })
  }
  const run = { end: 'failed', output: '', endedMs: MACHINE_MS + 1_000 } as const
  const observed = observe(sandbox.accounts(), run)
  const calm = { ...observed, end: 'passed' } as const
  return judge({ observed, calm, plain: calm }, huntDefaults).map(({ key }) => key)
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

it('blames a worker that creates again a second later', () => {
  const again = { atMs: 1_079, connection: { id: 2, freeAfter: 2 } }
  expect(keysOf([...three, again])).toEqual(['etiquette/waits_for_midnight/create'])
})

it('blames a client without workers that creates again at once on another connection', () => {
  const one = three.slice(0, 1)
  const others = [1, 2].map((number) => ({
    atMs: 10 * number,
    connection: { id: number + 1, freeAfter: number, isNew: true },
  }))
  expect(keysOf([...one, ...others])).toEqual(['etiquette/waits_for_midnight/create'])
})
