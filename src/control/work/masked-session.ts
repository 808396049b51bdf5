import { limits } from '../../contract/limits.ts'
import { tooLarge } from '../../contract/control/too-large.ts'
import { readPieces } from '../../history/session/to-session.ts'
import { toBytes } from '../../text/bytes.ts'
import type { JobBody } from './job-body.ts'

/** The text of a session without keys of other services. @throws ActionError 413 */
export function toMaskedSession(text: string, { instead }: { instead: string }): JobBody {
  const bytes = toBytes(JSON.stringify(readPieces([text])))
  if (bytes.length > limits.stateBytes.value) throw tooLarge(instead)
  return { bytes }
}
