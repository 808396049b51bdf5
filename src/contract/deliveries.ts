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

export type Delivery = {
  readonly kind: DeliveryKind
  /** Real time in milliseconds by which the response is delayed. */
  readonly delayMs: number
}

/** Delivery of every response that no fault changes; one shared object. */
export const sendAtOnce: Delivery = { kind: 'send', delayMs: 0 }

/** Does the client receive the complete response? */
export function arrivesWhole({ kind }: Delivery): boolean {
  return table[kind].reaches === 'all'
}

/** Does the client receive at least the status? */
export function hasStatus({ kind }: Delivery): boolean {
  return table[kind].reaches !== 'nothing'
}

/** In a history file, where what is left out is as usual. */
export const deliveryItem = strictObject({
  kind: oneOf(deliveryKinds),
  delay_ms: v.optional(integer(0, Number.MAX_SAFE_INTEGER)),
})
type DeliveryItem = v.InferOutput<typeof deliveryItem>

// A new field of one of the two types makes the compiler ask for it in both functions.

export function toDeliveryItem({ kind, delayMs }: Delivery): Required<DeliveryItem> {
  return { kind, delay_ms: delayMs }
}

export function toDelivery(item: DeliveryItem | undefined): Delivery {
  return { kind: item?.kind ?? sendAtOnce.kind, delayMs: item?.delay_ms ?? sendAtOnce.delayMs }
}
