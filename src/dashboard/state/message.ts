import { signal } from '@preact/signals'
import { route } from './route.ts'

/** The line at the bottom of the page: what the last action changed, or why it failed. */
export type Message = {
  kind: 'done' | 'error'
  text: string
  /** The account that it is about; a message of another one goes away. */
  account: string
  /** The action that it reports, if any. */
  about?: ReportedAction | undefined
  /** Whether somebody else has done or undone something since. */
  isReplaced?: boolean
  /** Whether it is only true until the sandbox answers again. */
  isUnreachable?: boolean
  /** An action in this account that the tester can take now. */
  offer?: Offer | undefined
}

export type ReportedAction = {
  /** The entry of the story; null if nothing changed. */
  entry: string | null
  /** The action that Undo would take back then. */
  after: string | null
}

export type Offer = {
  label: string
  /** The thing that it brings back, or the account that it is about. */
  name: string
  /** The action that Undo would take back while the offer stands; after another action the offer is gone. */
  after: string | null
  run: () => void
}

type NewAccount = { name: string; last_action: { id: string } | null }

/** The account of a message, if it is not the one in the URL; the action that it reports; and an offer. */
type Extras = { account?: string; about?: ReportedAction; offer?: Offer | undefined }

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
  { name, last_action: last }: NewAccount,
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
