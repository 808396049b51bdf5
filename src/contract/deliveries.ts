import * as v from 'valibot'
import { integer, oneOf, strictObject } from './values/fields.ts'

/** How a response can leave the sandbox, and what of it then reaches its client. */
const table = {
  send: { reaches: 'all' },
  /** The connection is closed without a response. */
  drop: { reaches: 'nothing' },
  /** The connection stays open without a response. */
  hang: { reaches: 'nothing' },
  /** The connection is closed in the middle of the body. */
  truncate: { reaches: 'status' },
} as const satisfies Record<string, { reaches: 'all' | 'status' | 'nothing' }>

export type DeliveryKind = keyof typeof table
export const deliveryKinds = Object.keys(table) as [DeliveryKind, ...DeliveryKind[]]

/** Real time in milliseconds that a response takes because of a fault, 0 for none: its names inside and in JSON. */
const times = {
  /** Until it is sent. */
  delayMs: 'delay_ms',
} as const
type TimeName = keyof typeof times
export type DeliveryTime = (typeof times)[TimeName]
const timeNames = Object.keys(times) as TimeName[]

export type Delivery = { readonly kind: DeliveryKind } & { readonly [Name in TimeName]: number }

/** Delivery of every response that no fault changes; one shared object. */
export const sendAtOnce: Delivery = { kind: 'send', ...eachTimeName(() => 0) }

function eachTimeName<Value>(valueOf: (name: TimeName) => Value): Record<TimeName, Value> {
  const values = timeNames.map((name) => [name, valueOf(name)])
  return Object.fromEntries(values) as Record<TimeName, Value>
}

/** A value for each time, by its name in JSON. */
export function eachDeliveryTime<Value>(
  valueOf: (name: TimeName) => Value,
): Record<DeliveryTime, Value> {
  const values = timeNames.map((name) => [times[name], valueOf(name)])
  return Object.fromEntries(values) as Record<DeliveryTime, Value>
}

/** How much real time the response takes because of a fault, in all. */
export function timeOf(delivery: Delivery): number {
  return timeNames.reduce((sum, name) => sum + delivery[name], 0)
}

/** The times that are not 0, by their names in JSON. */
export function timesOf(delivery: Delivery): Partial<Record<DeliveryTime, number>> {
  const taken = timeNames.filter((name) => delivery[name] > 0)
  return Object.fromEntries(taken.map((name) => [times[name], delivery[name]]))
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

const milliseconds = v.optional(integer(0, Number.MAX_SAFE_INTEGER))

/** In a history file, where what is left out is as usual. */
export const deliveryItem = strictObject({
  kind: oneOf(deliveryKinds),
  ...eachDeliveryTime(() => milliseconds),
})
type DeliveryItem = v.InferOutput<typeof deliveryItem>

export function toDeliveryItem(delivery: Delivery): Required<DeliveryItem> {
  return { kind: delivery.kind, ...eachDeliveryTime((name) => delivery[name]) }
}

export function toDelivery(item: DeliveryItem | undefined): Delivery {
  const kind = item?.kind ?? sendAtOnce.kind
  return { kind, ...eachTimeName((name) => item?.[times[name]] ?? sendAtOnce[name]) }
}
