import type { Session } from '../../contract/session/session.ts'
import { loadSteps } from '../../history/session/load-session.ts'
import { toText } from '../../text/bytes.ts'
import { inTurns } from '../work/in-turns.ts'
import type { AnyContext, Handlers } from '../route.ts'
import { toAccountView } from '../views/account-view.ts'

/** Takes the accounts of a session in the place of all. */
export const loadHandlers = {
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
