/** How an answer leaves the sandbox. */
export type Delivery = {
  /** Sent whole, the connection closed or left hanging without an answer, or the answer cut off halfway. */
  readonly kind: 'send' | 'drop' | 'hang' | 'truncate'
  /** Milliseconds of real time for which the answer is held back. */
  readonly delayMs: number
}

/** What every answer gets that no fault touches; shared by all of them. */
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
