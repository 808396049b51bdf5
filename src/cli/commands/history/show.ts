import type { Entry } from '../../../contract/history/entry.ts'
import type { ControlClient } from '../../../client/client.ts'
import type { HistoryFilter } from '../../../client/filters.ts'
import type { Dropped } from '../../../contract/control/control-shapes.ts'
import type { Context } from '../../args/context.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { toHistoryLine } from '../../log/history-line.ts'
import { exitCodes } from '../../output/failure.ts'
import { choosePaint } from '../../output/paint.ts'
import { watchHistory } from '../../sandbox/change-stream.ts'
import { withSandbox } from '../../sandbox/remote.ts'
import { droppedText } from '../remote/dropped-text.ts'
import { untilStopped } from '../remote/follow.ts'

/** How many items one request asks for. */
const PAGE = 100

/** Shows all items, oldest first; with `--follow`, continues with new ones. */
export function showHistory(
  context: Context<'follow' | 'json' | ConnectionOption>,
  account: string | undefined,
  types?: HistoryFilter['types'],
): Promise<number> {
  const { io, env, options } = context
  const paint = choosePaint(io, env)
  const show = (item: Entry) =>
    io.stdout.write(`${options.json ? JSON.stringify(item) : toHistoryLine(item, paint)}\n`)
  return withSandbox(context, async (client) => {
    const next = pages(client, account, types)
    const note = droppedText(account, await next(show))
    if (note !== undefined) io.stderr.write(`${note}\n`)
    if (!options.follow) return exitCodes.ok
    return untilStopped(io, (stop) => follow(context, () => next(show), stop))
  })
}

/** Returns a function that reads what is new since its last call, page by page. */
function pages(
  client: ControlClient,
  account: string | undefined,
  types: HistoryFilter['types'],
): (show: (item: Entry) => void) => Promise<Dropped> {
  let after = 0
  return async (show) => {
    for (;;) {
      const query = { after, limit: PAGE, types }
      const { history, dropped } = await (account === undefined
        ? client.ask('GET history', { query })
        : client.ask('GET accounts/:account/history', { account, query }))
      for (const item of history) show(item)
      after = history.at(-1)?.order ?? after
      if (history.length < PAGE) return dropped
    }
  }
}

/** Reads again after each change. A change during a request leads to one more request. */
async function follow(
  context: Context<ConnectionOption>,
  read: () => Promise<unknown>,
  stop: AbortSignal,
): Promise<void> {
  let isChanged = false
  let reading: Promise<void> | undefined
  let fail = (_error: unknown) => {}
  const failed = new Promise<never>((_resolve, reject) => (fail = reject))
  const readAll = async () => {
    while (isChanged && !stop.aborted) {
      isChanged = false
      await read()
    }
    reading = undefined
  }
  const onChange = () => {
    isChanged = true
    reading ??= readAll()
    reading.catch(fail)
  }
  await Promise.race([watchHistory(context, onChange, stop), failed])
}
