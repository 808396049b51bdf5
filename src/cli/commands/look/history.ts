import type { Entry } from '../../../contract/history/entry.ts'
import type { ControlClient } from '../../../client/client.ts'
import type { Dropped } from '../../../contract/control/control-shapes.ts'
import type { Context } from '../../args/context.ts'
import type { SourceOption } from '../../args/tables/option-groups.ts'
import { toHistoryLine } from '../../log/history-line.ts'
import { exitCodes, refuseBoth } from '../../output/failure.ts'
import { choosePaint } from '../../output/paint.ts'
import { withAccount, withSandbox } from '../../sandbox/remote.ts'
import { droppedText } from './dropped-text.ts'
import { follow } from './follow.ts'

/** The number of entries that one request asks for. */
const PAGE = 100

type HistoryContext = Context<'follow' | 'all' | SourceOption>

/** Prints all that happened to an account, or with --all to every account; with `--follow`, continues with new entries. */
export function runHistory(context: HistoryContext): Promise<number> {
  const { options, sourceOf } = context
  refuseBoth(options.follow && options.file !== undefined, '--follow', '--file')
  refuseBoth(options.all && sourceOf('account') === 'flag', '--account', '--all')
  if (!options.all) return withAccount(context, (client, account) => show(context, client, account))
  return withSandbox(context, (client) => show(context, client, undefined))
}

async function show(
  context: HistoryContext,
  client: ControlClient,
  account: string | undefined,
): Promise<number> {
  const { io, env, options } = context
  const paint = choosePaint(io, env)
  const print = (entry: Entry) =>
    io.stdout.write(`${options.json ? JSON.stringify(entry) : toHistoryLine(entry, paint)}\n`)
  const next = pages(client, account)
  if (options.json && !options.follow) {
    const history: Entry[] = []
    const dropped = await next((entry) => history.push(entry))
    io.stdout.write(`${JSON.stringify({ history, dropped })}\n`)
    return exitCodes.ok
  }
  const note = droppedText(account, await next(print))
  if (note !== undefined) io.stderr.write(`${note}\n`)
  if (!options.follow) return exitCodes.ok
  return follow(io, () => next(print))
}

/** Returns a function that reads what is new since its last call, page by page. */
function pages(
  client: ControlClient,
  account: string | undefined,
): (print: (entry: Entry) => void) => Promise<Dropped> {
  let after = 0
  return async (print) => {
    for (;;) {
      const query = { after, limit: PAGE }
      const { history, dropped } = await (account === undefined
        ? client.ask('GET history', { query })
        : client.ask('GET accounts/:account/history', { account, query }))
      for (const entry of history) print(entry)
      after = history.at(-1)?.order ?? after
      if (history.length < PAGE) return dropped
    }
  }
}
