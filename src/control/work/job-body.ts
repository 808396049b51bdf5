import type { Bytes } from '../../text/bytes.ts'

/** The body of an answer. */
export type JobBody = { bytes: Bytes }
