import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const }
const free = { account: { plan: 'free' } } as const
type Step = string | [action: string, input: object]

/** An account for the steps; `says` is the answer that a client then gets: a status or a code. */
function customer(scenario: Scenario) {
  const sandbox = coreSandbox({ clock, ...scenario })
  const account = sandbox.account('default')
  return {
    account,
    view: () => toAccountView(account),
    do: (action: string, input: object = {}) => sandbox.perform(account, action, input, MACHINE_MS),
    says: () => {
      const { outcome, response } = callCore(sandbox, {
        method: 'GET',
        key: account.state.key.current,
      })
      return response.status === 403 ? outcome : response.status
    },
    fired: (by: string) =>
      sandbox
        .perform(account, 'advance_clock', { by }, MACHINE_MS)
        .fired.events.filter(({ event }) => /trial|renewed|payment/.test(event))
        .map(({ at, event, amount }) => [new Date(at).toISOString(), event, amount]),
  }
}

/** Sentences of the document: the steps, and the answer that a client gets after each. */
const histories: [sentence: string, start: Scenario, steps: [Step, number | string][]][] = [
  [
    'Paid API access pauses immediately until payment recovery; updating a card alone does not settle',
    {},
    [
      ['fail_payment', 'plan_past_due'],
      ['update_card', 'plan_past_due'],
      ['settle_invoice', 200],
    ],
  ],
  [
    'Subscription canceled; applies immediately, and buying again opens',
    {},
    [
      ['cancel_subscription', 'plan_canceled'],
      [['advance_clock', { by: '400d' }], 'plan_canceled'],
      [['subscribe', { plan: 'pro' }], 200],
    ],
  ],
  [
    'Keys only work while the account is on Plus or Pro, including during the trial',
    free,
    [
      [['start_trial', { plan: 'plus' }], 200],
      [['advance_clock', { by: '6d' }], 200],
      ['cancel_subscription', 'plan_canceled'],
    ],
  ],
  [
    'nothing is charged during the trial; a card that fails fails at its end',
    free,
    [
      [['start_trial', { plan: 'pro' }], 200],
      ['fail_payment', 200],
      [['advance_clock', { by: '7d' }], 'plan_past_due'],
      ['settle_invoice', 200],
    ],
  ],
  [
    'a card that was put right before the charge is charged',
    free,
    [
      [['start_trial', { plan: 'pro' }], 200],
      ['fail_payment', 200],
      ['update_card', 200],
      [['advance_clock', { by: '7d' }], 200],
    ],
  ],
  [
    'a renewal that fails pauses at its hour',
    { account: { renews_at: '+2d', card: 'declined' } },
    [
      [['advance_clock', { by: '172799999ms' }], 200],
      [['advance_clock', { by: '1ms' }], 'plan_past_due'],
    ],
  ],
  [
    'API access requires a paid plan, whatever key is left from paid days',
    {},
    [
      [['set_account', { plan: 'free' }], 'plan_required'],
      [['subscribe', { plan: 'plus' }], 200],
    ],
  ],
  [
    'a new key works at once, a revoked one no more, and one can be made again',
    {},
    [
      ['rotate_key', 200],
      ['revoke_key', 401],
      ['rotate_key', 200],
    ],
  ],
]

