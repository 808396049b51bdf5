import { inProcess } from '../../../src/core/calls/arrival.ts'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { callCore, type CoreCall } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// Every answer can explain itself: one sentence, the place in the document, and the step at which
// the call ended.

const list: CoreCall = { method: 'GET' }
const clock = { now: '2026-03-01T12:00:00Z' }

function entryOf(scenario: Scenario, requested: CoreCall) {
  const entry = callCore(coreSandbox({ clock, ...scenario }), requested)
  return { ...entry, endedAt: entry.checks.find(({ passed }) => !passed)?.check }
}

describe('an answer gives its reason', () => {
  const created = 'POST /v1/aliases, Response'
  const listed = 'GET /v1/aliases, Response'

  it.each<[Scenario, CoreCall, source: string, why: string]>([
    [{}, {}, created, 'The alias was created (1/50 today, UTC).'],
    [{ limits: { daily: 'off' } }, {}, created, 'The alias was created.'],
    [{}, list, listed, 'Listed 0 aliases; this is the last page.'],
    [{ populate: 20 }, list, listed, 'Listed 20 aliases; this is the last page.'],
    [{ populate: 21 }, list, listed, 'Listed 20 aliases; more pages follow.'],
  ])('%j %j (%s): %s', (scenario, requested, source, why) => {
    expect(entryOf(scenario, requested)).toMatchObject({ why, source, basis: 'documented' })
  })

  it('says that no limit is counted', () => {
    const { checks } = entryOf({ limits: { burst: 'off', daily: 'off' } }, {})
    const levels = checks.filter(({ check }) => check === 'burst' || check === 'daily')
    expect(levels.map(({ detail }) => detail)).toEqual(['no limit', 'no limit'])
  })
})

describe('a refusal gives its reason and its step', () => {
  it.each<[Scenario, CoreCall, step: string, why: string]>([
    [
      { account: { key: 'revoked' } },
      list,
      'key',
      'Invalid or revoked API key. This key of account default was revoked.',
    ],
    [{ account: { plan: 'free' } }, list, 'plan', 'API access needs a paid plan: Plus or Pro.'],
    [
      { faults: [{ kind: 'outage' }] },
      list,
      'outage',
      'Rate limiting is temporarily unavailable; try again shortly. An armed fault caused this response.',
    ],
    [
      { usage: { burst: 60, burst_resets_in: '29001ms' } },
      list,
      'burst',
      'Burst limit exceeded. Request 61 exceeds the limit of 60 in a window that resets in 30 s.',
    ],
    [
      {
        usage: { burst: 60, burst_resets_in: '30s' },
        clock: { ...clock, mode: 'running', scale: 10 },
      },
      list,
      'burst',
      "Burst limit exceeded. Request 61 exceeds the limit of 60 in a window that resets in 30 s of the account's clock, 3 s of real time.",
    ],
    [{}, { ...list, query: 'limit=0' }, 'request', 'limit is 0; allowed are 1 to 100.'],
    [
      { usage: { daily: 50 } },
      {},
      'daily',
      'Daily alias-creation cap exceeded. 50 of 50 creations for this day (UTC) have been used.',
    ],
    [
      { ids: { alphabet: 'a', length: 1 }, aliases: [{ id: 'a' }] },
      {},
      'draw',
      'No free address was found in three draws; trying again is safe. All 3 drawn addresses already exist.',
    ],
    [
      {},
      { method: 'DELETE' },
      'method',
      'DELETE /v1/aliases is not offered; the API has GET and POST.',
    ],
  ])('%j %j ends at %s: %s', (scenario, requested, step, why) => {
    const entry = entryOf(scenario, requested)
    expect([entry.endedAt, entry.why]).toEqual([step, why])
    expect(entry.checks.at(-1)).toEqual({ check: step, passed: false, detail: why })
  })

  it.each([
    [null, 'No Authorization header was sent.'],
    ['sandbox_default x', 'The Authorization header is not of the form "Bearer <key>".'],
    [
      'sandbox_plus-a_test',
      'No account of this sandbox has this key, and it is not sandbox_<scenario> or sandbox_<scenario>-<suffix> (suffix: 1 to 64 characters from A-Z, a-z, 0-9 and dash).',
    ],
    [
      'sk_live_1_sandbox_',
      'This is not a key of the sandbox; a key of the real service must not be sent here.',
    ],
    ['sandbox_default', 'This key of account default was rotated; a newer one replaces it.'],
  ])('the key %s: %s', (key, why) => {
    const { checks } = entryOf({ account: { key: 'rotated' } }, { ...list, key })
    expect(checks).toEqual([
      { check: 'key', passed: false, detail: `Invalid or revoked API key. ${why}` },
    ])
  })

  it('an unknown path is named, with the one that exists', () => {
    const request = {
      method: 'GET',
      path: '/v1/alias',
      query: '',
      headers: {},
      body: null,
    }
    const { outcome, why, checks, response } = coreSandbox({}).call(
      request,
      'Bearer sandbox_default',
      inProcess(MACHINE_MS),
    )
    expect([outcome, why]).toEqual([
      'not_found',
      'There is nothing at /v1/alias; aliases are at /v1/aliases.',
    ])
    expect(checks).toEqual([{ check: 'path', passed: false, detail: why }])
    expect(response).toMatchObject({ status: 404, headers: {} })
  })

  it.each([
    ['405 and what is offered', {}, 405, { Allow: 'GET, POST' }],
    ['404 by choice', { absent_method: 404 } as const, 404, {}],
  ])('another method: %s', (_what, choices, status, headers) => {
    const { response } = entryOf({ choices }, { method: 'PATCH' })
    expect(response).toEqual({
      status,
      headers,
      body: '{"message":"PATCH /v1/aliases is not offered; the API has GET and POST."}',
    })
  })
})
