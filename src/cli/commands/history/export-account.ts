import { ActionError } from '../../../contract/action-error.ts'
import type { HistoryFile } from '../../../contract/history-file.ts'
import { exportHistory, type ExportFormatName } from '../../../history-export/formats.ts'
import { ScenarioCatalog, shippedScenarios } from '../../../scenario/catalog.ts'
import { sampleTexts } from '../../../scenario/sample-texts.ts'
import { version } from '../../../version.ts'
import { runtimeError } from '../../output/failure.ts'
import type { Io } from '../../output/io.ts'

/** The history of an account as a scenario or a test; says on standard error what it leaves out. */
export async function exportAccount(
  history: HistoryFile,
  format: ExportFormatName,
  io: Io,
): Promise<string> {
  const stage = { catalog: new ScenarioCatalog(shippedScenarios()), sampleTexts }
  try {
    const { text, notes } = await exportHistory(history, { format, version, stage })
    for (const note of notes) io.stderr.write(`${note}\n`)
    return text
  } catch (error) {
    if (error instanceof ActionError) throw runtimeError(error.message)
    throw error
  }
}
