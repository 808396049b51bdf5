import {
  choiceIds,
  choiceRow,
  valuesOf,
  type ChoiceId,
  type Choices,
} from '../../contract/choices/choices.ts'
import type { ChoiceValue } from '../../contract/choices/choice-row.ts'
import { documentedErrors } from '../../contract/errors.ts'
import { faultKinds, type FaultKind } from '../../contract/faults.ts'
import { isAction } from '../../contract/history/entry-types.ts'
import type { Account } from '../account/account.ts'
import type { Snapshot } from '../account/snapshot.ts'
import { armFault } from '../account/faults.ts'
import { parseQuery } from '../calls/list-request.ts'
import type { Based } from '../record/bases.ts'
import type { Entry } from '../record/entry.ts'
import type { HistoryEntry } from '../record/history-entry.ts'
import { accountBefore, copyOf } from './account-before.ts'
import { applyInput } from './apply-input.ts'
import { isInput, moveTo, repeatCall, type Input } from './repeat-input.ts'
import { compareAnswers, type Difference } from './compare-entries.ts'
import { ReplayHost, type ReplaySource } from './replay-host.ts'

/** What a call would have been answered instead. */
export type Alternative = { answer: Entry; differences: Difference[] }
export type ChoiceAlternative = Alternative & { choice: ChoiceId; value: ChoiceValue }
export type OutcomeAlternative = Alternative & { outcome: string }

/** These choices act through what the account counted before the call, so earlier calls count too. */
const gradual: readonly ChoiceId[] = [
  'rejected_spend_burst',
  'burst_window',
  'rotation_resets_burst',
  'daily_spend',
  'expiry',
  'burn',
  'trial_end',
  'canceled_becomes_free',
]
/** How many earlier inputs are repeated for them. */
const MAX_REPEATED = 200
/** Writing and reading this many aliases takes about as long as writing, reading and repeating a call. */
const ALIASES_PER_ENTRY = 50
/** Repeating these would take long, start the account over, or change its choices back. */
const neverRepeated: readonly string[] = [
  'populate_aliases',
  'load_scenario',
  'reset',
  'set_choices',
]

/**
 * The same call under every other value of every choice: those that change its answer.
 * @throws ActionError 409 when the history no longer reaches back to before the call.
 */
export function alternativesOf(
  account: Account,
  call: Entry,
  source: ReplaySource,
): ChoiceAlternative[] {
  const copy = accountBefore(account, call, new ReplayHost(source))
  const before = copy.snapshot()
  const earlier = earlierInputs(account, call)
  return choiceIds
    .filter((choice) => bearsOn(call, choice))
    .flatMap((choice) =>
      valuesOf(choice)
        .filter((value) => value !== copy.choices[choice])
        .flatMap((value) => {
          const start = gradual.includes(choice) ? earlier : { base: before, inputs: [] }
          const answer = answerWith(account, call, source, start, { [choice]: value })
          const differences = compareAnswers(call, answer)
          return differences.length === 0 ? [] : [{ choice, value, answer, differences }]
        }),
    )
}

/** A cursor has the form that the account gave it; in another one it would have come back so too. */
function bearsOn({ request }: Entry, choice: ChoiceId): boolean {
  return choice !== 'cursor' || !parseQuery(request.query).has('last_key')
}

/** The same call with every documented error that a fault can force. */
export function outcomesOf(
  account: Account,
  call: Entry,
  source: ReplaySource,
): OutcomeAlternative[] {
  const before = accountBefore(account, call, new ReplayHost(source)).snapshot()
  return faultKinds.filter(isDocumented).flatMap((kind) => {
    const host = new ReplayHost(source)
    const copy = copyOf(account, host, before)
    copy.state.faults = []
    armFault(copy, { kind, operation: 'any', times: 1 })
    const answer = repeatCall(copy, host, call)
    const differences = compareAnswers(call, answer)
    return differences.length === 0 ? [] : [{ outcome: answer.outcome, answer, differences }]
  })
}

function isDocumented(kind: FaultKind): boolean {
  return documentedErrors.some((name) => name === kind)
}

type Start = { base: Snapshot; inputs: readonly Input[] }

function answerWith(
  account: Account,
  call: Entry,
  source: ReplaySource,
  { base, inputs }: Start,
  changed: Partial<Record<ChoiceId, ChoiceValue>>,
): Entry {
  const host = new ReplayHost(source)
  const copy = copyOf(account, host, base)
  copy.choose(changed as Partial<Choices>)
  for (const input of inputs) applyInput(copy, host, input)
  moveTo(copy, call)
  return repeatCall(copy, host, call)
}

/** The inputs up to the call, from the earliest base from which they are quickly repeated. */
function earlierInputs({ history }: Account, call: Entry): Start {
  const entries = history.entries().filter(({ order }) => order < call.order)
  const { base, afterOrder } = earliestBase(history, entries, call)! // `accountBefore` has found one
  return { base, inputs: inputsAfter(entries, afterOrder) }
}

function earliestBase(
  history: Account['history'],
  entries: readonly HistoryEntry[],
  call: Entry,
): Based<Snapshot> | undefined {
  const last = history.baseBefore(call)
  const barrier = entries.findLast(isBarrier)?.order ?? 0
  const first = history
    .bases()
    .find(
      ({ afterOrder }) =>
        afterOrder >= barrier && inputsAfter(entries, afterOrder).length <= MAX_REPEATED,
    )
  return first && last && first.afterOrder < last.afterOrder ? first : last
}

/**
 * The base that has all that the alternatives of a call need; the oldest one if the other has so many aliases
 * that to read them takes longer than to repeat what led to them. Undefined if there is none before the call.
 */
export function baseForAlternatives(
  { history }: Account,
  call: Entry,
): Based<Snapshot> | undefined {
  const entries = history.entries().filter(({ order }) => order < call.order)
  const base = earliestBase(history, entries, call)
  const [oldest] = history.bases()
  if (base === undefined || oldest === undefined) return undefined
  const spared = entries.filter(
    ({ order }) => order > oldest.afterOrder && order <= base.afterOrder,
  ).length
  const more = base.base.aliases.size - oldest.base.aliases.size
  return more > spared * ALIASES_PER_ENTRY ? oldest : base
}

function isBarrier(entry: HistoryEntry): boolean {
  if (entry.type === 'start' || entry.type === 'rewind') return true
  return isAction(entry) && neverRepeated.includes(entry.action)
}

function inputsAfter(entries: readonly HistoryEntry[], order: number): Input[] {
  return entries.filter((entry) => entry.order > order).filter(isInput)
}

/** How likely a value of a choice is: `L` for likely, `P` for possible; the default has none. */
export function tierOf(choice: ChoiceId, value: ChoiceValue): string | null {
  return choiceRow(choice).alternatives.find((row) => row.value === value)?.tier ?? null
}
