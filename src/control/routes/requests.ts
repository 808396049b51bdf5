import { composeRequests } from '../compose.ts'
import { readFilter, select } from '../requests.ts'
import type { Handlers } from '../route.ts'
import { waitForCalls } from '../wait-for-calls.ts'

/** The calls that an account has received, selected or awaited. */
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
} satisfies Partial<Handlers>
