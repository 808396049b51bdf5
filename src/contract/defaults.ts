import { storedBounds } from './values/bounds.ts'

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
  maxAccounts: storedBounds.accounts.max,
  maxRequests: storedBounds.journalEntries.max,
} as const
