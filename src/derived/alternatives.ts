import { refuse } from '../contract/control/action-error.ts'
import type { HistoryFile, HistoryFileItemOf } from '../contract/history/file.ts'
import type { AlternativesView } from '../contract/history/shapes.ts'
import type { Account } from '../core/account/account.ts'
import type { Entry } from '../core/record/entry.ts'
import {
  alternativesOf,
  outcomesOf,
  tierOf,
  type Alternative,
} from '../core/replay/alternatives.ts'
import type { ReplaySource } from '../core/replay/replay-host.ts'
import { Replay } from '../core/replay/replay.ts'
import { toEntryId, toEntryView } from '../core/views/account-view.ts'
import { toEntry } from '../history/file/items.ts'
import { sourceOf, toRecord } from '../history/file/records.ts'
import { toBytes, type Made } from './messages.ts'

type Options = { call: HistoryFileItemOf<'call'>; withOutcomes: boolean }

/**
 * What the call with which a history ends would have been answered otherwise, as JSON.
 * @throws ActionError 409 when the account cannot be repeated up to the call.
 */
export function findAlternatives(
  history: string,
  { call: item, withOutcomes }: Options,
  sampleTexts: ReplaySource['sampleTexts'],
): Made {
  const file = JSON.parse(history) as HistoryFile
  const [of] = file.accounts
  if (of === undefined) refuse('history_cut', `the history ends before call ${item.id}`)
  const source = sourceOf(file, sampleTexts)
  const replay = Replay.start(toRecord(of), source)
  for (const _entry of replay.run());
  const { account } = replay
  const again = account.history.find(item.id)
  if (again?.type !== 'call') {
    refuse('history_cut', `the history of account ${of.name} has no call ${item.id}`)
  }
  // The answer is the recorded one, and its place that in the repeated history.
  const call = { ...toEntry(item, of.name), order: again.order } as Entry
  return { bytes: toBytes(JSON.stringify(viewOf(account, call, source, withOutcomes))) }
}

function viewOf(
  account: Account,
  call: Entry,
  source: ReplaySource,
  withOutcomes: boolean,
): AlternativesView {
  return {
    id: toEntryId(call.number),
    account: account.name,
    answer: toAnswer(call),
    choices: alternativesOf(account, call, source).map((alternative) => ({
      choice: alternative.choice,
      value: alternative.value,
      tier: tierOf(alternative.choice, alternative.value) as 'L' | 'P' | null,
      ...toDifferent(alternative),
    })),
    ...(withOutcomes && {
      outcomes: outcomesOf(account, call, source).map((alternative) => ({
        outcome: alternative.outcome,
        ...toDifferent(alternative),
      })),
    }),
  }
}

type Different = Pick<AlternativesView['choices'][number], 'differs' | 'answer'>

function toDifferent({ answer, differences }: Alternative): Different {
  const differs = differences.map(({ field }) => field) as Different['differs']
  return { differs, answer: toAnswer(answer) }
}

function toAnswer(call: Entry): AlternativesView['answer'] {
  const { response, outcome, why, basis } = toEntryView(call)
  return { response, outcome, why, basis }
}
