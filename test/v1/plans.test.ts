import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const }
type Step = [action: string, input: object]

async function started(over: Scenario) {
  const sandbox = await freshSandbox({ with: { clock, ...over } })
  const api = apiClient(sandbox)
  /** The result of both operations, which is always the same: 200 or the code. */
  const access = async () => {
    const [listed, created] = [await api.list(), await api.create()]
    expect([created.status, created.code]).toEqual([listed.status, listed.code])
    return listed.code ?? listed.status
  }
  return { sandbox, api, access, control: controlClient(sandbox) }
}

describe('access follows plan and billing at once', () => {
  it.each<[string, Scenario['account'], [Step, unknown][]]>([
    [
      'a trial opens the API to a Free account and its end charges the card',
      { plan: 'free' },
      [
        [['start_trial', { plan: 'plus', cycle: 'yearly' }], 200],
        [['advance_clock', { by: '7d' }], 200],
      ],
    ],
    [
      'a trial lasts 7 × 24 hours; when its charge fails, the API closes',
      { plan: 'free' },
      [
        [['start_trial', { plan: 'pro' }], 200],
        [['fail_payment', {}], 200],
        [['advance_clock', { by: '167h59m59s' }], 200],
        [['advance_clock', { by: '1s' }], 'plan_past_due'],
      ],
    ],
    [
      'a new card does not settle the invoice; settling restores',
      { plan: 'plus' },
      [
        [['fail_payment', {}], 'plan_past_due'],
        [['update_card', {}], 'plan_past_due'],
        [['advance_clock', { by: '40d' }], 'plan_past_due'],
        [['settle_invoice', {}], 200],
      ],
    ],
    [
      'canceling closes at once, buying opens again',
      { plan: 'pro' },
      [
        [['cancel_subscription', {}], 'plan_canceled'],
        [['advance_clock', { by: '400d' }], 'plan_canceled'],
        [['subscribe', { plan: 'plus' }], 200],
      ],
    ],
    [
      'canceling a trial closes it, too',
      { plan: 'plus', billing: 'trialing' },
      [[['cancel_subscription', {}], 'plan_canceled']],
    ],
    ['buying without a trial', { plan: 'free' }, [[['subscribe', { plan: 'pro' }], 200]]],
    [
      'a card that was put right before the charge is charged',
      { billing: 'trialing' },
      [
        [['fail_payment', {}], 200],
        [['update_card', {}], 200],
        [['advance_clock', { by: '7d' }], 200],
      ],
    ],
    [
      'a renewal that fails closes at its hour',
      { renews_at: '+2d', card: 'declined' },
      [
        [['advance_clock', { by: '172799999ms' }], 200],
        [['advance_clock', { by: '1ms' }], 'plan_past_due'],
      ],
    ],
    [
      'access needs a paid plan, whatever key is left from paid days',
      {},
      [
        [['set_account', { plan: 'free' }], 'plan_required'],
        [['subscribe', { plan: 'plus' }], 200],
      ],
    ],
  ])('%s', async (_what, account, steps) => {
    const { access, control } = await started({ account: account! })
    const seen = []
    for (const [[action, input]] of steps) {
      expect((await control.do(action, input)).status).toBe(200)
      seen.push(await access())
    }
    expect(seen).toEqual(steps.map(([, then]) => then))
  })

  it.each<[string, Scenario['account']]>([
    ['had a trial before', { plan: 'free', trial_used: true }],
    ['is in its trial', { plan: 'plus', billing: 'trialing' }],
    ['pays for a plan', { plan: 'plus' }],
  ])('an account that %s gets no trial', async (_what, account) => {
    const { control, access } = await started({ account: account! })
    const before = await access()
    expect((await control.do('start_trial', { plan: 'pro' })).status).toBe(409)
    expect(await access()).toBe(before)
  })
})

describe('what the API limits do not affect', () => {
  it.each<[string, NonNullable<Scenario['usage']>]>([
    ['burst', { burst: 60, burst_resets_in: '30s' }],
    ['daily', { daily: 50 }],
  ])('a 429 (%s) stops neither aliases nor forwarding', async (_limit, usage) => {
    const { api, control } = await started({ aliases: [{ id: 'shop' }], usage })
    expect((await api.create()).status).toBe(429)
    expect((await control.do('forward_message', { id: 'shop', count: 2 })).status).toBe(200)
    await control.do('advance_clock', { by: '31s' })
    expect((await api.list()).aliases).toMatchObject([{ id: 'shop', forward_count: 2 }])
  })

  it('a used-up month of forwarding stops neither creations nor lists', async () => {
    const { api, control } = await started({
      aliases: [{ id: 'shop' }],
      usage: { forwards: 2_500 },
    })
    expect((await control.do('forward_message', { id: 'shop' })).status).toBe(409)
    expect([(await api.create()).status, (await api.list()).status]).toEqual([200, 200])
  })

  it.each([
    ['free', 0, 100],
    ['free', 100, 200],
    ['plus', 100, 2_500],
    ['pro', 0, 15_000],
  ] as const)('%s with a bonus of %i forwards %i messages a month', async (plan, bonus, most) => {
    const { control } = await started({
      account: { plan },
      aliases: [{ id: 'a' }],
      usage: { referral_bonus: bonus, forwards: most - 3 },
    })
    for (const action of ['forward_message', 'reply_message', 'compose_message']) {
      expect((await control.do(action, { id: 'a' })).status).toBe(200)
    }
    expect((await control.do('forward_message', { id: 'a' })).status).toBe(409)
    await control.do('advance_clock', { to: '2026-04-01T00:00:00Z' })
    expect((await control.do('forward_message', { id: 'a' })).status).toBe(200)
  })
})
