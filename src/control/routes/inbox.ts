import { ActionError } from '../../contract/control/action-error.ts'
import type { mailFilters } from '../../contract/control/query-parameters.ts'
import type { AnswerOf } from '../../contract/control/routes.ts'
import { readBody } from '../../contract/control/request-body.ts'
import { ANY_TYPE } from '../../contract/values/any-type.ts'
import { formatValue } from '../../contract/values/invalid-choice.ts'
import { mailMessage } from '../../contract/values/mail-fields.ts'
import type { Account } from '../../core/account/account.ts'
import { deliverMessage } from '../../core/deliver-message.ts'
import type { MailFilter, ReceivedMail } from '../../core/inbox/inboxes.ts'
import { fromBinary, joinBytes, toBinary, toBytes } from '../../text/bytes.ts'
import { findInAccount } from '../history.ts'
import { composeList } from '../compose.ts'
import { performedView } from '../performed-view.ts'
import type { Query } from '../query.ts'
import { derive } from '../derive.ts'
import { headersOfDownload } from '../reply.ts'
import type { RouteAnswer, Context, Handlers } from '../route.ts'
import { readSince } from '../since.ts'
import { waitForMail } from '../wait-for-mail.ts'

/** The mails that were forwarded to the owner of an account. */
export const inboxHandlers = {
  'GET inbox': ({ account, query, parts }) => {
    const { mails: shown, leftOut } = parts.inboxes.find(account, readMailFilter(account, query))
    const mails = composeList(
      shown,
      (mail) => JSON.stringify(mail),
      'request fewer mails with to, text, after or since',
    )
    return { pieces: ['{"mails":', ...mails, `,"left_out":${leftOut}}`] }
  },
  'POST inbox': receiveMessage,
  'DELETE inbox': ({ account, parts }) => {
    parts.inboxes.empty(account)
    return { status: 204 }
  },
  'GET inbox/wait': (context) =>
    waitForMail(context, readMailFilter(context.account, context.query)),
  'GET inbox/:id': (context) => ({ body: receivedMail(context).mail }),
  'GET inbox/:id/raw': (context) => {
    const { mail, sent } = receivedMail(context)
    if (!sent) throw new ActionError(404, `${mail.id} is not there as it was sent: ${WHY_NOT_SENT}`)
    const added = `Delivered-To: ${mail.to}\r\nX-Alias: ${mail.alias}\r\n`
    const content = joinBytes([toBytes(added), fromBinary(sent.raw)])
    return { headers: headersOfDownload('message/rfc822', `${mail.id}.eml`), pieces: [content] }
  },
  'GET inbox/:id/attachments/:number': sendAttachment,
} satisfies Partial<Handlers>

const WHY_NOT_SENT = 'it was delivered by its fields, or is not kept any longer'

/** A message as SMTP would bring it. Reading it is work, since it can take long. */
async function receiveMessage(
  context: Context<'POST inbox'>,
): Promise<RouteAnswer<AnswerOf<'POST inbox'>>> {
  const { sandbox, account, body, parts, origin, question } = context
  const { raw: text, ...envelope } = readBody(mailMessage, body)
  const raw = toBinary(toBytes(text))
  const assign = () => ({ name: 'mail', options: {}, pieces: [raw] }) as const
  const read = await parts.work.run(assign, question.left)
  const machineMs = parts.clock.now()
  const receiver = sandbox.syncClock(sandbox.account(account.name), machineMs)
  const delivered = { envelope, message: { ...read, raw }, machineMs, origin }
  const recorded = deliverMessage({ sandbox, inboxes: parts.inboxes }, receiver, delivered)
  return { body: performedView('deliver_mail', receiver, recorded) }
}

async function sendAttachment(
  context: Context<'GET inbox/:id/attachments/:number'>,
): Promise<RouteAnswer<never>> {
  const { params } = context
  const { mail, delivery, sent } = receivedMail(context)
  const at = /^[1-9]\d{0,3}$/.test(params.number) ? Number(params.number) - 1 : -1
  const attachment = mail.attachments[at]
  if (!attachment) {
    const count = mail.attachments.length
    const told = `${mail.id} has no attachment ${formatValue(params.number)}; it has ${count}`
    throw new ActionError(404, told)
  }
  const content = sent
    ? await derive(context, () => ({
        name: 'attachment',
        options: { at },
        pieces: [sent.raw],
      }))
    : fromBinary(atob(delivery.arguments.attachments![at]!.content))
  return { headers: headersOfDownload(ANY_TYPE, attachment.name), pieces: [content] }
}

function receivedMail({
  account,
  parts,
  params: { id },
}: Pick<Context<'GET inbox/:id'>, 'account' | 'parts' | 'params'>): ReceivedMail {
  const received = parts.inboxes.get(account, id)
  if (received) return received
  throw new ActionError(404, `mail ${formatValue(id)} does not exist`)
}

/** @throws ActionError 404 when the history does not hold the entry of `after`: older mails would seem new. */
function readMailFilter(account: Account, query: Query<typeof mailFilters>): MailFilter {
  const after = query.read('after')
  const since = query.read('since')
  return {
    to: query.read('to'),
    text: query.read('text'),
    ...(after !== undefined && { afterOrder: findInAccount(account, after, 'after').order }),
    ...(since !== undefined && { sinceMs: readSince(since, 'an ISO time or epoch seconds') }),
  }
}
