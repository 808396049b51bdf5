import { extname } from 'node:path'
import type { Session } from '../../../contract/session/session.ts'
import { invalidChoice } from '../../../contract/values/invalid-choice.ts'
import { SHARED, writeProblem, writeWholeFile } from '../../../node/files/whole-file.ts'
import { printable } from '../../../text/escape.ts'
import { countOf } from '../../../text/numbers.ts'
import { exitCodes, runtimeError, usageError } from '../../output/failure.ts'
import { tell } from '../../output/tell.ts'
import { withAccount } from '../../sandbox/remote.ts'
import type { ActionContext } from './perform.ts'

type Saved = { text: string; requests: number }
type Writer = (session: Session, context: ActionContext, url: string) => Promise<Saved>

/** The files that `save` writes, by their ending. */
const writers: Readonly<Record<string, Writer>> = {
  '.json': async (session) => ({
    text: await sessionText(session),
    requests: countRequests(session),
  }),
  '.html': async (session) => {
    const { writePage } = await import('../../../node/work/write-page.ts')
    return { text: writePage({ history: session }), requests: countRequests(session) }
  },
  '.yaml': async (session, context) => {
    const { exportAccount } = await import('./export-account.ts')
    return exportAccount(session, context)
  },
  '.har': async (session, _context, url) => {
    const { toHar } = await import('../../../history/export/har.ts')
    const { version } = await import('../../../node/files/version.ts')
    const text = `${JSON.stringify(toHar(session, { url, version }), null, 2)}\n`
    return { text, requests: countRequests(session) }
  },
}

/** Saves what happened in the running sandbox to a file of which the ending says what it is; `-` is standard output. */
export function runSave(context: ActionContext): Promise<number> {
  const [file = ''] = context.words
  const ending = file === '-' ? '.json' : extname(file)
  const write = writers[ending]
  if (!write) {
    throw usageError(`save: the ending of the file ${invalidChoice(ending, Object.keys(writers))}`)
  }
  const isOfAll = ending !== '.yaml' && context.sourceOf('account') === 'default'
  return withAccount(context, async (client, account) => {
    const query = isOfAll ? {} : { account }
    const answer = await client.ask('GET session', { query })
    const { requireSession } = await import('../../sandbox/require-session.ts')
    const session = requireSession(answer, client.url)
    const { text, requests } = await write(session, context, client.url)
    if (file === '-') {
      context.io.stdout.write(text)
      return exitCodes.ok
    }
    writeFile(file, text)
    const accounts = session.accounts.map(({ name }) => name)
    const held = `${countOf(requests, 'request')}, ${countOf(accounts.length, 'account')}`
    const saved = { saved: file, accounts, requests }
    tell(context, saved, `saved to ${printable(file)} (${held})`)
    return exitCodes.ok
  })
}

/** @throws Failure */
function writeFile(file: string, text: string): void {
  try {
    writeWholeFile(file, text, SHARED)
  } catch (error) {
    throw runtimeError(`cannot write ${file} (${writeProblem(error)})`)
  }
}

/** @throws Failure when `replay` could not read the file. */
async function sessionText(session: Session): Promise<string> {
  const { toSessionText } = await import('../../../history/session/write.ts')
  try {
    return toSessionText(session)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw runtimeError(`${error.message}; save one account with --account`)
  }
}

function countRequests({ accounts }: Session): number {
  return accounts.flatMap(({ history }) => history).filter(({ type }) => type === 'call').length
}
