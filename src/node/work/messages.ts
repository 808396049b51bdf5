import type { ActionError } from '../../contract/control/action-error.ts'

/** What a job is given: the next piece of its text, or what to make of the whole text. */
export type Order = { text: string | Bytes } | { name: string; options: object }

/** A text as bytes, which move to another thread without being copied. */
export type Bytes = Uint8Array<ArrayBuffer>

/** The body of an answer. */
export type Made = { bytes: Bytes }

/** The text of bytes that are UTF-8. */
export function toText(bytes: Bytes): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

export function toBytes(text: string): Bytes {
  return new TextEncoder().encode(text)
}

/** What comes of a job. An error of the caller's is a value; any other one ends the thread. */
export type Outcome = { result: unknown } | { refused: Refused }

type Refused = ActionError['refusal']
