import { toHar } from '../../history/export/har.ts'
import { readPieces } from '../../history/session/to-session.ts'
import { toBytes } from '../../text/bytes.ts'
import type { JobBody } from './job-body.ts'

/** The requests of a session as HAR. */
export function toHarBody(text: string, { version }: { version: string }): JobBody {
  return { bytes: toBytes(JSON.stringify(toHar(readPieces([text]), version))) }
}
