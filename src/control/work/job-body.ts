import type { Bytes } from '../../text/bytes.ts'

export type JobBody = { bytes: Bytes }
