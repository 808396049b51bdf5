import { limits } from '../../contract/limits.ts'
import type { Session } from '../../contract/session/session.ts'
import { loadSteps } from '../../history/session/load-session.ts'
import { sessionPieces } from '../../history/session/text.ts'
import { derive } from '../derive.ts'
import { toText } from '../../text/bytes.ts'
import type { AnyContext, RouteAnswer, Context, Handlers } from '../route.ts'
import { toAccountView } from '../views/account-view.ts'
import { inTurns } from '../work/in-turns.ts'

/** Start and history of all accounts, to save them, or to take them in the place of all. */
export const sessionHandlers = {
  'GET session': (context) => madeOf('session', context),
  'GET session/page': (context) => madeOf('page', context, { note: context.query.read('note') }),
  'GET session/har': (context) => madeOf('har', context, { scheme: context.parts.scheme }),
  'GET session/scenario': (context) => madeOf('scenario', context),
  'PUT session': async (context) => {
    const { sandbox, parts, question } = context
    const session = await readSession(context)
    const steps = loadSteps(sandbox, session, { machineMs: parts.clock.now() })
    await inTurns(steps, parts.nextTurn, question.left)
    parts.events.reset()
    const machineMs = parts.clock.now()
    return {
      body: {
        accounts: sandbox
          .accounts()
          .map((account) => toAccountView(sandbox.syncClock(account, machineMs))),
      },
    }
  },
} satisfies Partial<Handlers>

/** The session as it is when its turn has come, of all accounts or of one. */
async function madeOf(
  job: 'session' | 'page' | 'scenario' | 'har',
  context: Context<'GET session'>,
  options = {},
): Promise<RouteAnswer<never>> {
  const { sandbox, query, parts } = context
  const name = query.read('account')
  const instead = 'request the session of one account'
  const made = await derive(context, () => {
    const machineMs = parts.clock.now()
    const accounts = name === undefined ? sandbox.accounts() : [sandbox.account(name)]
    const { version } = parts
    const extent = { version, machineMs, max: limits.stateBytes, instead }
    return {
      name: job,
      options: { ...options, instead, version },
      pieces: sessionPieces(sandbox, accounts, extent),
    }
  })
  return { pieces: [made.bytes] }
}

/** The session in the body, which is checked as work. @throws ActionError 400 */
async function readSession({
  bytes,
  parts,
  question,
}: Pick<AnyContext, 'bytes' | 'parts' | 'question'>): Promise<Session> {
  const assign = () => ({ name: 'check', options: {}, pieces: [bytes] }) as const
  const checked = await parts.work.run(assign, question.left)
  return JSON.parse(toText(checked.bytes)) as Session
}
