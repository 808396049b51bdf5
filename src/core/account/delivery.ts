/** How an answer leaves the sandbox. */
export type Delivery = {
  /** Milliseconds of real time for which the answer is held back. */
  readonly delayMs: number
} & (
  | { readonly kind: 'send' }
  /** The connection is closed without an answer. */
  | { readonly kind: 'drop' }
  /** The connection stays open without an answer. */
  | { readonly kind: 'hang' }
  /** The connection is closed in the middle of the body. */
  | { readonly kind: 'truncate' }
)

/** The delivery of every answer that no fault changes; one object for all of them. */
export const sendAtOnce: Delivery = { kind: 'send', delayMs: 0 }

const whole: Record<Delivery['kind'], boolean> = {
  send: true,
  drop: false,
  hang: false,
  truncate: false,
}

/** Does the client receive the answer from its first byte to its last? */
export function arrivesWhole({ kind }: Delivery): boolean {
  return whole[kind]
}
