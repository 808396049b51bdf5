import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

// A tester asks for "429 for 20 seconds": Retry-After counts down to the end of the fault.

async function frozenSandbox(scenario: Scenario = {}) {
  const sandbox = await freshSandbox({
    with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' }, ...scenario },
  })
  const control = controlClient(sandbox)
  const api = apiClient(sandbox)
  return {
    control,
    arm: (fault: object) => control.do('arm_fault', { kind: 'burst', ...fault }),
    wait: (by: string) => control.do('advance_clock', { by }),
    list: async () => {
      const { status, retryAfter } = await api.list()
      return retryAfter === null ? String(status) : `${status} ${retryAfter}`
    },
    lastWhy: async () => (await control.requests()).at(-1)!.why,
  }
}

describe('a 429 for some seconds', () => {
  it('counts down to its end, and whoever waits that long gets through', async () => {
    const { arm, wait, list } = await frozenSandbox()
    await arm({ for: '20s' })
    expect(await list()).toBe('429 20')
    await wait('4500ms')
    expect(await list()).toBe('429 16')
    await wait('15s')
    expect(await list()).toBe('429 1')
    await wait('1s')
    expect(await list()).toBe('200')
  })

  it('says in one sentence when it ends, also before the call', async () => {
    const { arm, list, lastWhy, control } = await frozenSandbox()
    await arm({ for: '20s' })
    const { next_call: next } = await control.account()
    await list()
    expect(await lastWhy()).toBe(
      'Burst limit exceeded. An armed fault caused this response; it ends in 20 s.',
    )
    expect(next.list).toEqual({
      status: 429,
      outcome: 'burst',
      why: 'Burst limit exceeded. An armed fault will cause this response; it ends at 12:00:20 UTC.',
      retry_after: 20,
    })
  })

  it('is foretold in a sentence that stays true while time passes', async () => {
    const { arm, wait, control } = await frozenSandbox({
      usage: { burst: 60, burst_resets_in: '30s' },
    })
    const foretold = async () => (await control.account()).next_call.list
    const why =
      'Burst limit exceeded. Request 61 exceeds the limit of 60 in a window that resets at 12:00:30 UTC.'
    expect(await foretold()).toMatchObject({ why, retry_after: 30 })
    await wait('12s')
    expect(await foretold()).toMatchObject({ why, retry_after: 18 })
    await arm({ for: '1d' })
    expect((await foretold()).why).toContain('an armed fault ends at 2026-03-02 12:00:12 UTC')
  })

  it('never asks to wait longer than a window', async () => {
    const { arm, wait, list, lastWhy } = await frozenSandbox()
    await arm({ for: '15m' })
    expect(await list()).toBe('429 60')
    expect(await lastWhy()).toContain(
      'it ends in 900 s; Retry-After is never longer than the window',
    )
    await wait('14m')
    expect(await list()).toBe('429 60')
    await wait('1s')
    expect(await list()).toBe('429 59')
  })

  it('for some calls at most: the last of them tells the end of the time too', async () => {
    const { arm, list } = await frozenSandbox()
    await arm({ for: '20s', times: 2 })
    expect([await list(), await list(), await list()]).toEqual(['429 20', '429 20', '200'])
  })

  it('is told in real seconds on a clock that runs faster', async () => {
    const { arm, list, lastWhy } = await frozenSandbox({ clock: { mode: 'running', scale: 1_000 } })
    await arm({ for: '1h' })
    expect(await list()).toBe('429 1')
    expect(await lastWhy()).toMatch(/ends in \d+ s of the account's clock, 1 s of real time;/)
  })

  it.each([
    ['without a time it says what an empty window says', {}, {}, '429 60'],
    ['without a time it says when the open window resets', { burst: 3 }, {}, '429 30'],
    ['with room in the open window, only the fault counts', { burst: 3 }, { for: '20s' }, '429 20'],
    [
      'with a full window that resets later, the window counts',
      { burst: 60 },
      { for: '20s' },
      '429 30',
    ],
    [
      'with a full window that resets sooner, the fault counts',
      { burst: 60 },
      { for: '45s' },
      '429 45',
    ],
  ])('%s', async (_what, used, fault, answer) => {
    const usage = { ...used, ...('burst' in used && { burst_resets_in: '30s' as const }) }
    const { arm, list } = await frozenSandbox({ usage })
    await arm(fault)
    expect(await list()).toBe(answer)
  })

  it('beside a full window: names both, and the fault', async () => {
    const { arm, list, lastWhy, control } = await frozenSandbox({
      usage: { burst: 60, burst_resets_in: '30s' },
    })
    await arm({ for: '45s' })
    await list()
    expect(await lastWhy()).toBe(
      'Burst limit exceeded. Request 61 exceeds the limit of 60 in a window that resets in 30 s; an armed fault ends in 45 s.',
    )
    expect((await control.requests()).at(-1)).toMatchObject({ fault: 'fault_1', basis: 'injected' })
  })

  it('beside one without a time: whoever waits until the first ends would be refused again', async () => {
    const { arm, wait, list } = await frozenSandbox()
    await arm({ for: '10s' })
    await arm({ times: 5 })
    expect(await list()).toBe('429 60')
    await wait('10s')
    expect(await list()).toBe('429 60')
  })

  it('beside one without a time for other calls: only the first counts', async () => {
    const { arm, list } = await frozenSandbox()
    await arm({ for: '10s' })
    await arm({ times: 5, operation: 'create' })
    expect(await list()).toBe('429 10')
  })

  it('two at once: the one that ends last', async () => {
    const { arm, wait, list } = await frozenSandbox()
    await arm({ for: '10s' })
    await arm({ for: '25s' })
    await arm({ for: '50s', operation: 'create' })
    expect(await list()).toBe('429 25')
    await wait('25s')
    expect(await list()).toBe('200')
  })
})

describe('a 429 for some calls', () => {
  it('counts down from 60, and a second wait begins when the first is over', async () => {
    const { arm, wait, list } = await frozenSandbox()
    await arm({ times: 4 })
    expect(await list()).toBe('429 60')
    await wait('20s')
    expect(await list()).toBe('429 40')
    await wait('40s')
    expect(await list()).toBe('429 60')
    await wait('1500ms')
    expect(await list()).toBe('429 59')
    expect(await list()).toBe('200')
  })

  it('counts down from retry_after, which can be longer than a minute', async () => {
    const { arm, wait, list, control } = await frozenSandbox()
    await arm({ times: 'always', retry_after: 300 })
    expect(await list()).toBe('429 300')
    await wait('4m')
    expect((await control.account()).next_call.create).toMatchObject({ retry_after: 60 })
    expect(await list()).toBe('429 60')
    await wait('1m')
    expect(await list()).toBe('429 300')
  })

  it('begins with what is left of the open window', async () => {
    const { arm, wait, list } = await frozenSandbox()
    expect(await list()).toBe('200')
    await wait('25s')
    await arm({ times: 2 })
    expect(await list()).toBe('429 35')
    await wait('5s')
    expect(await list()).toBe('429 30')
  })

  it('asks with for and retry_after to wait as long again and again, until the fault ends', async () => {
    const { arm, wait, list } = await frozenSandbox()
    await arm({ for: '2m', retry_after: 5 })
    expect(await list()).toBe('429 5')
    await wait('5s')
    expect(await list()).toBe('429 5')
    await wait('115s')
    expect(await list()).toBe('200')
  })

  it('goes on counting down while the window of the account is full as well', async () => {
    const { arm, wait, list, control } = await frozenSandbox()
    await arm({ times: 3, retry_after: 50 })
    expect(await list()).toBe('429 50')
    await wait('1s')
    await control.do('set_usage', { burst: 60, burst_resets_in: '10s' })
    expect((await control.account()).next_call.list).toMatchObject({ retry_after: 49 })
    expect(await list()).toBe('429 49')
    await wait('10s')
    expect(await list()).toBe('429 39')
  })

  it('is not begun by looking at what the next call would get', async () => {
    const { arm, wait, list, control } = await frozenSandbox()
    await arm({ times: 1, retry_after: 20 })
    expect((await control.account()).next_call.list).toMatchObject({ retry_after: 20 })
    await wait('10s')
    expect(await list()).toBe('429 20')
  })

  it('says real seconds on a scaled clock', async () => {
    const { arm, list } = await frozenSandbox({ clock: { mode: 'running', scale: 10 } })
    await arm({ times: 1, retry_after: 300 })
    expect(await list()).toBe('429 30')
  })
})
