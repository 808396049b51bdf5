import type { ActionError } from '../../contract/control/action-error.ts'
import type { Bytes } from '../../text/bytes.ts'

/** What a job is given: the next piece of its text, or what to make of the whole text. */
export type Order = { text: string | Bytes } | { name: string; options: object }

/** What comes of a job. An error of the caller's is a value; any other one ends the thread. */
export type Outcome = { result: unknown } | { refused: Refused }

type Refused = ActionError['refusal']
