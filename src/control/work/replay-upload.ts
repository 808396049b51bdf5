import { ActionError } from '../../contract/control/action-error.ts'
import { checkHistoryFile } from '../../contract/history/check-file.ts'
import { replayBody } from '../../contract/history/bodies.ts'
import { historyDepth, type HistoryFile } from '../../contract/history/file.ts'
import { parseBody, readBody } from '../../contract/control/request-body.ts'
import { toField } from '../../contract/values/validation-issue.ts'
import { toLines } from '../../history/file/read.ts'
import { sourceOf } from '../../history/file/records.ts'
import { replaySteps, type FileReplay } from '../../history/file/replay-file.ts'
import type { ReplaySource } from '../../history/replay/replay-host.ts'
import { ReplayText, toFirstJson } from './replay-text.ts'
import { toBytes } from '../../text/bytes.ts'
import type { Made } from './made.ts'

const bodyDepth = historyDepth + 1

/**
 * Replays the file in the body of `POST replay`.
 * @throws ActionError 400 for what is no history file.
 */
export function replayUpload(
  body: string,
  _options: object,
  sampleTexts: ReplaySource['sampleTexts'],
): Made {
  const { file: value, ...rest } = parseBody(body, bodyDepth)
  // A stand-in: the file is checked by itself.
  readBody(replayBody, { ...rest, file: true })
  const file = readFile(value)
  const text = new ReplayText()
  const replay = replayAll(file, sourceOf(file, sampleTexts), text)
  const { answers, equal, different } = replay
  const head = JSON.stringify({ answers, equal, first: toFirstJson(replay) }).slice(0, -1)
  return { bytes: toBytes([head, ',"accounts":', ...text.pieces(different), '}'].join('')) }
}

/** @throws ActionError 400 */
function replayAll(file: HistoryFile, source: ReplaySource, text: ReplayText): FileReplay {
  try {
    const steps = replaySteps(file, source)
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
      text.addNew(step.value)
    }
  } catch (error) {
    if (error instanceof ActionError && error.status === 400) throw inFile(error)
    throw error
  }
}

/** The same error, about the file. */
function inFile({ status, message }: ActionError): ActionError {
  return new ActionError(status, `file: ${message}`, 'file')
}

/** @throws ActionError 400 with the field, for what is no history file. */
function readFile(value: unknown): HistoryFile {
  if (value === undefined) throw new ActionError(400, 'file is required', 'file')
  const checked = checkHistoryFile(value)
  if (checked.ok) return checked.value
  const [first] = checked.issues
  throw new ActionError(
    400,
    toLines(checked.issues, 'file').join('; '),
    toField(['file', ...first.path]),
  )
}
