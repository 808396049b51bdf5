import { storedBounds } from './bounds.ts'

const PORT = 25_427

/** What applies where a user says nothing; the command line and the library both read it here. */
export const defaults = {
  scenario: 'plus',
  port: PORT,
  url: `http://127.0.0.1:${PORT}`,
  account: 'default',
  apiKey: 'sandbox_default',
  seed: 1,
  maxAccounts: storedBounds.accounts.max,
  maxRequests: storedBounds.journalEntries.max,
} as const
