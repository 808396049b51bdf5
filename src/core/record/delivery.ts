/** How a response leaves the sandbox. */
export type Delivery = {
  /** Real time in milliseconds by which the response is delayed. */
  readonly delayMs: number
} & (
  | { readonly kind: 'send' }
  /** The connection is closed without a response. */
  | { readonly kind: 'drop' }
  /** The connection stays open without a response. */
  | { readonly kind: 'hang' }
  /** The connection is closed in the middle of the body. */
  | { readonly kind: 'truncate' }
)

/** Delivery of every response that no fault changes; one shared object. */
export const sendAtOnce: Delivery = { kind: 'send', delayMs: 0 }

const whole: Record<Delivery['kind'], boolean> = {
  send: true,
  drop: false,
  hang: false,
  truncate: false,
}

/** Does the client receive the complete response? */
export function arrivesWhole({ kind }: Delivery): boolean {
  return whole[kind]
}
