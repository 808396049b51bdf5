import {
  cancelSubscription,
  changePlan,
  failPayment,
  setAccount,
  settleInvoice,
  startTrial,
  subscribe,
  updateCard,
} from '../account/billing.ts'
import type { HandlersOf } from './handler.ts'

export const billingActions = {
  start_trial: startTrial,
  subscribe,
  change_plan: changePlan,
  fail_payment: failPayment,
  update_card: updateCard,
  settle_invoice: settleInvoice,
  cancel_subscription: cancelSubscription,
  set_account: setAccount,
} satisfies HandlersOf<'billing'>
