import type { Route } from '../route.ts'

/** Liveness and readiness, for start scripts. */
export function liveRoutes(method: 'GET' | 'HEAD'): Route[] {
  return [
    {
      method,
      path: 'live',
      scope: 'sandbox',
      summary: 'Liveness: is the process running?',
      answer: ({ options }) => ({
        body: {
          service: 'alias-sandbox',
          status: 'live',
          version: options.version,
          pid: process.pid,
        },
      }),
    },
    {
      method,
      path: 'ready',
      scope: 'sandbox',
      summary: 'Readiness: does it accept calls? 503 while it closes',
      answer: ({ sandbox, options }) => ({
        status: options.closing.aborted ? 503 : 200,
        body: {
          status: options.closing.aborted ? 'closing' : 'ready',
          version: options.version,
          scenario: sandbox.account('default').state.scenario,
          seed: sandbox.seed,
          accounts: sandbox.accounts().length,
        },
      }),
    },
  ]
}
