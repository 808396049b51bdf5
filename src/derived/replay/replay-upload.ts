import { ActionError } from '../../contract/control/action-error.ts'
import { boundText } from '../../contract/values/bound.ts'
import { inputBounds } from '../../contract/values/bounds.ts'
import { checkHistoryFile } from '../../contract/history/check-file.ts'
import { replayBody } from '../../contract/history/bodies.ts'
import {
  historyFileLimits,
  type HistoryFile,
  type HistoryFileAccount,
} from '../../contract/history/file.ts'
import { parseBody, readBody } from '../../contract/control/request-body.ts'
import { toField } from '../../contract/values/validation-issue.ts'
import type { Account } from '../../core/account/account.ts'
import { snapshotPieces } from '../../core/views/state-text.ts'
import { toLines } from '../../history/file/read.ts'
import { sourceOf } from '../../history/file/records.ts'
import { replaySteps, type FileReplay, type Until } from '../../history/file/replay-file.ts'
import { ReplayTooLarge, type ReplaySource } from '../../core/replay/replay-host.ts'
import { ReplayText, toFirstJson } from './replay-text.ts'
import { toBytes, type Made } from '../messages.ts'
import { formatValue } from '../../contract/values/invalid-choice.ts'
import { shorten } from '../../text/escape.ts'

/** The answer to `POST replay`: a JSON object without its end, and the account that it asks to create. */
export type ReplayedUpload = Made & {
  create: { state: string; name: string | undefined } | undefined
}

const bodyLimits = { ...historyFileLimits, depth: historyFileLimits.depth + 1 }

/**
 * Replays the file in the body of `POST replay`.
 * @throws ActionError 400 for what is no history file, 413 when it is too large to be replayed.
 */
export function replayUpload(
  body: string,
  _options: object,
  sampleTexts: ReplaySource['sampleTexts'],
): ReplayedUpload {
  const { file: value, ...rest } = parseBody(body, bodyLimits)
  // A stand-in: the file is checked by itself.
  const { until: untilText, create } = readBody(replayBody, { ...rest, file: true })
  const file = readFile(value)
  const until = untilText === undefined ? undefined : findUntil(file, untilText)
  const chosen = create && requireAccount(file, until)
  const text = new ReplayText()
  const source = sourceOf(file, sampleTexts, inputBounds.replayedBytes.max)
  const replay = replayAll(file, source, { until, keeps: (name) => name === chosen?.name }, text)
  const { answers, equal, different } = replay
  const head = JSON.stringify({ answers, equal, first: toFirstJson(replay) }).slice(0, -1)
  const [account] = replay.accounts
  return {
    bytes: toBytes([head, ',"accounts":', ...text.pieces(different)].join('')),
    create: account && { state: stateText(account), name: create?.name },
  }
}

type Options = { until: Until | undefined; keeps: (name: string) => boolean }

/** @throws ActionError 400, 413 */
function replayAll(
  file: HistoryFile,
  source: ReplaySource,
  options: Options,
  text: ReplayText,
): FileReplay {
  try {
    const steps = replaySteps(file, source, options)
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
      text.addNew(step.value)
    }
  } catch (error) {
    if (error instanceof ActionError && error.status === 400) throw inFile(error)
    if (!(error instanceof ReplayTooLarge)) throw error
    const most = boundText(inputBounds.replayedBytes)
    const message = `file: an account with its history needs more than ${most} to be replayed; end it earlier with until, or use "alias-sandbox replay"`
    throw new ActionError(413, message, 'file')
  }
}

function stateText(account: Account): string {
  return [...snapshotPieces(account.snapshot())].join('')
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

/** Finds an entry by its account and id; of the only account, the id is enough. @throws ActionError 400 */
function findUntil({ accounts }: HistoryFile, text: string): Until {
  const slash = text.indexOf('/')
  const only = accounts.length === 1 ? accounts[0]?.name : undefined
  const name = slash < 0 ? only : text.slice(0, slash)
  const account = accounts.find((each) => each.name === name)
  const item = account?.history.find(({ id }) => id === text.slice(slash + 1))
  if (account && item) return { account: account.name, item }
  const expected = 'the account and id of an entry of the file, such as default/req_12'
  throw new ActionError(400, `until must be ${expected} (got ${formatValue(text)})`, 'until')
}

/** The account of the file whose state a new one gets. @throws ActionError 400 */
function requireAccount({ accounts }: HistoryFile, until: Until | undefined): HistoryFileAccount {
  const [first, ...others] = accounts
  const account = until ? accounts.find(({ name }) => name === until.account) : first
  if (!account) throw new ActionError(400, 'create: the file has no account', 'create')
  if (until || others.length === 0) return account
  const names = shorten(accounts.map(({ name }) => name).join(', '), 200)
  const message = `create: the file has ${accounts.length} accounts; choose one with until, as the account and id of an entry (${names})`
  throw new ActionError(400, message, 'create')
}
