import { refuse } from '../../../contract/action-error.ts'
import { inputBounds } from '../../../contract/bounds.ts'
import { historyFileLimits } from '../../../contract/history-file.ts'
import { forkBody, rewindBody } from '../../../contract/history-bodies.ts'
import type { RewoundView } from '../../../contract/control-shapes.ts'
import type { SampleLocale } from '../../../contract/sample-data.ts'
import type { Account } from '../../../core/account/account.ts'
import { toHistoryId } from '../../../core/record/history-entry.ts'
import { lastAction } from '../../../core/record/last-action.ts'
import { toAccountView } from '../../../core/views/account-view.ts'
import { toBugFile } from '../../../history-export/bug/bug-file.ts'
import { toBugReport } from '../../../history-export/bug/bug-report.ts'
import { toHistoryFile } from '../../../history-file/from-sandbox.ts'
import { toAlternativesView } from '../alternatives.ts'
import { idIn } from '../history.ts'
import { wordOf } from '../query.ts'
import { readBody } from '../replay/body.ts'
import { answerReplay } from '../replay/answer-replay.ts'
import { findEntry } from '../requests.ts'
import type { Route } from '../route.ts'

/** Back in the history of an account, and aside. */
export const replayRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: 'accounts/:account/rewind',
    scope: 'sandbox',
    summary:
      'Take the account back to before an entry (to; default: its last action); the history stays, rewind names the entry that this made, and can_be_taken_back says whether to can name it',
    answer: ({ sandbox, account, body, machineMs, origin }) => {
      const { to = lastActionOf(account) } = readBody(rewindBody, body)
      sandbox.rewind(account, idIn(account, to, 'to'), machineMs, origin)
      const { history } = account
      const made = history.entries().at(-1)!
      const rewound: RewoundView = {
        ...toAccountView(account),
        rewind: toHistoryId(made),
        can_be_taken_back: history.baseBefore(made) !== undefined,
      }
      return { body: rewound }
    },
  },
  {
    method: 'POST',
    path: 'accounts/:account/fork',
    scope: 'sandbox',
    summary:
      'Create an account in the state of this one, now or before an entry (at, name; default name: generated)',
    answer: ({ sandbox, account, body, machineMs }) => {
      const { at, name } = readBody(forkBody, body)
      const request = {
        ...(at !== undefined && { at: idIn(account, at, 'at') }),
        ...(name !== undefined && { name }),
      }
      const fork = sandbox.fork(account, request, machineMs)
      return { status: 201, body: toAccountView(fork) }
    },
  },
  {
    method: 'POST',
    path: 'replay',
    scope: 'sandbox',
    bodyLimit: inputBounds.replayBytes.max,
    valueLimits: { ...historyFileLimits, depth: historyFileLimits.depth + 1 },
    summary:
      'Replay a history file (file, until) beside all accounts, and compare the answers; create: an account in the state that was reached',
    answer: answerReplay,
  },
  {
    method: 'GET',
    path: 'requests/:id/alternatives',
    scope: 'account',
    parameters: ['outcomes'],
    isLarge: true,
    summary:
      'Get what the call would have been answered under other values of each choice (outcomes=true: and under each documented outcome)',
    answer: ({ sandbox, account, params, query }) => {
      const call = findEntry(account.journal, params['id']!)
      const withOutcomes = wordOf(query, 'outcomes', ['true', 'false']) === 'true'
      return { body: toAlternativesView(account, call, sandbox, withOutcomes) }
    },
  },
  {
    method: 'GET',
    path: 'requests/:id/bug',
    scope: 'account',
    isLarge: true,
    summary:
      'Get a bug report on one call (markdown): why it got its answer, and what gives the same answer again',
    answer: async ({ sandbox, account, params, parts: { version } }) => {
      const call = findEntry(account.journal, params['id']!)
      const file = toHistoryFile(sandbox, [account], { version, untilOrder: call.order })
      const texts = (locale: SampleLocale) => sandbox.sampleTexts(locale)
      const bug = await toBugFile(file, toHistoryId(call), texts)
      return { body: { markdown: toBugReport(call, bug, version) } }
    },
  },
]

/** @throws ActionError 409 when there is none. */
function lastActionOf(account: Account): string {
  const action = lastAction(account.history)
  if (action === undefined) {
    const [first] = account.history.entries()
    const isWhole = first?.type === 'start' && first.number === 1
    const older = isWhole ? '' : '; its history no longer holds older ones'
    refuse(`account ${account.name} has no action to undo${older}`)
  }
  return toHistoryId(action)
}
