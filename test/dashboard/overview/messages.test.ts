import { describe, expect, it } from 'vitest'
import type { PerformedView } from '../../../src/contract/control/control-shapes.ts'
import { actionNames } from '../../../src/contract/actions.ts'
import { messageOf } from '../../../src/dashboard/labels/messages.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox, type FreshOptions } from '../../support/http/fresh-sandbox.ts'

/** Steps that come first, as `[action, arguments]`. */
type Step = readonly [action: string, args: object]

const ID = 'shop-0001'

/** An account whose alias and clock are known. */
const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' } as const
const setting: FreshOptions = {
  with: {
    clock,
    aliases: [{ id: ID, label: 'shop' }],
  },
}

/** Each action with its message; `after` makes it possible. */
const stories: readonly {
  does: Step
  says: string | RegExp
  after?: readonly Step[]
}[] = [
  { does: ['advance_clock', { by: '5m' }], says: 'The clock is now 12:05:00.' },
  {
    does: ['advance_clock', { to: 'burst_reset' }],
    after: [['set_usage', { burst: 60 }]],
    says: 'The clock is now 12:01:00. A new minute began: the count of calls is back to 0.',
  },
  {
    does: ['advance_clock', { to: 'utc_midnight' }],
    after: [['set_usage', { daily: 50 }]],
    says: 'The clock is now 2026-03-02 00:00:00. A new day began (00:00 UTC): the count of aliases is back to 0.',
  },
  {
    does: ['advance_clock', { by: '7d' }],
    after: [
      ['cancel_subscription', {}],
      ['start_trial', { plan: 'pro' }],
      ['fail_payment', {}],
    ],
    says: 'The clock is now 2026-03-08 12:00:00. The trial ended, and the card was declined.',
  },
  {
    does: ['advance_clock', { by: '31d' }],
    says: 'The clock is now 2026-04-01 12:00:00. The plan was renewed and $2 was charged.',
  },
  {
    does: ['advance_clock', { by: '31d' }],
    after: [['fail_payment', { when: 'next_charge' }]],
    says: 'The clock is now 2026-04-01 12:00:00. The payment failed: the card was declined.',
  },
  {
    does: ['freeze_clock', {}],
    after: [['resume_clock', {}]],
    says: 'The clock was stopped.',
  },
  {
    does: ['freeze_clock', {}],
    says: 'The clock was stopped. Nothing changed: it was like that before.',
  },
  { does: ['resume_clock', {}], says: 'The clock runs again, at real speed.' },
  {
    does: ['resume_clock', { scale: 1_000 }],
    says: 'The clock runs 1,000 times as fast as real time.',
  },
  {
    does: ['start_trial', { plan: 'plus' }],
    after: [['cancel_subscription', {}]],
    says: 'A trial of Plus began; it ends on 2026-03-08.',
  },
  {
    does: ['subscribe', { plan: 'pro', cycle: 'yearly' }],
    after: [['cancel_subscription', {}]],
    says: 'Pro was bought, paid yearly.',
  },
  { does: ['change_plan', { plan: 'pro' }], says: 'The plan was changed to Pro.' },
  { does: ['fail_payment', {}], says: 'A payment failed.' },
  {
    does: ['fail_payment', { when: 'next_charge' }],
    says: 'The card will be declined at the next charge.',
  },
  {
    does: ['update_card', {}],
    after: [['fail_payment', { when: 'next_charge' }]],
    says: 'A good card was put on file.',
  },
  {
    does: ['update_card', {}],
    after: [['fail_payment', {}]],
    says: 'A good card was put on file; the invoice is still open.',
  },
  {
    does: ['settle_invoice', {}],
    after: [['fail_payment', {}]],
    says: 'The open invoice was paid.',
  },
  { does: ['cancel_subscription', {}], says: 'The plan was canceled. Undo brings it back.' },
  {
    does: ['set_account', { plan: 'pro', billing: 'past_due', card: 'declined' }],
    says: 'The account was set: plan Pro, payment failed, card declined.',
  },
  {
    does: ['rotate_key', {}],
    says: 'A new API key was made; the old one stopped working. Undo brings it back.',
  },
  { does: ['revoke_key', {}], says: 'The API key was revoked. Undo brings it back.' },
  { does: ['create_alias', { label: 'bank' }], says: 'An alias was created: “bank”.' },
  { does: ['create_alias', {}], says: 'An alias was created.' },
  { does: ['suspend_alias', { id: ID }], says: 'Alias “shop” was suspended.' },
  {
    does: ['resume_alias', { id: ID }],
    after: [['suspend_alias', { id: ID }]],
    says: 'Alias “shop” was resumed.',
  },
  { does: ['delete_alias', { id: ID }], says: `Alias ${ID} was deleted. Undo brings it back.` },
  { does: ['configure_replies', { id: ID }], says: 'Replies of alias “shop” were set up.' },
  { does: ['populate_aliases', { count: 1 }], says: 'Added 1 alias.' },
  { does: ['populate_aliases', { count: 1_200 }], says: 'Added 1,200 aliases.' },
  { does: ['forward_message', { id: ID }], says: `1 message was forwarded to ${ID}.` },
  {
    does: ['forward_message', { id: ID, count: 5 }],
    after: [['set_usage', { forwards: 2_498 }]],
    says: `2 of 5 messages were forwarded to ${ID}.`,
  },
  {
    does: ['reply_message', { id: ID, count: 2 }],
    says: `2 messages were answered through ${ID}.`,
  },
  {
    does: ['deliver_mail', { to: `${ID}@alias-sandbox.example` }],
    says: `A mail to ${ID}@alias-sandbox.example was forwarded.`,
  },
  { does: ['compose_message', { id: ID }], says: `1 message was sent from ${ID}.` },
  {
    does: [
      'set_usage',
      { burst: 1, burst_resets_in: '40s', daily: 1, forwards: 1_500, referral_bonus: 1 },
    ],
    says: 'Limits were set: 1 call this minute, a new minute begins in 40 seconds, 1 alias today, 1,500 messages this month, 1 extra message a month.',
  },
  {
    does: ['set_choices', { page_size: 10 }],
    says: 'The reading of the document was set: page size is 10.',
  },
  {
    does: ['arm_fault', { kind: 'burst', for: '20s' }],
    says: 'Armed: for 20 seconds, every call gets 429 Too many calls this minute.',
  },
  {
    does: ['clear_faults', {}],
    after: [['arm_fault', { kind: 'outage' }]],
    says: '1 armed fault was stopped.',
  },
  {
    does: ['clear_faults', { kind: 'outage' }],
    after: [['arm_fault', { kind: 'outage' }]],
    says: 'Every armed “Service unavailable” was stopped.',
  },
  { does: ['clear_faults', {}], says: 'Nothing was armed, so nothing was stopped.' },
  {
    does: ['load_scenario', { scenario: 'trial' }],
    says: 'Scenario trial was loaded. Undo brings back what was here before.',
  },
  {
    does: ['load_scenario', { scenario: { title: 'Mine' } }],
    says: 'A scenario of your own was loaded. Undo brings back what was here before.',
  },
  { does: ['reset', {}], says: 'The account was reset. Undo brings back what was here before.' },
]

