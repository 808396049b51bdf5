import type { ControlClient } from '../../../client/client.ts'
import { SandboxError } from '../../../client/error.ts'
import type { RequestFilter } from '../../../client/filters.ts'
import type { ListedRequest } from '../../../contract/history/entry.ts'
import { toCallLine } from '../../log/request-line.ts'
import type { Context } from '../../args/context.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { exitCodes, usageError } from '../../output/failure.ts'
import { choosePaint } from '../../output/paint.ts'
import { withSandbox } from '../../sandbox/remote.ts'
import { untilStopped } from './follow.ts'
import { showHistory } from '../history/show.ts'
import { callFilters, readCallFilter, type CallFilter } from './call-filter.ts'
import { droppedText } from './dropped-text.ts'

/** How long one request of `--follow` waits on the server. */
const LONG_POLL = '30s'

/** Prints the calls that an account received; with `--follow`, continues with new ones. */
export function runRequests(
  context: Context<'follow' | 'all' | CallFilter | 'account' | 'json' | ConnectionOption>,
): Promise<number> {
  const { io, env, options } = context
  const { account } = options
  const paint = choosePaint(io, env)
  const filter = readCallFilter(context)
  if (options.all) {
    const used = callFilters.find((name) => name in filter)
    if (used !== undefined) throw usageError(`--${used} cannot be used with --all`)
    return showHistory(context, account, ['call', 'action', 'mail'])
  }
  const show = (entries: readonly ListedRequest[]) => {
    for (const entry of entries) {
      io.stdout.write(`${options.json ? JSON.stringify(entry) : toCallLine(entry, paint)}\n`)
    }
  }
  return withSandbox(context, async (client) => {
    const asked = { account, query: filter }
    const { requests: entries, dropped } = await client.ask('GET requests', asked)
    const note = droppedText(account, dropped)
    if (note !== undefined) io.stderr.write(`${note}\n`)
    show(entries)
    if (!options.follow) return exitCodes.ok
    const last = entries.at(-1)?.id ?? 'req_0'
    return untilStopped(io, (stop) =>
      follow((since) => nextEntries(client, account, { ...filter, since }, stop), show, last, stop),
    )
  })
}

async function follow(
  next: (since: string) => Promise<ListedRequest[]>,
  show: (entries: readonly ListedRequest[]) => void,
  since: string,
  stop: AbortSignal,
): Promise<void> {
  for (let last = since; !stop.aborted;) {
    const entries = await next(last)
    show(entries)
    last = entries.at(-1)?.id ?? last
  }
}

/** Returns the entries after one; empty if none arrived in time. */
async function nextEntries(
  client: ControlClient,
  account: string,
  filter: RequestFilter,
  signal: AbortSignal,
): Promise<ListedRequest[]> {
  try {
    const query = { ...filter, count: 1, timeout: LONG_POLL }
    return (await client.ask('GET requests/wait', { account, query, signal })).requests
  } catch (error) {
    if (error instanceof SandboxError && error.code === 'timeout') return []
    throw error
  }
}
