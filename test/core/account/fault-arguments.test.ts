import { describe, expect, it } from 'vitest'
import { controlShapes } from '../../../src/contract/control/control-shapes.ts'
import { faultKinds, faultSpec, type FaultSpec } from '../../../src/contract/faults.ts'
import { check } from '../../../src/contract/values/validation-issue.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { toFaultView, toWholeFaultView } from '../../../src/core/account/fault-view.ts'
import { argumentsOf, argumentValues as values } from '../../support/core/fault-arguments.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { becomes, sandboxState, stateOf } from '../../support/core/states.ts'

// A fault is armed by an action or a scenario, stored, restored and shown. No argument may be lost
// or changed on the way.

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' } as const
const endsAt = '2026-03-01T12:05:00.000Z'
const common = { operation: 'create', times: 3, skip: 2, for: '5m' }
const view = {
  id: 'fault_1',
  operation: 'create',
  times: 3,
  skip: 2,
  hits: 0,
  ends_at: endsAt,
  state: 'armed',
}

const faultsOf = (sandbox: Sandbox) => sandbox.account('default').state.faults.map(toWholeFaultView)

/** The fault after a round trip through JSON, as in a file or a request. */
function checked(fault: object): FaultSpec {
  const result = check(faultSpec, JSON.parse(JSON.stringify(fault)))
  if (!result.ok) throw new Error(JSON.stringify(result.issues))
  return result.value
}

function restored(sandbox: Sandbox): Sandbox {
  const state = check(sandboxState, JSON.parse(JSON.stringify(stateOf(sandbox, MACHINE_MS))))
  if (!state.ok) throw new Error(JSON.stringify(state.issues))
  const other = coreSandbox({})
  becomes(other, state.value)
  return other
}

describe.each(faultKinds)('%s keeps every argument', (kind) => {
  const fault = { kind, ...common, ...argumentsOf(kind) }
  const expected = [{ ...view, kind, ...argumentsOf(kind) }]

  it('through the action that arms it', () => {
    const sandbox = coreSandbox({ clock })
    const account = sandbox.account('default')
    const { result } = sandbox.perform(account, 'arm_fault', fault, MACHINE_MS)
    expect(result).toStrictEqual({
      fault: toFaultView(sandbox.account('default').state.faults[0]!),
    })
    expect(check(controlShapes.Fault, expected[0])).toEqual({ ok: true, value: expected[0] })
    expect(faultsOf(sandbox)).toStrictEqual(expected)
  })

  it('through the scenario format', () => {
    expect(checked(fault)).toStrictEqual(fault)
    expect(faultsOf(coreSandbox({ clock, faults: [checked(fault)] }))).toStrictEqual(expected)
  })

  it('through a step of the timeline', () => {
    const timeline = [{ at: '+1m', do: 'arm_fault' as const, ...fault }]
    const sandbox = coreSandbox({ clock, timeline })
    const account = sandbox.account('default')
    sandbox.perform(account, 'advance_clock', { by: '1m' }, MACHINE_MS)
    const late = { ...expected[0], ends_at: '2026-03-01T12:06:00.000Z' }
    expect(faultsOf(sandbox)).toStrictEqual([late])
  })

  it('through a saved and restored state, and a reset after it', () => {
    const sandbox = restored(coreSandbox({ clock, faults: [checked(fault)] }))
    expect(faultsOf(sandbox)).toStrictEqual(expected)
    sandbox.reset(MACHINE_MS)
    expect(faultsOf(sandbox)).toStrictEqual(expected)
  })

  it('and has the same effect on a call before and after it was restored', () => {
    const sandbox = coreSandbox({ clock, faults: [checked({ kind, ...argumentsOf(kind) })] })
    const again = restored(sandbox)
    const entry = callCore(sandbox)
    expect(entry.fault).toBe('fault_1')
    expect({ ...callCore(again), order: entry.order }).toEqual(entry)
  })
})

it.each<object>([
  { kind: 'delay', ms: [0, 50, 3_000] },
  { kind: 'delay', ms: { p50: 40, p99: 900 } },
  { kind: 'answer', status: 200, body: 'text' },
  { kind: 'answer', status: 200, json: null },
])('%j is stored, restored, and has the same effect then', (fault) => {
  const sandbox = coreSandbox({ clock, faults: [checked({ ...fault, times: 'always' })] })
  const [view] = faultsOf(sandbox)
  expect(view).toMatchObject(fault)
  const again = restored(sandbox)
  expect(faultsOf(again)).toStrictEqual([view])
  for (let call = 0; call < 4; call += 1) {
    const entry = callCore(sandbox)
    expect({ ...callCore(again), order: entry.order }).toEqual(entry)
  }
})

it('an argument takes effect with its value: ms in the delivery, status in the answer', () => {
  const entryOf = (fault: object) => callCore(coreSandbox({ clock, faults: [checked(fault)] }))
  expect(entryOf({ kind: 'delay', ms: values.ms }).delivery.delay_ms).toBe(values.ms)
  expect(entryOf({ kind: 'garbage', status: values.status }).response.status).toBe(values.status)
  expect(entryOf({ kind: 'server_error', status: values.status }).response.status).toBe(504)
  for (const kind of ['burst', 'outage']) {
    const { response } = entryOf({ kind, retry_after: values.retry_after })
    expect(response.headers).toEqual({ 'Retry-After': '20' })
  }
  const { status, headers, json } = values
  expect(entryOf({ kind: 'answer', status, headers, json }).response).toEqual({
    status,
    headers: { 'Retry-After': '7', 'X-Trace': 'a', 'Content-Type': 'application/json' },
    retry_after_seconds: 7,
    body: JSON.stringify(json),
  })
})