describe('billing, as seen in the answers of /v1', () => {
  it.each(histories)('%s', (_sentence, start, steps) => {
    const subject = customer(start)
    const heard = steps.map(([step]) => {
      subject.do(...((typeof step === 'string' ? [step] : step) as [string, object?]))
      return subject.says()
    })
    expect(heard).toEqual(steps.map(([, says]) => says))
  })

  it.each([
    ['plus', 'monthly', 2],
    ['plus', 'yearly', 20],
    ['pro', 'monthly', 4],
    ['pro', 'yearly', 36],
  ])('%s, %s, costs $%i, at the end of the trial and at each renewal', (plan, cycle, amount) => {
    const subject = customer(free)
    subject.do('start_trial', { plan, cycle })
    expect(subject.view().price).toEqual({ amount, currency: 'USD' })
    const next = cycle === 'monthly' ? '2026-04-08' : '2027-03-08'
    expect(subject.fired(cycle === 'monthly' ? '40d' : '400d')).toEqual([
      ['2026-03-08T12:00:00.000Z', 'trial_ended', amount],
      [`${next}T12:00:00.000Z`, 'renewed', amount],
    ])
  })

  it.each([[{}], [free], [{ account: { billing: 'canceled' } }]] as [Scenario][])(
    'one trial per account: %j',
    (start) => {
      const subject = customer(start)
      if (subject.view().billing === 'active' && subject.view().plan !== 'free') {
        expect(() => subject.do('start_trial', { plan: 'plus' })).toThrow(/already/)
        subject.do('cancel_subscription')
      }
      subject.do('start_trial', { plan: 'plus' })
      subject.do('cancel_subscription')
      expect(() => subject.do('start_trial', { plan: 'plus' })).toThrow(/already used its trial/)
    },
  )

  it('charges nothing while an invoice is open', () => {
    const subject = customer({})
    subject.do('fail_payment')
    expect(subject.fired('100d')).toEqual([])
    subject.do('settle_invoice')
    expect(subject.fired('31d')).toHaveLength(1)
  })
})

describe('the monthly allowance of forwarded mail', () => {
  const allowances: [what: string, Scenario, number][] = [
    ['Free', free, 100],
    ['Free with a bonus', { ...free, usage: { referral_bonus: 100 } }, 200],
    ['Plus, whatever the bonus', { usage: { referral_bonus: 100 } }, 2_500],
    ['Pro', { account: { plan: 'pro' } }, 15_000],
  ]

  it.each(allowances)(
    '%s: %i messages, all kinds counted, anew on the 1st',
    (_what, start, most) => {
      const subject = customer({ ...start, aliases: [{ id: 'a' }] })
      subject.do('compose_message', { id: 'a', count: 1 })
      subject.do('reply_message', { id: 'a', count: 1 })
      const { result } = subject.do('forward_message', { id: 'a', count: 20_000 })
      expect(result).toMatchObject({ forwarded: most - 2, refused: 20_002 - most })
      for (const action of ['forward_message', 'reply_message', 'compose_message']) {
        expect(() => subject.do(action, { id: 'a' })).toThrow(/used up/)
      }
      expect(subject.view().usage.forwards).toMatchObject({ used: most, limit: most })
      subject.do('advance_clock', { to: '2026-04-01T00:00:00Z' })
      expect(subject.do('forward_message', { id: 'a' }).result).toMatchObject({ forwarded: 1 })
      expect(subject.account.aliases.get('a')?.forward_count).toBe(most - 1)
    },
  )

  it('follows the current plan', () => {
    const subject = customer({ aliases: [{ id: 'a' }], usage: { forwards: 2_500 } })
    subject.do('change_plan', { plan: 'pro' })
    expect(subject.do('forward_message', { id: 'a' }).result).toMatchObject({ forwarded: 1 })
    subject.do('change_plan', { plan: 'plus' })
    expect(() => subject.do('forward_message', { id: 'a' })).toThrow(/2,500/)
  })

  it('existing aliases keep forwarding while calls get 429, 403 or 503', () => {
    const subject = customer({
      aliases: [{ id: 'a' }],
      usage: { burst: 60, daily: 50 },
      faults: [{ kind: 'outage' }],
    })
    subject.do('fail_payment')
    expect(subject.do('forward_message', { id: 'a' }).result).toMatchObject({ forwarded: 1 })
  })

  it('a single-use alias is burned after one message, whatever its expiry', () => {
    const subject = customer({ aliases: [{ id: 'a', single_use: true, expires_at: '+1h' }] })
    subject.do('forward_message', { id: 'a', count: 5 })
    expect(() => subject.do('forward_message', { id: 'a' })).toThrow('does not exist')
    expect(subject.do('advance_clock', { by: '2h' }).fired.events).toEqual([])
  })
})
