import { limits } from '../../contract/limits.ts'
import { sessionPieces } from '../../history/session/text.ts'
import { derive } from '../derive.ts'
import type { RouteAnswer, Context, Handlers } from '../route.ts'

/** Start and history of all accounts, to save them. */
export const sessionHandlers = {
  'GET session': (context) => madeOf('session', context),
  'GET session/page': (context) => madeOf('page', context, { note: context.query.read('note') }),
  'GET session/har': (context) => madeOf('har', context, { scheme: context.parts.scheme }),
  'GET session/scenario': (context) => madeOf('scenario', context),
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
