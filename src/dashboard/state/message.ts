import { signal } from '@preact/signals'

/** The line at the bottom of the page: what the last action changed, or why it failed. */
export type Message = {
  kind: 'done' | 'error'
  text: string
  /** What the tester can do about it in this account. */
  offer?: Offer | undefined
}

export type Offer = { label: string; account: string; run: () => void }

export const message = signal<Message | null>(null)

/** Shows an error until it is closed or replaced by another message. */
export function showError(text: string): void {
  message.value = { kind: 'error', text }
}

export function showDone(text: string, offer?: Offer): void {
  message.value = { kind: 'done', text, offer }
}
