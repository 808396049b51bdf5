import type { Entry, RequestEntry, StartEntry } from '../../contract/history/entry.ts'
import type { Delivery } from '../../contract/mail-outcomes.ts'
import { isAction } from '../../contract/history/entry-types.ts'
import { printable } from '../../text/escape.ts'
import { attemptedAction, pastAction } from '../../words/actions.ts'
import { pastEvent } from '../../words/events.ts'
import type { Paint } from '../output/paint.ts'
import { toRequestLine } from './request-line.ts'

/** Ids up to `req_9999` stand in one column. */
const ID_WIDTH = 8

/** Formats an item of a history as one line; what followed from another item is indented. */
export function toHistoryLine(item: Entry, paint: Paint): string {
  const id = printable(item.id).padEnd(ID_WIDTH)
  if (item.type === 'call') {
    const left = item.client_left ? ` ${paint('yellow', '(the client had left)')}` : ''
    return `${id} ${toRequestLine(item, paint)}${left}`
  }
  const isConsequence = item.type === 'event' || (isAction(item) && item.origin === 'timeline')
  const time = paint('dim', printable(item.at.slice(11, 19)))
  const account = paint('dim', `(${printable(item.account)})`)
  return `${isConsequence ? '  ' : ''}${id} ${time} ${textOf(item, paint)} ${account}`
}

const startWords: Readonly<Record<StartEntry['reason'], string>> = {
  started: 'started in scenario',
  restored: 'continued from a session, scenario',
  rolled_back: 'rolled back after a failed write, scenario',
  forked: 'forked from another account, scenario',
}

function textOf(item: Exclude<Entry, RequestEntry>, paint: Paint): string {
  switch (item.type) {
    case 'start':
      return printable(`${startWords[item.reason]} ${item.scenario}`)
    case 'event':
      return printable(pastEvent(item.event, item.details))
    case 'undo':
      return printable(`${item.origin}: went back to before ${item.to}`)
    case 'action':
    case 'mail': {
      const { origin, action, arguments: args, result, refused } = item
      if (refused) {
        const attempt = printable(`${origin}: ${attemptedAction(action)}`)
        return `${attempt} → ${paint('yellow', printable(`refused: ${refused.message}`))}`
      }
      const reason = item.type === 'mail' ? reasonOf(item.result as Delivery) : ''
      return printable(`${origin}: ${pastAction(action, args, result)}${reason}`)
    }
  }
}

/** Says why a mail was not forwarded: ` (550 5.1.1): no_alias`. */
function reasonOf({ outcome, reason, smtp }: Delivery): string {
  if (outcome === 'forwarded') return ''
  return `${outcome === 'refused' ? ` (${smtp})` : ''}: ${reason}`
}
