import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { actions } from '../../src/contract/actions.ts'
import { scenarioEntries } from '../../src/contract/scenario/scenario.ts'
import { burstResetsIn, duration } from '../../src/contract/values/times.ts'
import {
  createSandboxApp,
  defineScenario,
  startSandbox,
  type Duration,
  type Sandbox,
} from '../../src/index.ts'
import { transports } from './transports.ts'

/** Every place where the library takes a duration, and the field that its error names. */
const places: Record<string, [field: string, use: (sandbox: Sandbox, input: Duration) => unknown]> =
  {
    'clock.advance': ['by', ({ defaultAccount }, by) => defaultAccount.clock.advance(by)],
    'do advance_clock': [
      'by',
      ({ defaultAccount }, by) => defaultAccount.do('advance_clock', { by }),
    ],
    'do set_usage': [
      'burst_resets_in',
      ({ defaultAccount }, input) => defaultAccount.do('set_usage', { burst_resets_in: input }),
    ],
    'do load_scenario': [
      'scenario.faults[0].for',
      ({ defaultAccount }, input) =>
        defaultAccount.do('load_scenario', {
          scenario: { faults: [{ kind: 'outage', for: input }] },
        }),
    ],
    fail: ['for', ({ defaultAccount }, input) => defaultAccount.fail('outage', { for: input })],
    waitForRequest: [
      'timeout',
      ({ defaultAccount }, timeout) => defaultAccount.waitForRequest({ timeout }),
    ],
    waitForRequests: [
      'timeout',
      ({ defaultAccount }, timeout) => defaultAccount.waitForRequests({ timeout, count: 2 }),
    ],
    'account, changes': [
      'usage.burst_resets_in',
      (sandbox, input) => sandbox.account({ usage: { burst_resets_in: input } }),
    ],
    'account, a scenario': [
      'faults[0].for',
      (sandbox, input) => sandbox.account({ faults: [{ kind: 'outage', for: input }] }),
    ],
    defineScenario: [
      'expect[0].by',
      (_sandbox, by) => defineScenario({ expect: [{ do: 'advance_clock', by }] }),
    ],
    startSandbox: [
      'scenario.usage.burst_resets_in',
      (_sandbox, input) => startSandbox({ scenario: { usage: { burst_resets_in: input } } }),
    ],
    createSandboxApp: [
      'scenario.usage.burst_resets_in',
      (_sandbox, input) => createSandboxApp({ scenario: { usage: { burst_resets_in: input } } }),
    ],
  }

describe.each(transports)('a duration without a unit, %s', (_name, open) => {
  it.each(Object.entries(places))(
    'is refused by %s with both possible meanings, before anything is sent',
    async (_place, [field, use]) => {
      const sandbox = await open()
      const sent = vi.spyOn(globalThis, 'fetch')
      onTestFinished(() => sent.mockRestore())
      for (const input of [100, 0, 1.5, '100']) {
        const message = `${field}: the unit of ${input} is unclear; write '${input}ms' or '${input}s'`
        const attempt = (async () => use(sandbox, input as Duration))()
        await expect(attempt).rejects.toMatchObject({ code: 'bad_argument', field, message })
      }
      expect(sent).not.toHaveBeenCalled()
    },
  )

  it('may be part of a body for /v1', () => {
    const body = { for: 1, timeout: 2 }
    const step = { call: 'POST /v1/aliases', body, status: 400 } as const
    expect(() => defineScenario({ expect: [step] })).not.toThrow()
  })

  it('means seconds in the control API', async () => {
    const { url } = await open()
    const answer = await fetch(`${url}/_sandbox/actions/advance_clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ by: 90 }),
    })
    expect(answer.status).toBe(200)
    for (const timeout of ['0', '1ms', '0.001s']) {
      const waited = await fetch(`${url}/_sandbox/requests/wait?timeout=${timeout}`)
      expect(waited.status).toBe(408)
    }
  })
})

it('a duration with a unit, down to milliseconds, is accepted everywhere', async () => {
  const [[, open]] = transports as [(typeof transports)[number]]
  const sandbox = await open()
  for (const [place, [, use]] of Object.entries(places)) {
    const attempt = (async () => use(sandbox, '100ms'))()
    if (place.startsWith('waitFor'))
      await expect(attempt).rejects.toMatchObject({ code: 'timeout' })
    else await attempt.then((made) => (made as { close?: () => unknown } | undefined)?.close?.())
  }
})

it('every duration of an action or a scenario is tested above', () => {
  const tried = new Set(Object.values(places).map(([field]) => field.split('.').at(-1)))
  const found = new Set<string>()
  for (const { arguments: schema } of Object.values(actions)) collect(schema, '', found)
  for (const [name, schema] of Object.entries(scenarioEntries)) collect(schema, name, found)
  expect(found.size).toBeGreaterThan(2)
  expect([...found].filter((field) => !tried.has(field))).toEqual([])
})

/** The names of the fields below `schema` that are durations. */
function collect(schema: unknown, name: string, found: Set<string>): void {
  if (schema === duration || schema === burstResetsIn) found.add(name)
  if (typeof schema !== 'object' || schema === null) return
  const {
    entries = {},
    pipe = [],
    options = [],
    wrapped,
    item,
  } = schema as {
    entries?: Record<string, unknown>
    pipe?: readonly unknown[]
    options?: readonly unknown[]
    wrapped?: unknown
    item?: unknown
  }
  for (const [key, inner] of Object.entries(entries)) collect(inner, key, found)
  for (const inner of [...pipe, ...options, wrapped, item]) {
    if (inner !== schema) collect(inner, name, found)
  }
}