/** Performs the steps in a fresh sandbox and returns the message of the last one. */
async function messageAfter(steps: readonly Step[]): Promise<string> {
  const control = controlClient(await freshSandbox(setting))
  let message = ''
  for (const [action, args] of steps) {
    const { status, body } = await control.do(action, args)
    expect(`${action}: ${status} ${String(body['message'] ?? '')}`).toBe(`${action}: 200 `)
    message = messageOf(body as unknown as PerformedView, args)
  }
  return message
}

describe('the message of an action', () => {
  it.each(stories.map((story) => [...story.does, story] as const))(
    'of %s %j says what changed, in plain words',
    async (_action, _args, { does, says, after = [] }) => {
      const message = await messageAfter([...after, does])
      expect(message).toEqual(says)
      expect(message.replace(ID, '')).not.toMatch(/_|undefined|null|NaN|\[object/)
    },
  )

  it('is told here for every action there is', () => {
    expect(new Set(stories.map(({ does: [action] }) => action))).toEqual(new Set(actionNames))
  })

  it('repeats only the start of a long text, and keeps its direction to itself', async () => {
    const label = `\u202e\u05d0${'x'.repeat(9_000)}`
    expect(await messageAfter([['create_alias', { label }]])).toBe(
      `An alias was created: “\u2068\u05d0${'x'.repeat(39)}…\u2069”.`,
    )
  })

  it('counts events when there are many', async () => {
    const aliases = Array.from({ length: 12 }, (_, index): Step => {
      return ['create_alias', { label: `a${index}`, expires_at: '+10m' }]
    })
    expect(await messageAfter([...aliases, ['advance_clock', { by: '1h' }]])).toMatch(
      /^The clock is now 13:00:00\. (Alias \S+ expired\. ){3}9 other events happened\.$/,
    )
  })

  it('tells what the timeline of a scenario did', async () => {
    const timeline = [
      { at: '+1m', do: 'fail_payment' },
      { at: '+2m', do: 'fail_payment' },
    ]
    const message = await messageAfter([
      ['load_scenario', { scenario: { timeline, clock } }],
      ['advance_clock', { by: '5m' }],
    ])
    expect(message).toBe(
      'The clock is now 12:05:00. As the scenario plans it: A payment failed. The scenario could not do “Fail the payment”: a payment has already failed: billing is past_due.',
    )
  })
})
