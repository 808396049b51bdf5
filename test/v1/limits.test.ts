import { describe, expect, it } from 'vitest'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const }

describe('Limits, Burst', () => {
  it('lets 60 calls pass and answers the 61st with 429 and the seconds left', async () => {
    const sandbox = await freshSandbox({ scenario: 'pro', with: { clock } })
    const api = apiClient(sandbox)
    const control = controlClient(sandbox)
    for (let call = 1; call <= 60; call += 1) {
      expect((await (call % 2 ? api.list() : api.create())).status).toBe(200)
      if (call === 1) await control.do('advance_clock', { by: '18500ms' })
    }
    const refused = await api.list()
    expect([refused.status, refused.retryAfter]).toEqual([429, '42'])
    await control.do('advance_clock', { by: '41499ms' })
    expect((await api.list()).retryAfter).toBe('1')
    await control.do('advance_clock', { by: '1ms' })
    expect((await api.list()).status).toBe(200)
  })

  it('counts exactly under load: of 100 parallel creations 60 pass', async () => {
    const api = apiClient(await freshSandbox({ scenario: 'pro' }))
    const answers = await Promise.all(Array.from({ length: 100 }, () => api.create()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(
      answers.filter(({ status, retryAfter }) => status === 429 && retryAfter !== null),
    ).toHaveLength(40)
  })

  it.each([
    ['400', { body: '{' }, 1],
    ['401', { key: 'sandbox_unknown' }, 0],
    ['404', { path: '/v1/other' }, 0],
    ['405', { method: 'DELETE' }, 0],
    ['409', { fault: 'collision' }, 1],
    ['503', { fault: 'outage' }, 0],
    ['403', { fault: 'plan_past_due' }, 0],
    ['429', { fault: 'burst' }, 0],
    ['429 daily', { fault: 'daily_cap' }, 1],
  ] as const)('a call answered %s counts %j → %i', async (status, how, counted) => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    if ('fault' in how) await control.do('arm_fault', { kind: how.fault })
    const api = apiClient(sandbox, 'key' in how ? how.key : 'sandbox_default')
    const answer = await api.send(
      'method' in how ? how.method : 'POST',
      'path' in how ? how.path : '/v1/aliases',
      {
        ...('body' in how && { body: how.body, headers: { 'content-type': 'application/json' } }),
      },
    )
    expect(String(answer.status)).toBe(status.slice(0, 3))
    expect((await control.account()).usage.burst.used).toBe(counted)
  })

  it('is not extended by calls that it refuses', async () => {
    const sandbox = await freshSandbox({
      with: { clock, usage: { burst: 60, burst_resets_in: '30s' } },
    })
    const api = apiClient(sandbox)
    for (let call = 0; call < 20; call += 1) expect((await api.list()).retryAfter).toBe('30')
    await controlClient(sandbox).do('advance_clock', { to: 'burst_reset' })
    expect((await api.list()).status).toBe(200)
  })

  it('gives Retry-After in real seconds on a scaled clock', async () => {
    const sandbox = await freshSandbox({
      with: { clock: { scale: 20 }, usage: { burst: 60, burst_resets_in: '58s' } },
    })
    expect((await apiClient(sandbox).list()).retryAfter).toBe('3')
  })

  it.each([
    [1, '30'],
    [7, '5'],
    [10, '3'],
    [30, '1'],
    [60, '1'],
  ])('gives the Retry-After of an outage in real seconds too: × %i', async (scale, seconds) => {
    const { url } = await freshSandbox({
      with: { clock: { scale }, faults: [{ kind: 'outage' }] },
    })
    const headers = { authorization: 'Bearer sandbox_default' }
    const { status, headers: answered } = await fetch(`${url}/v1/aliases`, { headers })
    expect([status, answered.get('retry-after')]).toEqual([503, seconds])
  })
})

describe('Limits, Daily alias creation cap', () => {
  it.each([
    ['plus', 50],
    ['pro', 200],
  ] as const)('%s: %i creations a day, then 429 without Retry-After', async (plan, cap) => {
    const sandbox = await freshSandbox({
      with: { account: { plan }, clock, limits: { burst: 'off' } },
    })
    const api = apiClient(sandbox)
    for (let made = 0; made < cap; made += 1) expect((await api.create()).status).toBe(200)
    const refused = await api.create()
    expect([refused.status, refused.retryAfter]).toEqual([429, null])
    expect((await api.list()).status).toBe(200)
    await controlClient(sandbox).do('advance_clock', { to: 'utc_midnight' })
    expect((await api.create()).status).toBe(200)
  })

  it.each([
    ['plus', 50],
    ['pro', 200],
  ] as const)('%s: one creation left, 20 at once → exactly one passes', async (plan, cap) => {
    const api = apiClient(
      await freshSandbox({ with: { account: { plan }, usage: { daily: cap - 1 }, clock } }),
    )
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.create()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('resets at 00:00:00.000 UTC and not a millisecond earlier', async () => {
    const sandbox = await freshSandbox({
      scenario: 'near_midnight',
      with: { clock: { now: '2026-03-01T23:59:59.998Z', mode: 'frozen' } },
    })
    const api = apiClient(sandbox)
    const control = controlClient(sandbox)
    expect((await api.create()).status).toBe(429)
    await control.do('advance_clock', { by: '1ms' })
    expect((await api.create()).status).toBe(429)
    await control.do('advance_clock', { by: '1ms' })
    expect((await api.create()).status).toBe(200)
  })

  it('follows the current plan, and keeps its count after a change of plan or key', async () => {
    const sandbox = await freshSandbox({ with: { usage: { daily: 50 }, clock } })
    const control = controlClient(sandbox)
    expect((await apiClient(sandbox).create()).status).toBe(429)
    await control.do('change_plan', { plan: 'pro' })
    expect((await apiClient(sandbox).create()).status).toBe(200)
    const { body } = await control.do('rotate_key')
    const { api_key } = body['result'] as { api_key: string }
    await control.do('change_plan', { plan: 'plus' })
    expect((await apiClient(sandbox, api_key).create()).status).toBe(429)
  })

  it('counts neither refused creations nor those of the dashboard', async () => {
    const sandbox = await freshSandbox({ with: { usage: { daily: 49 }, clock } })
    const api = apiClient(sandbox)
    const control = controlClient(sandbox)
    await api.create('{')
    await control.do('arm_fault', { kind: 'collision' })
    await api.create()
    await control.do('create_alias')
    expect((await api.create()).status).toBe(200)
    expect((await api.create()).status).toBe(429)
  })

  it('refuses with the burst limit when both limits are exceeded', async () => {
    const sandbox = await freshSandbox({
      with: { usage: { daily: 50, burst: 60, burst_resets_in: '40s' }, clock },
    })
    expect((await apiClient(sandbox).create()).retryAfter).toBe('40')
  })
})
