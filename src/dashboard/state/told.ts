import { signal } from '@preact/signals'
import { route } from './route.ts'

/** The way to undo what came of something. */
export type WayBack = {
  /** The entry before which the account goes back. */
  to: string
  /** The words then, without a full stop. */
  said: string
  /** The last action then; after another one, more than this would be undone. */
  after: string | null
}

/** The outcome of a press; it is shown where one pressed. */
export type Told = {
  /** The part of the page in which it was pressed; `page` for what nobody pressed. */
  place: string
  /** The account that it is about. */
  account: string
  text: string
  isFailure: boolean
  undo?: WayBack | undefined
}

/** The newest; it stands until something else is told. */
export const told = signal<Told | null>(null)

type Extras = { isFailure?: boolean; undo?: WayBack | undefined }

/** Says what came of something, where it was pressed. */
export function tell(place: string, text: string, { isFailure = false, undo }: Extras = {}): void {
  const { account } = route.peek()
  told.value = { place, account, text: withoutTurns(text), isFailure, undo }
}

/** Names of files and texts of clients can have characters that turn round the words after them. */
function withoutTurns(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
}
