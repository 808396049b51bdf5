import { limits } from '../../contract/limits.ts'
import { tooLarge } from '../../contract/control/too-large.ts'
import { readPieces } from '../../history/session/to-session.ts'
import { writePage } from './write-page.ts'
import { toBytes } from '../../text/bytes.ts'
import type { JobBody } from '../../control/work/job-body.ts'

type PageOptions = { instead: string; note?: string | undefined }

/** The page of a history, as JSON. @throws ActionError 413 */
export function toPage(text: string, { instead, note }: PageOptions): JobBody {
  const html = writePage({ history: readPieces([text]), note })
  const bytes = toBytes(JSON.stringify({ html }))
  if (bytes.length > limits.stateBytes.value) throw tooLarge(instead)
  return { bytes }
}
