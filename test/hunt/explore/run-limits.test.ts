import { expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { observe } from '../../../src/hunt/explore/observe.ts'
import { judge } from '../../../src/hunt/explore/judge/judge.ts'
import { huntDefaults } from '../../../src/hunt/explore/options.ts'
import { BREACH_MS, excessOf, SILENCE_MS, toLimits } from '../../../src/hunt/explore/run-limits.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { calmScenario } from '../../support/explore/core-client.ts'

/** A run without trouble took half a second and four calls. */
const limits = toLimits({ realMs: 500, calls: 4 })
const collisions: Scenario = {
  faults: [{ kind: 'collision', times: 'always' }],
  limits: { burst: 'off' },
}
const hanging: Scenario = { faults: [{ kind: 'hang' }] }

/** Creates so many aliases, one every `everyMs`, with `labels` in turn; the time goes on until `sinceMs`. */
function after(
  scenario: Scenario,
  {
    calls,
    everyMs,
    sinceMs,
    labels = ['shop'],
  }: { calls: number; everyMs: number; sinceMs: number; labels?: string[] },
) {
  const sandbox = coreSandbox(scenario)
  for (let call = 0; call < calls; call += 1) {
    const body = JSON.stringify({ label: labels[call % labels.length] })
    const entry = callCore(sandbox, { machineMs: MACHINE_MS + call * everyMs, body })
    if (entry.delivery.kind === 'hang') entry.ended_at = null
  }
  const nowMs = MACHINE_MS + sinceMs
  const excess = excessOf(sandbox.accounts(), limits, { sinceMs, nowMs })
  const observed = observe(sandbox.accounts(), {
    end: excess === undefined ? 'passed' : 'over_time',
    output: '',
    endedMs: nowMs,
    hasTooManyCalls: excess === 'calls',
  })
  const calm = observe(coreSandbox({}).accounts(), { end: 'passed', output: '', endedMs: nowMs })
  const problems = judge({ scenario: calmScenario, observed, calm, plain: calm }, huntDefaults)
  return { excess, accused: problems.some(({ kind }) => kind === 'never_ends') }
}

it.each([
  [
    'tries the same again and again at once',
    { calls: 500, everyMs: 50, sinceMs: 25_000 },
    'calls',
    true,
  ],
  ['tries the same each second', { calls: 52, everyMs: 1_000, sinceMs: 52_000 }, 'time', false],
  ['waits longer each time', { calls: 6, everyMs: 9_000, sinceMs: 52_000 }, 'time', false],
  [
    'has four workers that each try twenty times',
    { calls: 80, everyMs: 500, sinceMs: 40_000, labels: ['a', 'b', 'c', 'd'] },
    undefined,
    false,
  ],
] as const)('a client that %s', (_what, calls, excess, accused) => {
  expect(
    after(collisions, { ...calls, labels: [...('labels' in calls ? calls.labels : ['shop'])] }),
  ).toEqual({ excess, accused })
})

it.each([
  ['waited for an answer for 40 s', SILENCE_MS, 'silence', false],
  ['may have a time-out of 30 s', SILENCE_MS - 1, undefined, false],
])('a client that %s', (_what, sinceMs, excess, accused) => {
  expect(after(hanging, { calls: 1, everyMs: 0, sinceMs })).toEqual({ excess, accused })
})

const capped: Scenario = { usage: { daily: 200 } }

it.each([
  ['has created again on the day of the cap', 2, BREACH_MS, 'breach'],
  ['has done so, and may end soon', 2, BREACH_MS - 1, undefined],
  ['has met the cap once, and waits', 1, BREACH_MS, undefined],
])('a client that %s', (_what, calls, sinceMs, excess) => {
  expect(after(capped, { calls, everyMs: 5_000, sinceMs })).toEqual({ excess, accused: false })
})
