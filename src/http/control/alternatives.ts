import type { AlternativesView } from '../../contract/history-shapes.ts'
import type { Account } from '../../core/account/account.ts'
import type { Entry } from '../../core/record/entry.ts'
import {
  alternativesOf,
  outcomesOf,
  tierOf,
  type Alternative,
} from '../../core/replay/alternatives.ts'
import type { ReplaySource } from '../../core/replay/replay-host.ts'
import { toEntryId, toEntryView } from '../../core/views/account-view.ts'

/** How the control API shows what a call would have been answered otherwise. @throws ActionError */
export function toAlternativesView(
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
