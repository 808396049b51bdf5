import { refuse } from '../contract/action-error.ts'
import type { HistoryFile } from '../contract/history-file.ts'
import { writeJest, writeNodeTest, writeVitest } from './javascript/write.ts'
import { canFetch } from './javascript/calls.ts'
import { canOpen, writePytest } from './python/write.ts'
import type { Stage } from './retell.ts'
import { writeScenario } from './scenario-file.ts'
import { toStory, type Telling } from './to-story.ts'
import type { Written } from './written.ts'

type ExportFormat = { write: (written: Written) => string; telling: Telling }

const javascript: Telling = { isTest: true, canSend: canFetch }

/** What a history can be written as, beside the file that `replay` reads. */
export const exportFormats = {
  scenario: { write: writeScenario, telling: {} },
  vitest: { write: writeVitest, telling: javascript },
  jest: { write: writeJest, telling: javascript },
  'node-test': { write: writeNodeTest, telling: javascript },
  pytest: { write: writePytest, telling: { isTest: true, canSend: canOpen } },
} as const satisfies Record<string, ExportFormat>

export type ExportFormatName = keyof typeof exportFormats

type ExportOptions = Pick<Telling, 'onAttempt'> & {
  format: ExportFormatName
  version: string
  stage: Stage
  title?: string
}

/**
 * Writes the history of the first account in another form.
 * @throws ActionError 409 when the form cannot say what happened.
 */
export async function exportHistory(
  file: HistoryFile,
  { format, version, stage, title, onAttempt }: ExportOptions,
): Promise<{ text: string; notes: string[] }> {
  const [account] = file.accounts
  if (!account) refuse('history_cut', 'the history has no account')
  const { write, telling } = exportFormats[format]
  const composed = await toStory(file, account, stage, { ...telling, onAttempt })
  return {
    text: write({ ...composed, account: account.name, version, title }),
    notes: composed.notes,
  }
}
