import type { RequestEntry } from '../../contract/history/entry.ts'
import { toBugFile } from '../../history/export/bug/bug-file.ts'
import { toBugReport } from '../../history/export/bug/bug-report.ts'
import { readPieces } from '../../history/session/to-session.ts'
import type { ReplaySource } from '../../history/replay/replay-host.ts'
import { toBytes } from '../../text/bytes.ts'
import type { JobBody } from './job-body.ts'

/** The subject of a bug report: a call of an account. */
type Options = { call: RequestEntry; version: string }

/** A bug report on the call with which the history ends, as Markdown in JSON. @throws ActionError 409 */
export async function makeBugReport(
  history: string,
  { call, version }: Options,
  sampleTexts: ReplaySource['sampleTexts'],
  runtime: string,
): Promise<JobBody> {
  const bug = await toBugFile(readPieces([history]), call.id, sampleTexts)
  return {
    bytes: toBytes(JSON.stringify({ markdown: toBugReport(call, bug, `${version}, ${runtime}`) })),
  }
}
