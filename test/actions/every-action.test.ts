import { expect, it } from 'vitest'
import { actionNames, type ActionName } from '../../src/contract/actions.ts'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import type { Results } from '../../src/core/actions/run-action.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'

type Row<Name extends ActionName> = {
  args?: object
  scenario?: Scenario
  /** The fields of the result, in the order in which the control API sends them. */
  fields: readonly (keyof Results[Name])[]
}

const alias: Scenario = { aliases: [{ id: 'a' }] }
const free: Scenario = { account: { plan: 'free' } }
const billing = ['plan', 'billing', 'cycle', 'card', 'trial_ends_at', 'renews_at'] as const

/** A valid example of every action: the compiler requires each row and checks the fields. */
const examples: { [Name in ActionName]: Row<Name> } = {
  advance_clock: { args: { by: '1s' }, fields: ['advanced_seconds'] },
  freeze_clock: { fields: ['mode'] },
  resume_clock: { fields: ['mode', 'scale'] },
  start_trial: { args: { plan: 'plus' }, scenario: free, fields: billing },
  subscribe: { args: { plan: 'pro' }, scenario: free, fields: billing },
  change_plan: { args: { plan: 'pro' }, fields: billing },
  fail_payment: { fields: billing },
  update_card: { fields: billing },
  settle_invoice: { scenario: { account: { billing: 'past_due' } }, fields: billing },
  cancel_subscription: { fields: billing },
  set_account: { args: { plan: 'pro' }, fields: billing },
  rotate_key: { fields: ['api_key'] },
  revoke_key: { fields: [] },
  create_alias: { fields: ['alias'] },
  suspend_alias: { args: { id: 'a' }, scenario: alias, fields: ['alias'] },
  resume_alias: {
    args: { id: 'a' },
    scenario: { aliases: [{ id: 'a', status: 'suspended' }] },
    fields: ['alias'],
  },
  delete_alias: { args: { id: 'a' }, scenario: alias, fields: ['id'] },
  configure_replies: { args: { id: 'a' }, scenario: alias, fields: ['alias'] },
  populate_aliases: { args: { count: 2 }, fields: ['populated', 'aliases'] },
  forward_message: {
    args: { id: 'a' },
    scenario: alias,
    fields: ['id', 'forwarded', 'refused', 'month'],
  },
  deliver_mail: {
    args: { to: 'a@alias-sandbox.example', subject: 'Hello', text: 'How are you?' },
    scenario: alias,
    fields: ['outcome', 'reason', 'alias', 'choices', 'smtp', 'month'],
  },
  reply_message: {
    args: { id: 'a' },
    scenario: alias,
    fields: ['id', 'sent', 'refused', 'month'],
  },
  compose_message: {
    args: { id: 'a' },
    scenario: alias,
    fields: ['id', 'sent', 'refused', 'month'],
  },
  set_usage: { args: { burst: 1 }, fields: ['burst', 'daily', 'forwards'] },
  set_choices: { args: { page_size: 10 }, fields: ['choices'] },
  arm_fault: { args: { kind: 'outage' }, fields: ['fault'] },
  clear_faults: { fields: ['cleared'] },
  load_scenario: { args: { scenario: 'pro' }, fields: ['scenario'] },
  reset: { fields: ['scenario'] },
}

it.each(actionNames)('%s can be performed and returns the fields of its type', (name) => {
  const { args = {}, scenario = {}, fields } = examples[name]
  const sandbox = coreSandbox(scenario)
  const { result } = sandbox.perform(sandbox.account('default'), name, args, MACHINE_MS)
  expect(Object.keys(result)).toEqual(fields)
})
