import type { Route } from '../route.ts'

/** Whether the process is there, and whether it takes calls: what start scripts ask. */
export function liveRoutes(method: 'GET' | 'HEAD'): Route[] {
  return [
    {
      method,
      path: 'live',
      scope: 'sandbox',
      summary: 'Is the process there?',
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
      summary: 'Does it take calls?',
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
