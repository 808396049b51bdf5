import { toListed } from '../views/listed-request.ts'
import { findEntry } from '../find-entry.ts'
import type { Handlers } from '../route.ts'

/** A call, and the report on all that the request log shows. */
export const reportHandlers = {
  'GET requests/:id': ({ sandbox, account, params }) => ({
    body: toListed(findEntry(account.requests, params.id), sandbox.knownIn(account.name)),
  }),
  'DELETE requests': ({ account }) => {
    account.requests.clear()
    return { status: 204 }
  },
  // Loaded on first use: the rules are a twelfth of the code that a start would load.
  'GET report': async (context) => (await import('../answer-report.ts')).answerReport(context),
} satisfies Partial<Handlers>
