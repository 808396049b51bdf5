import type { ActionError } from '../../contract/control/action-error.ts'
import type { Bytes } from '../../text/bytes.ts'

/** A message to a job: the next piece of its text, or its task for the whole text. */
export type Order = { text: string | Bytes } | { name: string; options: object }

/** The result of a job. An error of the caller's is a value; any other one ends the thread. */
export type Outcome = { result: unknown } | { refused: ActionError['refusal'] }
