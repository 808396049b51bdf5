import { signal } from '@preact/signals'
import { route } from './route.ts'

/** The line at the bottom of the page: what the last action changed, or why it failed. */
export type Message = {
  kind: 'done' | 'error'
  text: string
  /** The account that it is about; a message of another one goes away. */
  account: string
  /** What was done, if it tells of that. */
  about?: About | undefined
  /** Whether somebody else has done or undone something since. */
  isReplaced?: boolean
  /** Whether it is only true until the sandbox answers again. */
  isUnreachable?: boolean
  /** What the tester can do about it in this account. */
  offer?: Offer | undefined
}

export type About = {
  /** The entry of the story; null if nothing changed. */
  entry: string | null
  /** What Undo would take back then. */
  after: string | null
}

export type Offer = {
  label: string
  /** What it brings back, or whom it is about. */
  name: string
  /** What Undo would take back while the offer stands; after another action it is gone. */
  after: string | null
  run: () => void
}

type Made = { name: string; last_action: { id: string } | null }

/** Whom to tell, if it is not the account in the URL, of what, and what to offer. */
type Extras = { account?: string; about?: About; offer?: Offer | undefined }

export const message = signal<Message | null>(null)

/** Shows an error until it is closed or replaced by another message. */
export function showError(text: string, isUnreachable = false): void {
  message.value = {
    kind: 'error',
    text: withoutTurns(text),
    account: route.peek().account,
    isUnreachable,
  }
}

/** Closes an error that said that nothing answers. */
export function forgetUnreachable(): void {
  if (message.peek()?.isUnreachable) message.value = null
}

/** Says something of an account that was made, and offers its key. */
export function showMade(
  text: string,
  { name, last_action: last }: Made,
  copyKey: () => void,
): void {
  showDone(text, {
    account: name,
    offer: { label: 'Copy its key', name, after: last?.id ?? null, run: copyKey },
  })
}

export function showDone(text: string, { account, about, offer }: Extras = {}): void {
  message.value = {
    kind: 'done',
    text: withoutTurns(text),
    account: account ?? route.peek().account,
    about,
    offer,
  }
}

/** Names of files and texts of clients can have characters that turn round the words after them. */
function withoutTurns(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
}
