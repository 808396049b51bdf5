/** The events that the clock of an account can bring about, in the order of the documentation. */
export const eventNames = [
  'burst_reset',
  'daily_reset',
  'forwards_reset',
  'trial_ended',
  'renewed',
  'payment_failed',
  'canceled_becomes_free',
  'alias_expired',
  'fault_ended',
  'timeline',
] as const

export type EventName = (typeof eventNames)[number]
