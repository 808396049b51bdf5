// All actions, with arguments that are valid or at least parsed. None of them makes later calls hang, because
// the next call must get a response.
import { bodyRow } from './row.js'
import { scenario } from './scenario-samples.js'

const id = 'first'

const samples = {
  advance_clock: { by: '1s' },
  freeze_clock: {},
  resume_clock: { scale: 1 },
  start_trial: { plan: 'plus', cycle: 'monthly' },
  subscribe: { plan: 'pro', cycle: 'yearly' },
  change_plan: { plan: 'plus' },
  fail_payment: { when: 'now' },
  update_card: {},
  settle_invoice: {},
  cancel_subscription: {},
  set_account: { plan: 'pro', billing: 'active' },
  rotate_key: {},
  revoke_key: {},
  create_alias: { label: 'a', note: 'b', source: 'c', category: 'd', expires_at: '+10d' },
  suspend_alias: { id, reason: 'abuse' },
  resume_alias: { id },
  delete_alias: { id },
  configure_replies: { id, value: true },
  populate_aliases: { count: 100 },
  forward_message: { id, count: 1 },
  deliver_mail: {
    to: `${id}@alias-sandbox.example`,
    subject: 'Hello',
    text: 'Your code: 482913',
    attachments: [{ name: 'a', type: 'text/csv', content: 'YQ==' }],
  },
  reply_message: { id, count: 1 },
  compose_message: { id, count: 1 },
  set_usage: { burst: 1, burst_resets_in: '10s', daily: 2, forwards: 3, referral_bonus: 4 },
  set_choices: { page_size: 10, list_order: 'newest_first' },
  arm_fault: { kind: 'outage', operation: 'create', times: 1, skip: 1_000 },
  clear_faults: { kind: 'outage' },
  load_scenario: { scenario },
  reset: {},
}

export const actionRows = Object.entries(samples).map(([action, sample]) =>
  bodyRow(`POST /_sandbox/actions/${action}`, sample),
)
