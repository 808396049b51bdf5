import type { mailFilters } from '../../../contract/control/query-parameters.ts'
import { ActionError } from '../../../contract/control/action-error.ts'
import { formatValue } from '../../../contract/values/invalid-choice.ts'
import { findMails, type MailFilter } from '../../../core/inbox/inbox.ts'
import { composeList } from '../compose.ts'
import type { Query } from '../query.ts'
import type { Handlers } from '../route.ts'
import { waitForMail } from '../wait-for-mail.ts'

/** The mails that were forwarded to the owner of an account. */
export const inboxHandlers = {
  'GET inbox': ({ account, query }) => {
    const mails = findMails(account, readMailFilter(query))
    const pieces = composeList(
      mails,
      (mail) => JSON.stringify(mail),
      'request fewer mails with to, text or after',
    )
    return { pieces: ['{"mails":', ...pieces, '}'] }
  },
  'GET inbox/wait': (context) => waitForMail(context, readMailFilter(context.query)),
  'GET inbox/:id': ({ account, params }) => {
    const mail = findMails(account).find(({ id }) => id === params.id)
    if (!mail) throw new ActionError(404, `mail ${formatValue(params.id)} does not exist`)
    return { body: mail }
  },
} satisfies Partial<Handlers>

function readMailFilter(query: Query<typeof mailFilters>): MailFilter {
  return { to: query.read('to'), text: query.read('text'), after: query.read('after') }
}
