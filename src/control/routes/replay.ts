import { numberOf } from '../../contract/history/entry-types.ts'
import type { RequestEntry } from '../../contract/history/entry.ts'
import { limits } from '../../contract/limits.ts'
import { refuse } from '../../contract/control/action-error.ts'
import { forkBody, undoBody } from '../../contract/control/history-bodies.ts'
import { readBody } from '../../contract/control/request-body.ts'
import type { Account } from '../../core/account/account.ts'
import { lastAction } from '../../core/record/last-action.ts'
import { toAccountView } from '../views/account-view.ts'
import { toShown } from '../../core/record/shown.ts'
import { forkIn } from '../../history/replay/fork.ts'
import { undoIn } from '../../history/replay/undo.ts'
import { sessionPieces } from '../../history/session/text.ts'
import { idIn } from '../history.ts'
import { findEntry } from '../find-entry.ts'
import { derive } from '../derive.ts'
import type { RouteAnswer, AnyContext, Context, Handlers } from '../route.ts'

/** Back in the history of an account, and aside. */
export const replayHandlers = {
  'POST accounts/:account/undo': ({ sandbox, account, body, machineMs, origin }) => {
    const { to = lastActionOf(account) } = readBody(undoBody, body)
    undoIn(sandbox, account, idIn(account, to, 'to'), machineMs, origin)
    const { history } = account
    const made = history.entries().at(-1)!
    return {
      body: {
        ...toAccountView(account),
        undo: made.id,
        can_be_taken_back: history.bases.before(made) !== undefined,
      },
    }
  },
  'POST accounts/:account/fork': ({ sandbox, account, body, machineMs }) => {
    const { at, name } = readBody(forkBody, body)
    const request = {
      ...(at !== undefined && { at: idIn(account, at, 'at') }),
      ...(name !== undefined && { name }),
    }
    const fork = forkIn(sandbox, account, request, machineMs)
    return { status: 201, body: toAccountView(fork) }
  },
  'POST replay': answerReplay,
  'GET requests/:id/bug': async (context) => {
    const { sandbox, account, params, parts } = context
    const found = findEntry(account.requests, params.id)
    const call = toShown(found, sandbox.knownIn(account.name))
    const { version } = parts
    const made = await derive(context, () => ({
      name: 'bug',
      options: { call, version },
      pieces: historyUpTo(found, context),
    }))
    return { pieces: [made.bytes] }
  },
} satisfies Partial<Handlers>

/** The history that ends with a call. @throws ActionError 409, 413 */
function historyUpTo(
  { order }: RequestEntry,
  {
    sandbox,
    account,
    machineMs,
    parts,
  }: Pick<AnyContext, 'sandbox' | 'account' | 'machineMs' | 'parts'>,
): Iterable<string> {
  return sessionPieces(sandbox, [account], {
    version: parts.version,
    machineMs,
    untilOrder: order,
    max: limits.stateBytes,
    instead: 'clear the requests earlier, or start the sandbox with a smaller --max-requests',
  })
}

/** Replays a session beside all accounts. */
async function answerReplay(context: Context<'POST replay'>): Promise<RouteAnswer<never>> {
  const assign = () => ({ name: 'replay', options: {}, pieces: [context.bytes] }) as const
  return { pieces: [(await derive(context, assign)).bytes] }
}

/** @throws ActionError 409 when there is none. */
function lastActionOf(account: Account): string {
  const action = lastAction(account.history)
  if (action === undefined) {
    const [first] = account.history.entries()
    const isWhole = first?.type === 'start' && numberOf(first) === 1
    const older = isWhole ? '' : '; its history no longer holds older ones'
    refuse('no_action', `account ${account.name} has no action to undo${older}`)
  }
  return action.id
}
