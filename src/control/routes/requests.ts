import { composeRequests } from '../compose.ts'
import { findEntry } from '../find-entry.ts'
import { readFilter, select } from '../requests.ts'
import type { Handlers } from '../route.ts'
import { toListed } from '../views/listed-request.ts'
import { waitForCalls } from '../wait-for-calls.ts'

/** The calls that an account has received, selected or awaited, and the report on them. */
export const requestHandlers = {
  'GET requests': ({ sandbox, account, query }) => {
    const filter = readFilter(query)
    const { requests } = account
    const selected = select(requests.entries().filter(filter.matches), filter)
    const entries = composeRequests(selected, sandbox.knownIn(account.name))
    const end = `,"dropped":${JSON.stringify(requests.dropped)}}`
    return { pieces: ['{"requests":', ...entries, end] }
  },
  'GET requests/wait': waitForCalls,
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
