import type { ControlClient } from '../../../client/client.ts'
import { SandboxError } from '../../../client/error.ts'
import type { MailFilter } from '../../../client/filters.ts'
import type { Mail } from '../../../contract/control/control-shapes.ts'
import { printable } from '../../../text/escape.ts'
import { countOf } from '../../../text/numbers.ts'
import type { Context } from '../../args/context.ts'
import type { SourceOption } from '../../args/tables/option-groups.ts'
import { readWait } from '../../args/durations.ts'
import { exitCodes, Failure, refuseBoth, usageError } from '../../output/failure.ts'
import { withAccount } from '../../sandbox/remote.ts'

type InboxContext = Context<'wait' | 'timeout' | 'to' | 'text' | 'after' | SourceOption>

/** Prints the mails that were forwarded to the owner of an account; with `--wait`, the first that matches. */
export function runInbox(context: InboxContext): Promise<number> {
  const { io, options, sourceOf } = context
  refuseBoth(options.wait && options.file !== undefined, '--wait', '--file')
  if (!options.wait && sourceOf('timeout') === 'flag') {
    throw usageError('--timeout needs --wait: the list is there at once')
  }
  return withAccount(context, async (client, account) => {
    const { mails, left_out: leftOut } = options.wait
      ? { mails: [await waitForMail(client, account, context)], left_out: 0 }
      : await client.ask('GET inbox', { account, query: toFilter(context) })
    if (leftOut > 0) io.stderr.write(`alias-sandbox: ${countOf(leftOut, 'older mail')} left out\n`)
    if (options.json) io.stdout.write(`${JSON.stringify({ mails, left_out: leftOut })}\n`)
    else for (const mail of mails) io.stdout.write(`${toText(mail)}\n`)
    if (mails.length === 0) io.stderr.write(`${nothingText(account, context)}\n`)
    return exitCodes.ok
  })
}

function toFilter({ options: { to, text, after } }: InboxContext): MailFilter {
  return {
    ...(to !== undefined && { to }),
    ...(text !== undefined && { text }),
    ...(after !== undefined && { after }),
  }
}

/** The first mail that matches. @throws Failure with exit code 124 when none came in time. */
async function waitForMail(
  client: ControlClient,
  account: string,
  context: InboxContext,
): Promise<Mail> {
  const { timeout } = context.options
  readWait(timeout) // a usage error names the flag; the sandbox would name its parameter
  const query = { ...toFilter(context), timeout }
  try {
    return await client.ask('GET inbox/wait', { account, query })
  } catch (error) {
    if (!(error instanceof SandboxError) || error.code !== 'timeout') throw error
    throw new Failure(exitCodes.timedOut, [`alias-sandbox: ${printable(error.message, 2_000)}`])
  }
}

function nothingText(account: string, { options: { to, text, after } }: InboxContext): string {
  const isAny = [to, text, after].every((each) => each === undefined)
  return `alias-sandbox: no mail${isAny ? '' : ' that matches'} of ${printable(account)}; history shows those that did not arrive`
}

/** A line about the mail, and one for each code and each link. */
function toText({ id, at, to, from, subject, codes, links }: Mail): string {
  const about = subject === '' ? 'no subject' : JSON.stringify(subject)
  return [
    `${id} ${at} to ${to}${from === '' ? '' : ` from ${from}`}: ${about}`,
    ...codes.map((code) => `  code ${code}`),
    ...links.map((link) => `  link ${link}`),
  ]
    .map((line) => printable(line, 2_000))
    .join('\n')
}
