import type { ControlClient } from '../../../client/client.ts'
import type { ListedRequest } from '../../../contract/history/entry.ts'
import type { Session } from '../../../contract/session/session.ts'
import { printable } from '../../../text/escape.ts'
import type { Context } from '../../args/context.ts'
import { readRequestId } from '../../args/entry-id.ts'
import type { SourceOption } from '../../args/tables/option-groups.ts'
import { toRequestLine } from '../../log/request-line.ts'
import { toColumns } from '../../output/columns.ts'
import { exitCodes, usageError } from '../../output/failure.ts'
import { choosePaint, type Paint } from '../../output/paint.ts'
import { tell } from '../../output/tell.ts'
import { withAccount } from '../../sandbox/remote.ts'

type RequestContext = Context<'bug' | 'as' | SourceOption>

/** Explains the answer to a request, or with --bug prints a bug report on it. */
export function runRequest(context: RequestContext, word: string): Promise<number> {
  const { io, env, options, sourceOf } = context
  if (sourceOf('as') === 'flag' && !options.bug) throw usageError('--as needs --bug')
  const entry = readRequestId(word, 'requests')
  const asked = async (client: ControlClient, account: string) => {
    const { id } = entry
    if (options.bug) return reportBug(context, client, { account, id })
    const request = await client.ask('GET requests/:id', { account, id })
    return tell(context, request, toExplanation(request, choosePaint(io, env)))
  }
  return withAccount(context, asked, entry)
}

/** The request as one line, the checks below it, and where its answer comes from. */
function toExplanation(request: ListedRequest, paint: Paint): string {
  const { checks, basis, source, choices, fault } = request
  const made = checks.map(({ check, passed, detail = '' }): [string, string] => [
    `${passed ? 'passed' : 'failed'} ${printable(check)}`,
    printable(detail),
  ])
  const origin: [string, string][] = [
    ['basis', printable(basis)],
    ['source', printable(source)],
    ...(choices.length > 0 ? [['choices', printable(choices.join(', '))] as [string, string]] : []),
    ...(fault === null ? [] : [['fault', printable(fault)] as [string, string]]),
  ]
  return [toRequestLine(request, paint), toColumns([...made, ...origin])].join('\n')
}

type Place = { account: string; id: string }

/** Prints the events and their reproduction: as Markdown, or as a page with all that happened up to the request. */
async function reportBug(
  { io, options }: RequestContext,
  client: ControlClient,
  place: Place,
): Promise<number> {
  const { markdown } = await client.ask('GET requests/:id/bug', place)
  if (options.as === 'html') {
    const html = await bugPage(client, place, markdown)
    // A page works only with the bytes that it was made of.
    io.stdout.writeRaw(options.json ? `${JSON.stringify({ html })}\n` : html)
  } else io.stdout.write(options.json ? `${JSON.stringify({ markdown })}\n` : markdown)
  return exitCodes.ok
}

async function bugPage(client: ControlClient, { account, id }: Place, markdown: string) {
  const { writePage } = await import('../../../node/work/write-page.ts')
  const session = await client.ask('GET session', { query: { account } })
  const lines = markdown.trimEnd().split('\n')
  const headline = (lines[0] ?? '').replace(/^#+ /, '')
  const report = { as: 'code' as const, title: 'For a ticket', lines }
  const place = `The request is ${id}, the last one of account ${account}.`
  return writePage({
    history: upTo(session, id),
    result: { name: 'bug', headline, cases: [], notes: [place, report] },
  })
}

/** The session of one account, which ends with this entry. */
function upTo(session: Session, id: string): Session {
  const accounts = session.accounts.map((account) => {
    const end = account.history.findIndex((item) => item.id === id) + 1
    return { ...account, history: account.history.slice(0, end) }
  })
  return { ...session, accounts }
}
