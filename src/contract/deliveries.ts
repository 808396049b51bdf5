import type * as v from 'valibot'
import { integer, oneOf, strictObject } from './values/fields.ts'

/** The ways in which a response leaves the sandbox, and the part of it that reaches its client. */
const table = {
  send: { reaches: 'all' },
  /** The connection is closed without a response. */
  drop: { reaches: 'nothing' },
  /** The connection stays open without a response. */
  hang: { reaches: 'nothing' },
  /** The connection is closed in the middle of the body. */
  truncate: { reaches: 'status' },
  /** The connection is reset without a response: its client gets an error, not an end. */
  reset: { reaches: 'nothing' },
} as const satisfies Record<string, { reaches: 'all' | 'status' | 'nothing' }>

type DeliveryKind = keyof typeof table
export const deliveryKinds = Object.keys(table) as [DeliveryKind, ...DeliveryKind[]]

/** Real time in milliseconds that a response takes because of a fault, 0 for none. */
const timeNames = [
  /** Until it is sent. */
  'delay_ms',
  /** Until another request of the account has been answered, at most. */
  'hold_ms',
  /** From its headers, which are sent at once, to the end of its body, which comes in pieces. */
  'dribble_ms',
] as const
export type DeliveryTime = (typeof timeNames)[number]

/** A value for each time. */
export function eachDeliveryTime<Value>(value: Value): Record<DeliveryTime, Value> {
  return Object.fromEntries(timeNames.map((name) => [name, value])) as Record<DeliveryTime, Value>
}

export const deliverySchema = strictObject({
  kind: oneOf(deliveryKinds),
  ...eachDeliveryTime(integer(0, Number.MAX_SAFE_INTEGER)),
})
export type Delivery = v.InferOutput<typeof deliverySchema>

/** Delivery of every response that no fault changes; one shared object. */
export const sendAtOnce: Delivery = { kind: 'send', ...eachDeliveryTime(0) }

/** The real time that the response takes because of a fault, in all. */
export function timeOf(delivery: Delivery): number {
  return timeNames.reduce((sum, name) => sum + delivery[name], 0)
}

/** The times that are not 0. */
export function timesOf(delivery: Delivery): Partial<Record<DeliveryTime, number>> {
  const taken = timeNames.filter((name) => delivery[name] > 0)
  return Object.fromEntries(taken.map((name) => [name, delivery[name]]))
}

/** Does the response leave as if there were no fault? */
export function isUsual(delivery: Delivery): boolean {
  return delivery.kind === sendAtOnce.kind && timeOf(delivery) === 0
}

/** Does the client receive the complete response? */
export function arrivesWhole({ kind }: Delivery): boolean {
  return table[kind].reaches === 'all'
}

/** Does the client receive at least the status? */
export function hasStatus({ kind }: Delivery): boolean {
  return table[kind].reaches !== 'nothing'
}
