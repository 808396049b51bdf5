import { limits } from './limits.ts'

const PORT = 25_427

/** The defaults of the command line and the library. */
export const defaults = {
  scenario: 'plus',
  /** The library picks a free port instead. */
  port: PORT,
  url: `http://127.0.0.1:${PORT}`,
  account: 'default',
  /** `startSandbox` makes a random key instead, so that parallel sandboxes cannot be confused. */
  apiKey: 'sandbox_default',
  seed: 1,
  allowedHosts: [],
  ui: true,
  exposeHeaders: false,
  maxAccounts: limits.accounts.value,
  maxRequests: limits.requests.value,
} as const
