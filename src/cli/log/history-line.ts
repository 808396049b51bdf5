import type {
  Entry,
  EventEntry,
  PerformedEntry,
  RequestEntry,
  StartEntry,
} from '../../contract/history/entry.ts'
import type { Delivery } from '../../contract/mail-outcomes.ts'
import { isAction } from '../../contract/history/entry-types.ts'
import { printable } from '../../text/escape.ts'
import type { Paint } from '../output/paint.ts'
import { toRequestLine } from './request-line.ts'

/** Ids up to `req_9999` stand in one column. */
const ID_WIDTH = 8

/** Formats an item of a history as one line; what followed from another item is indented. */
export function toHistoryLine(item: Entry, paint: Paint): string {
  const id = printable(item.id).padEnd(ID_WIDTH)
  if (item.type === 'call') return `${id} ${toRequestText(item, paint)}`
  const time = paint('dim', printable(item.at.slice(11, 19)))
  const account = paint('dim', `(${printable(item.account)})`)
  if (item.type === 'event') return `  ${id} ${time} ${eventText(item)} ${account}`
  const indent = isAction(item) && item.origin === 'timeline' ? '  ' : ''
  return `${indent}${id} ${time} ${textOf(item, paint, account)}`
}

function toRequestText(call: RequestEntry, paint: Paint): string {
  const left = call.client_left ? ` ${paint('yellow', '(the client had left)')}` : ''
  return `${toRequestLine(call, paint)}${left}`
}

function textOf(
  item: Exclude<Entry, RequestEntry | EventEntry>,
  paint: Paint,
  account: string,
): string {
  switch (item.type) {
    case 'action':
    case 'mail':
      return actionText(item, paint, account)
    case 'start':
      return `${startWords[item.reason] ?? printable(item.reason)} ${printable(item.scenario)} ${account} ${startDetails(item)}`
    case 'undo':
      return `${printable(item.origin)} went back to before ${printable(item.to)} ${account}`
  }
}

const startWords: Readonly<Record<StartEntry['reason'], string>> = {
  started: 'started in scenario',
  restored: 'continued from a session, scenario',
  rolled_back: 'rolled back after a failed write, scenario',
  forked: 'forked from another account, scenario',
}

function startDetails({ seed, clock, choices }: StartEntry): string {
  const scale = clock.scale === 1 ? '' : ` scale=${printable(String(clock.scale))}`
  return `seed=${printable(String(seed))} clock=${printable(clock.mode)}${scale}${toFields(choices)}`
}

function actionText(item: PerformedEntry, paint: Paint, account: string): string {
  const { origin, action, arguments: args, refused } = item
  const whole = item.whole_sandbox ? ' of the whole sandbox' : ''
  const end = refused
    ? ` → ${paint('yellow', `refused: ${printable(refused.message)}`)}`
    : item.type === 'mail'
      ? ` → ${deliveryText(item.result as Delivery, paint)}`
      : ''
  return `${printable(origin)} ${printable(action)}${whole}${toFields(args)} ${account}${end}`
}

/** Describes the outcome of a mail: `forwarded`, `refused (550 5.1.1): no_alias`. */
function deliveryText({ outcome, reason, smtp }: Delivery, paint: Paint): string {
  if (outcome === 'forwarded') return outcome
  const heard = outcome === 'refused' ? ` (${smtp})` : ''
  return paint('yellow', printable(`${outcome}${heard}: ${reason}`))
}

function eventText({ event, details }: EventEntry): string {
  return `${printable(event)}${toFields(details)}`
}

/** ` by=25h count=2`; a value that is not an object stands alone. */
function toFields(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value === undefined ? '' : ` ${printable(JSON.stringify(value))}`
  }
  return Object.entries(value)
    .map(([name, inner]) => ` ${printable(name)}=${toText(inner)}`)
    .join('')
}

function toText(value: unknown): string {
  return printable(typeof value === 'string' ? value : JSON.stringify(value))
}
