import { printable } from '../../../text/escape.ts'
import type { ControlClient } from '../../../client/client.ts'
import { SandboxError } from '../../../client/error.ts'
import { boundText } from '../../../contract/bound.ts'
import { storedBounds } from '../../../contract/bounds.ts'
import type { EntryView } from '../../../contract/control-shapes.ts'
import type { Dropped } from '../../../contract/control-shapes.ts'
import { constants } from 'node:os'
import { toCallLine, toCallFormat } from '../../log/request-line.ts'
import type { Context } from '../../args/context.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { exitCodes, runtimeError } from '../../output/failure.ts'
import { choosePaint } from '../../output/paint.ts'
import { withSandbox } from '../../sandbox/remote.ts'

/** How long one request of `--follow` waits on the server. */
const LONG_POLL = '30s'

/** Prints the calls that an account received; with `--follow`, continues with new ones. */
export function runRequests(
  context: Context<'follow' | 'account' | 'json' | ConnectionOption>,
): Promise<number> {
  const { io, env, options } = context
  const { account } = options
  const paint = choosePaint(io, env)
  const show = (entries: readonly EntryView[]) => {
    for (const entry of entries) {
      io.stdout.write(
        `${options.json ? JSON.stringify(entry) : toCallLine(toCallFormat(entry), paint)}\n`,
      )
    }
  }
  return withSandbox(context, async (client) => {
    const { requests: entries, dropped } = await client.journal(account)
    const note = droppedText(account, dropped)
    if (note !== undefined) io.stderr.write(`${note}\n`)
    show(entries)
    if (!options.follow) return exitCodes.ok
    return follow(context, (since, signal) => nextEntries(client, account, since, signal), {
      since: entries.at(-1)?.id ?? 'req_0',
      show,
    })
  })
}

/** How many calls the journal has dropped and why; undefined if none. */
function droppedText(account: string, dropped: Dropped): string | undefined {
  const { journalBytes, journalsBytes } = storedBounds
  const counts = [
    [dropped.entries, 'over the limit of calls per account (--max-requests)'],
    [dropped.account_bytes, `over the limit of ${boundText(journalBytes)} per account`],
    [
      dropped.sandbox_bytes,
      `over the limit of ${boundText(journalsBytes)} (less with a small heap) for all accounts together`,
    ],
  ] as const
  const reasons = counts.filter(([count]) => count > 0).map(([count, why]) => `${count} ${why}`)
  if (reasons.length === 0) return undefined
  const total = counts.reduce((sum, [count]) => sum + count, 0)
  return `account ${printable(account)}: dropped ${total} older ${total === 1 ? 'call' : 'calls'}: ${reasons.join(', ')}`
}

async function follow(
  { io }: Context,
  next: (since: string, signal: AbortSignal) => Promise<EntryView[]>,
  { since, show }: { since: string; show: (entries: readonly EntryView[]) => void },
): Promise<number> {
  const stop = new AbortController()
  let exitCode: number = exitCodes.ok
  let failure: string | undefined
  const unsubscribe = io.onSignal((signal) => {
    exitCode = exitCodes.signal + constants.signals[signal]
    stop.abort()
  })
  io.stdout.onFailure((code) => {
    failure = code
    stop.abort()
  })
  try {
    let last = since
    while (!stop.signal.aborted) {
      const entries = await next(last, stop.signal)
      show(entries)
      last = entries.at(-1)?.id ?? last
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    unsubscribe()
  }
  if (failure !== undefined && failure !== 'EPIPE') {
    throw runtimeError(`cannot write to standard output (${failure})`)
  }
  return exitCode
}

/** Returns the entries after one; empty if none arrived in time. */
async function nextEntries(
  client: ControlClient,
  account: string,
  since: string,
  signal: AbortSignal,
): Promise<EntryView[]> {
  try {
    return await client.waitForRequests(account, { since, count: 1, timeout: LONG_POLL }, signal)
  } catch (error) {
    if (error instanceof SandboxError && error.code === 'timeout') return []
    throw error
  }
}
