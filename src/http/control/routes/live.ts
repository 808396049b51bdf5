import type { Route } from '../route.ts'

/** Liveness and readiness, for start scripts. */
export function liveRoutes(method: 'GET' | 'HEAD'): Route[] {
  return [
    {
      method,
      path: 'live',
      scope: 'sandbox',
      summary: 'Liveness: is the process running?',
      answer: ({ parts }) => ({
        body: {
          service: 'alias-sandbox',
          status: 'live',
          version: parts.version,
          pid: process.pid,
        },
      }),
    },
    {
      method,
      path: 'ready',
      scope: 'sandbox',
      summary: 'Readiness: does it accept calls? 503 while it closes',
      answer: ({ sandbox, parts }) => ({
        status: parts.closing.aborted ? 503 : 200,
        body: {
          status: parts.closing.aborted ? 'closing' : 'ready',
          version: parts.version,
          scenario: sandbox.account('default').state.scenario,
          seed: sandbox.seed,
          accounts: sandbox.accounts().length,
        },
      }),
    },
  ]
}
