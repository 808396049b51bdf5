import type { ControlClient } from '../../../client/client.ts'
import type { Session } from '../../../contract/session/session.ts'
import type { Report } from '../../../report/report.ts'
import { resultFormatNames } from '../../../contract/control/answer-forms.ts'
import type { Context } from '../../args/context.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { exitCodes, usageError } from '../../output/failure.ts'
import { bugFormats } from '../../args/tables/save-formats.ts'
import { readFormat } from '../../output/formats.ts'
import { readEntryOf } from '../../args/entry-id.ts'
import { invalidValue } from '../../output/wrong-value.ts'
import { requireSession } from '../history/require-session.ts'
import { withSandbox } from '../../sandbox/remote.ts'

/** Prints the report of a running sandbox; with --strict, rules that fail are the exit code 4. */
export async function runReport(
  context: Context<'format' | 'strict' | 'all' | 'bug' | 'as' | 'account' | ConnectionOption>,
): Promise<number> {
  const { options, io } = context
  if (options.bug !== undefined) return reportBug(context, options.bug)
  const { failures } = await import('../exec/verify.ts')
  const { resultFormats } = await import('../../../results/formats.ts')
  const { toEtiquetteResult } = await import('../../../results/etiquette-result.ts')
  const format = readFormat(options.format, resultFormatNames)
  return withSandbox(context, async (client) => {
    const { account, all, strict } = options
    const query = { strict, accounts: all ? ('all' as const) : undefined }
    const report: Report = await client.ask('GET report', { account, query })
    io.stdout.write(resultFormats[format].write(toEtiquetteResult(report)))
    return options.strict && failures(report).length > 0 ? exitCodes.etiquette : exitCodes.ok
  })
}

/** The bug report, and all that happened up to the call. */
async function bugPage(client: ControlClient, account: string, id: string): Promise<string> {
  const { writePage } = await import('../../../node/work/write-page.ts')
  const { markdown } = await client.ask('GET requests/:id/bug', { account, id })
  const file = await client.ask('GET session', { query: { account } })
  const whole = requireSession(file, client.url)
  const history = upTo(whole, id)
  const lines = markdown.trimEnd().split('\n')
  const headline = (lines[0] ?? '').replace(/^#+ /, '')
  const report = { as: 'code' as const, title: 'For a ticket', lines }
  const place = `The call is ${id}, the last one of account ${account}.`
  return writePage({
    history,
    result: { name: 'bug', headline, cases: [], notes: [place, report] },
  })
}

/** The history of one account, which ends with this entry. */
function upTo(file: Session, id: string): Session {
  const accounts = file.accounts.map((account) => {
    const end = account.history.findIndex((item) => item.id === id) + 1
    return { ...account, history: account.history.slice(0, end) }
  })
  return { ...file, accounts }
}

/** Prints a bug report on a call: what happened, and what reproduces it. */
function reportBug(
  context: Context<'as' | 'account' | ConnectionOption>,
  word: string,
): Promise<number> {
  const { io, options } = context
  const format = readFormat(options.as, bugFormats, '--as')
  const { account, id } = readEntryOf(word, '--bug', context)
  if (!id.startsWith('req_')) {
    throw usageError(invalidValue(word, '--bug', 'the id of a call, such as req_12'))
  }
  return withSandbox(context, async (client) => {
    const bug = format === 'html' ? await bugPage(client, account, id) : undefined
    io.stdout.write(bug ?? (await client.ask('GET requests/:id/bug', { account, id })).markdown)
    return exitCodes.ok
  })
}
