import assert from 'node:assert/strict'
import { isCall, isReset, law, type Law } from '../moment.ts'

export const invariants: Law[] = [
  law('only the current key is accepted, and only until it is revoked', (moment) => {
    if (!isCall(moment)) return false
    const { api_key, key_status } = moment.before.view
    const isValid = moment.key === api_key && key_status !== 'revoked'
    assert.equal(moment.answer.status === 401, !isValid)
    return !isValid
  }),

  law(
    '403 has the code of the billing state, else of the plan, and occurs in no other state',
    (moment) => {
      if (!isCall(moment) || moment.answer.status === 401) return false
      const { plan, billing } = moment.before.view
      let code: string | undefined
      if (plan === 'free') code = 'plan_required'
      if (billing === 'past_due' || billing === 'canceled') code = `plan_${billing}`
      assert.equal(moment.json.code, code)
      assert.equal(moment.answer.status === 403, code !== undefined)
      return code !== undefined
    },
  ),

  law('plan errors are {code, description}, all others {message}', (moment) => {
    if (!isCall(moment) || moment.answer.status === 200) return false
    const keys = moment.answer.status === 403 ? ['code', 'description'] : ['message']
    assert.deepEqual(Object.keys(moment.json), keys)
    return true
  }),

  law('updating the card alone restores no access', (moment) => {
    if (moment.kind !== 'act' || moment.action !== 'update_card') return false
    assert.equal(moment.after.view.billing, moment.before.view.billing)
    return moment.after.view.billing === 'past_due'
  }),

  {
    says: 'settling an invoice restores exactly the state before the payment failed',
    watch() {
      let paid: string | undefined
      const billingOf = ({
        plan,
        cycle,
        aliases,
        key_status,
      }: {
        plan: string
        cycle: string
        aliases: number
        key_status: string
      }) => JSON.stringify({ plan, cycle, aliases, key_status })
      return (moment) => {
        if (moment.kind !== 'act' || moment.answer.status !== 200) {
          paid = undefined
          return false
        }
        const { before, after } = moment
        const { action } = moment
        if (action === 'fail_payment' && before.view.billing === 'active')
          paid = billingOf(before.view)
        else if (action === 'settle_invoice') {
          assert.equal(after.view.billing, 'active')
          if (paid !== undefined) assert.equal(billingOf(after.view), paid)
          return true
        } else if (action !== 'update_card') paid = undefined
        return false
      }
    },
  },

  {
    says: 'an account starts at most one trial',
    watch() {
      let started = 0
      return (moment) => {
        if (isReset(moment)) started = 0
        if (moment.kind !== 'act' || moment.action !== 'start_trial') return false
        if (moment.answer.status === 200) started += 1
        assert.ok(started <= 1)
        assert.ok(!moment.before.view.trial_used || moment.answer.status === 409)
        return true
      }
    },
  },
]
