import type { HistoryFileItemOf } from '../../contract/history/file.ts'
import { toBugFile } from '../../history/export/bug/bug-file.ts'
import { toBugReport } from '../../history/export/bug/bug-report.ts'
import { readPieces } from '../../history/file/from-sandbox.ts'
import { toEntry } from '../../history/file/items.ts'
import type { Entry } from '../../core/record/entry.ts'
import type { ReplaySource } from '../../history/replay/replay-host.ts'
import { toBytes } from '../../text/bytes.ts'
import type { Made } from './made.ts'

/** What a bug report is made for: a call of an account. */
type Options = { call: HistoryFileItemOf<'call'>; account: string; version: string }

/** A bug report on the call with which the history ends, as Markdown in JSON. @throws ActionError 409 */
export async function makeBugReport(
  history: string,
  { call, account, version }: Options,
  sampleTexts: ReplaySource['sampleTexts'],
  runtime: string,
): Promise<Made> {
  const bug = await toBugFile(readPieces([history]), call.id, sampleTexts)
  const entry = toEntry(call, account) as Entry // a call stays one
  return {
    bytes: toBytes(JSON.stringify({ markdown: toBugReport(entry, bug, `${version}, ${runtime}`) })),
  }
}
