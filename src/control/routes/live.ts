import type { AnswerOf } from '../../contract/control/routes.ts'
import { refuse } from '../../contract/control/action-error.ts'
import type { RouteAnswer, Context, Handlers } from '../route.ts'
import { expectEmptyBody } from './actions.ts'

/** Liveness and readiness, for start scripts, and the end. */
export const liveHandlers = {
  'GET live': ({ parts }) => ({
    body: {
      service: 'alias-sandbox',
      status: 'live',
      version: parts.version,
      pid: parts.process.pid,
    },
  }),
  'GET ready': ({ sandbox, parts }) => {
    const isClosing = parts.closing.aborted
    return {
      status: isClosing ? 503 : 200,
      body: {
        status: isClosing ? 'closing' : 'ready',
        version: parts.version,
        scenario: sandbox.first.state.scenario,
        seed: sandbox.seed,
        accounts: sandbox.accounts().length,
        smtp_url: parts.process.smtpUrl() ?? null,
      },
    }
  },
  'POST stop': stop,
} satisfies Partial<Handlers>

/** Ends a sandbox of the command line, as SIGTERM does: open requests are finished and everything is saved. */
function stop({
  body,
  parts: { process },
  question,
}: Context<'POST stop'>): RouteAnswer<AnswerOf<'POST stop'>> {
  expectEmptyBody(body)
  const { pid, started, stop: end } = process
  if (end === undefined) {
    const message =
      'This sandbox belongs to the program or command that started it, and ends with it; stop that instead.'
    refuse('embedded', message)
  }
  // Once the answer has left, or its client has.
  question.over.addEventListener('abort', end, { once: true })
  return { body: { status: 'stopping', pid, started: started() } }
}
