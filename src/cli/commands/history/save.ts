import type { Session } from '../../../contract/session/session.ts'
import { toSessionText } from '../../../history/session/write.ts'
import { printable } from '../../../text/escape.ts'
import type { Context } from '../../args/context.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { saveFormats, type SaveFormat } from '../../args/tables/save-formats.ts'
import { exitCodes, runtimeError, usageError } from '../../output/failure.ts'
import { readFormat } from '../../output/formats.ts'
import { isPage } from '../../output/report-file.ts'
import { writeProblem, writeWholeFile } from '../../../node/files/whole-file.ts'
import { withSandbox } from '../../sandbox/remote.ts'
import { requireSession } from './require-session.ts'
import { countOf } from '../../../text/numbers.ts'

type SaveContext = Context<'account' | 'as' | 'json' | ConnectionOption>

/** Saves the history of the running sandbox, or of one account, to a file; `-` is standard output. */
export function saveHistory(context: SaveContext): Promise<number> {
  const { io, options } = context
  const file = context.words[1]
  if (file === undefined) {
    throw usageError(
      'history: missing argument <file>; usage: alias-sandbox history save <file> [options]',
    )
  }
  const format = formatFor(file, context)
  const selected = context.sourceOf('account') === 'default' ? {} : { account: options.account }
  return withSandbox(context, async (client) => {
    const history = requireSession(
      await client.ask('GET session', { query: selected }),
      options.url,
    )
    const saved = savedAccounts(history, format)
    const { text, calls } = await toText(history, format, context)
    if (file === '-') {
      io.stdout.write(text)
      return exitCodes.ok
    }
    write(file, text)
    const accounts = saved.map(({ name }) => name)
    const held = `${countOf(calls, 'call')}, ${countOf(accounts.length, 'account')}`
    io.stdout.write(
      options.json
        ? `${JSON.stringify({ saved: file, accounts, calls })}\n`
        : `saved to ${printable(file)} (${held})\n`,
    )
    return exitCodes.ok
  })
}

/** Without --as, the extension of a page is enough. @throws Failure */
function formatFor(file: string, { options, sourceOf }: SaveContext): SaveFormat {
  const isFromName = sourceOf('as') === 'default' && isPage(file)
  return isFromName ? 'html' : readFormat(options.as, saveFormats, '--as')
}

/** @throws Failure */
function write(file: string, text: string): void {
  try {
    writeWholeFile(file, text)
  } catch (error) {
    throw runtimeError(`cannot write ${file} (${writeProblem(error)})`)
  }
}

async function toText(
  history: Session,
  format: SaveFormat,
  context: SaveContext,
): Promise<{ text: string; calls: number }> {
  const calls = history.accounts.reduce((sum, each) => sum + countCalls(each), 0)
  if (format === 'history') return { text: historyText(history), calls }
  if (format === 'html') {
    const { writePage } = await import('../../../node/work/write-page.ts')
    return { text: writePage({ history }), calls }
  }
  const { exportAccount } = await import('./export-account.ts')
  return exportAccount(history, context)
}

/** @throws Failure when `replay` could not read the file. */
function historyText(history: Session): string {
  try {
    return toSessionText(history)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw runtimeError(`${error.message}; save one account with --account`)
  }
}

/** @throws Failure when it is open which account is meant: only a session holds several. */
function savedAccounts({ accounts }: Session, format: SaveFormat) {
  if (format === 'history' || format === 'html' || accounts.length === 1) return accounts
  const names = accounts.map(({ name }) => name).join(', ')
  throw usageError(`--as ${format} writes one account; choose it with --account (${names})`)
}

function countCalls({ history }: Session['accounts'][number]): number {
  return history.filter(({ type }) => type === 'call').length
}
