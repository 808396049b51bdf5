import type { AnswerOf } from '../../contract/control/routes.ts'
import type { RouteAnswer, AnyContext, Handlers } from '../route.ts'

/** Liveness and readiness, for start scripts. */
export const liveHandlers = {
  'GET live': live,
  'GET ready': ready,
  'HEAD live': live,
  'HEAD ready': ready,
} satisfies Partial<Handlers>

function live({ parts }: Pick<AnyContext, 'parts'>): RouteAnswer<AnswerOf<'GET live'>> {
  return {
    body: {
      service: 'alias-sandbox',
      status: 'live',
      version: parts.version,
      pid: parts.process.pid,
    },
  }
}

function ready({
  sandbox,
  parts,
}: Pick<AnyContext, 'sandbox' | 'parts'>): RouteAnswer<AnswerOf<'GET ready'>> {
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
}
