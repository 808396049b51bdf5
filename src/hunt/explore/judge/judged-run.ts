import type {
  Entry,
  EventEntry,
  PerformedEntry,
  RequestEntry,
} from '../../../contract/history/entry.ts'
import { actionRow, isActionName } from '../../../contract/actions.ts'
import { timeOf } from '../../../contract/deliveries.ts'
import { isAction } from '../../../contract/history/entry-types.ts'
import { isSuccess } from '../../../contract/operations.ts'
import { isRemovedBy } from '../../../report/removal.ts'
import type { ObservedRun } from '../client.ts'
import type { Patience } from '../options.ts'
import type { NamedScenario } from '../../../contract/scenario/scenario.ts'

/** Everything that a run shows, over all accounts, in its order. */
export type RunEntries = {
  calls: readonly RequestEntry[]
  actions: readonly PerformedEntry[]
  events: readonly EventEntry[]
  /** An id as the report writes it: with the account in front if there are several. */
  idOf: (entry: Entry) => string
}

/** One run, and what to compare it with. */
export type JudgedRun = {
  scenario: NamedScenario
  observed: ObservedRun
  seen: RunEntries
  /** A run from the same start in which nothing went wrong. */
  calm: ObservedRun
  /** A run of the same scenario without its holds; undefined if it has none. */
  inOrder?: ObservedRun | undefined
  /** A run without trouble in an account on Plus without aliases. */
  plain: ObservedRun
  /** A run without trouble in an account with some pages of aliases, if there was one. */
  paged?: ObservedRun | undefined
  /** Is the result checked otherwise, so that nothing has to be guessed about it? */
  isResultChecked: boolean
  patience: Patience
}

export function seenIn({ accounts }: ObservedRun): RunEntries {
  const entries = accounts
    .flatMap(({ history }) => history)
    .toSorted((one, other) => one.order - other.order)
  const met = accounts.filter(({ history }) => history.some(({ type }) => type === 'call'))
  return {
    calls: entries.filter((entry) => entry.type === 'call'),
    actions: entries.filter((entry) => isAction(entry)),
    events: entries.filter((entry) => entry.type === 'event'),
    idOf: (entry) => (met.length > 1 ? `${entry.account}/${entry.id}` : entry.id),
  }
}

export function operationName({ operation }: RequestEntry): string {
  return operation ?? 'other'
}

/** Was the call carried out, and its whole answer sent at once, to a client that was there? */
export function isAnswered({ outcome, delivery, client_left, ended_at }: RequestEntry): boolean {
  return isSuccess(outcome) && timeOf(delivery) === 0 && !client_left && ended_at !== null
}

function isOfAliases(action: string): boolean {
  return isActionName(action) && actionRow(action).group === 'aliases'
}

/** Did aliases change beside the client while it ran? Then nobody can tell what it should have seen. */
export function isChanging({ calls, actions, events }: RunEntries): boolean {
  return (
    actions.some(({ action, result }) => isOfAliases(action) && result !== undefined) ||
    actions.some((action) => calls.some((call) => isRemovedBy(action, call))) ||
    events.some(({ event }) => event === 'alias_expired')
  )
}
