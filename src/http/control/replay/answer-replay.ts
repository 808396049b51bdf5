import { ActionError } from '../../../contract/action-error.ts'
import { boundText } from '../../../contract/bound.ts'
import { inputBounds } from '../../../contract/bounds.ts'
import { checkHistoryFileInSteps } from '../../../contract/check-history-file.ts'
import { replayBody } from '../../../contract/history-bodies.ts'
import type { HistoryFile } from '../../../contract/history-file.ts'
import { toField } from '../../../contract/validation-issue.ts'
import type { Account } from '../../../core/account/account.ts'
import { ReplayTooLarge } from '../../../core/replay/replay-host.ts'
import { toAccountView } from '../../../core/views/account-view.ts'
import { toLines } from '../../../history-file/read.ts'
import { sourceOf } from '../../../history-file/records.ts'
import { replayFileInSteps, type FileReplay } from '../../../history-file/replay-file.ts'
import { endedAnswer, type Answer, type Context } from '../route.ts'
import { readBody } from './body.ts'
import { ReplayText, toFirstJson } from './replay-text.ts'
import { findUntil, requireAccount } from './until.ts'
import type { SampleLocale } from '../../../contract/sample-data.ts'

type Replayed = { replay: FileReplay; text: ReplayText; account: Account | undefined }

/** Replays a file, and creates an account in the state that was reached if that was asked for. */
export async function answerReplay(context: Context): Promise<Answer> {
  const { body, sandbox, parts, response } = context
  const { file, ...rest } = body
  // A stand-in: to walk through a large file here would hold up other requests.
  const shape = file === undefined ? rest : { ...rest, file: true }
  const { until, create } = readBody(replayBody, shape)
  const replayed = await parts.replays.run(response, () =>
    replayInSteps(context, file, until, create !== undefined),
  )
  if (!replayed) return endedAnswer(parts)
  const { replay, text, account: source } = replayed
  const { answers, equal } = replay
  const first = toFirstJson(replay)
  const head = JSON.stringify({ answers, equal, first }).slice(0, -1)
  const pieces = [head, ',"accounts":', ...text.pieces(replay.different)]
  if (!source) return { pieces: [...pieces, '}'], isRead: true }
  const machineMs = parts.clock.now()
  const request = create?.name === undefined ? {} : { name: create.name }
  const account = sandbox.copy(source, request, machineMs)
  const view = JSON.stringify(toAccountView(sandbox.syncClock(account, machineMs)))
  return { status: 201, pieces: [...pieces, ',"account":', view, '}'] }
}

/** @throws ActionError 400 for what is no history file, 413 when it is too large to be replayed. */
function* replayInSteps(
  { sandbox }: Context,
  value: unknown,
  untilText: string | undefined,
  isCreating: boolean,
): Generator<unknown, Replayed> {
  const file = yield* readFile(value)
  const until = untilText === undefined ? undefined : findUntil(file, untilText)
  const chosen = isCreating ? requireAccount(file, until) : undefined
  const texts = (locale: SampleLocale) => sandbox.sampleTexts(locale)
  const source = sourceOf(file, texts, inputBounds.replayedBytes.max)
  const text = new ReplayText()
  const steps = replayFileInSteps(file, source, { until, keeps: (name) => name === chosen?.name })
  try {
    for (;;) {
      const step = steps.next()
      if (step.done) return { replay: step.value, text, account: step.value.accounts[0] }
      if (step.value) text.addNew(step.value)
      yield
    }
  } catch (error) {
    if (error instanceof ActionError && error.status === 400) throw inFile(error)
    if (!(error instanceof ReplayTooLarge)) throw error
    const most = boundText(inputBounds.replayedBytes)
    const message = `file: an account with its history needs more than ${most} to be replayed; end it earlier with until, or use "alias-sandbox replay"`
    throw new ActionError(413, message, 'file')
  }
}

/** The same error, about the file. */
function inFile({ status, message }: ActionError): ActionError {
  return new ActionError(status, `file: ${message}`, 'file')
}

/** @throws ActionError 400 with the field, for what is no history file. */
function* readFile(value: unknown): Generator<void, HistoryFile> {
  if (value === undefined) throw new ActionError(400, 'file is required', 'file')
  const checked = yield* checkHistoryFileInSteps(value)
  if (checked.ok) return checked.value
  const [first] = checked.issues
  throw new ActionError(
    400,
    toLines(checked.issues, 'file').join('; '),
    toField(['file', ...first.path]),
  )
}
