import type { ReplayView } from '../../contract/control/history-shapes.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import type { Entry } from '../../contract/history/entry.ts'
import type { SessionAccount } from '../../contract/session/session.ts'
import { knownIn } from '../../core/aliases/cursors.ts'
import { toShown } from '../../core/record/shown.ts'
import { sourceOf } from '../../history/session/source-of.ts'
import { replaySteps, toFirstJson, type ReplayStep } from '../../history/session/replay-session.ts'
import type { ReplaySource } from '../../history/replay/replay-host.ts'
import { readSessionBody } from './check-session.ts'
import { inJson, type JobBody } from './job-body.ts'

/** Replays the session in the body of `POST replay`. @throws ActionError 400 for what is no session, 413 */
export function replayUpload(body: string, sampleTexts: ReplaySource['sampleTexts']): JobBody {
  const session = readSessionBody(body)
  const steps = replaySteps(session, sourceOf(session, sampleTexts))
  const accounts: Omit<ReplayView['accounts'][number], 'different'>[] = []
  let step = inSession(() => steps.next())
  for (; !step.done; step = inSession(() => steps.next())) {
    const { of, entry } = step.value
    if (!entry) accounts.push({ name: of.name, history: [] })
    accounts.at(-1)!.history.push(...shownIn(step.value, accounts.at(-1)!.history.at(-1)))
  }
  const { answers, equal, different } = step.value
  const view: ReplayView = {
    answers,
    equal,
    first: toFirstJson(step.value),
    accounts: accounts.map((each) => ({ ...each, different: different.get(each.name) ?? [] })),
  }
  return inJson(view, 'use "alias-sandbox replay"')
}

/** The entries that a step added to the history of an account, with the order of those in the session. */
function shownIn({ of, account, entry }: ReplayStep, before: Entry | undefined): Entry[] {
  const { replayed, recorded } = entry ?? {}
  const added = entry ? (replayed ? [replayed] : []) : account.history.entries()
  const order = recorded?.order ?? before?.order ?? orderBefore(of)
  const isKnown = knownIn(account.aliases)
  return added.map((each) => toShown(withDelivery({ ...each, order }, recorded), isKnown))
}

/** The start of an account stands in a file, or comes just before its first item. */
function orderBefore({ history: [first] }: SessionAccount): number {
  if (first?.type === 'start') return first.order
  return Math.max(0, (first?.order ?? 0) - 1)
}

/** Nothing is sent in a replay, so what tells how a call was answered is taken from the record. */
function withDelivery(replayed: Entry, recorded: Entry | undefined): Entry {
  if (replayed.type !== 'call' || recorded?.type !== 'call') return replayed
  if (replayed.id !== recorded.id) return replayed
  const { ended_at, duration_ms, client_left, held_for } = recorded
  return { ...replayed, ended_at, duration_ms, client_left, held_for }
}

/** Adds to an error that it is about the session. @throws ActionError 400 */
function inSession<Result>(act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof ActionError) || error.status !== 400) throw error
    throw new ActionError(400, `session: ${error.message}`)
  }
}
