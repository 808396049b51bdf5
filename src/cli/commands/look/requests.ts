import type { ControlClient } from '../../../client/client.ts'
import type { RequestFilter } from '../../../client/filters.ts'
import type { ListedRequest } from '../../../contract/history/entry.ts'
import { printable } from '../../../text/escape.ts'
import { toRequestLine } from '../../log/request-line.ts'
import type { Context } from '../../args/context.ts'
import type { SourceOption } from '../../args/tables/option-groups.ts'
import { exitCodes, refuseBoth, usageError } from '../../output/failure.ts'
import { choosePaint } from '../../output/paint.ts'
import { accountNames, listOf, withAccount } from '../../sandbox/remote.ts'
import { readRequestFilter, requestFilters, type RequestFilterOption } from './request-filter.ts'
import { droppedText } from './dropped-text.ts'
import { follow } from './follow.ts'

type RequestsContext = Context<'follow' | 'bug' | 'as' | RequestFilterOption | SourceOption>

/** Prints the requests of an account, with `--follow` new ones too; or one request with the reason for its answer. */
export async function runRequests(context: RequestsContext): Promise<number> {
  const { options, words, sourceOf } = context
  if (words[0] !== undefined) {
    const used = [...requestFilters, 'follow' as const].find((name) => sourceOf(name) === 'flag')
    if (used !== undefined) throw usageError(`requests <id>: --${used} cannot be used with an id`)
    const { runRequest } = await import('./request.ts')
    return runRequest(context, words[0])
  }
  if (options.bug) throw usageError('requests: --bug needs the id of a request, such as req_12')
  refuseBoth(options.follow && options.file !== undefined, '--follow', '--file')
  return listRequests(context)
}

function listRequests(context: RequestsContext): Promise<number> {
  const { io, env, options } = context
  const paint = choosePaint(io, env)
  const filter = readRequestFilter(context)
  const isJsonLines = options.json && options.follow
  const show = (entries: readonly ListedRequest[]) => {
    for (const entry of entries) {
      const line = `${printable(entry.id).padEnd(8)} ${toRequestLine(entry, paint)}`
      io.stdout.write(`${options.json ? JSON.stringify(entry) : line}\n`)
    }
  }
  return withAccount(context, async (client, account) => {
    const answer = await client.ask('GET requests', { account, query: filter })
    const { requests, dropped } = answer
    const note = droppedText(account, dropped)
    if (note !== undefined) io.stderr.write(`${note}\n`)
    if (options.json && !isJsonLines) io.stdout.write(`${JSON.stringify(answer)}\n`)
    else show(requests)
    if (!options.follow) {
      if (requests.length === 0) io.stderr.write(`${await nothingText(client, account, filter)}\n`)
      return exitCodes.ok
    }
    let since = requests.at(-1)?.id ?? 'req_0'
    return follow(io, async () => {
      const fresh = await client.ask('GET requests', { account, query: { ...filter, since } })
      show(fresh.requests)
      since = fresh.requests.at(-1)?.id ?? since
    })
  })
}

/** `no requests of default; other accounts: past_due-7`: a client with another key has an account of its own. */
async function nothingText(
  client: ControlClient,
  account: string,
  filter: RequestFilter,
): Promise<string> {
  const what = Object.keys(filter).length === 0 ? 'no requests' : 'no requests that match'
  const others = (await accountNames(client)).filter((name) => name !== account)
  const elsewhere = others.length === 0 ? '' : `; other accounts: ${listOf(others)}`
  return `alias-sandbox: ${what} of ${account}${elsewhere}`
}
