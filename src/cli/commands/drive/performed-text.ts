import type { PerformedView } from '../../../contract/control/control-shapes.ts'
import { printable } from '../../../text/escape.ts'
import { pastEvent } from '../../../words/events.ts'

/** Formats the result of an action and the events that fired, for people. */
export function toPerformedText({ action, account, now, result, fired, ...more }: PerformedView) {
  const did = more.unchanged ? 'changed nothing' : 'done'
  const lines = [
    `${printable(action)} ${did} (account ${printable(account)}, clock ${printable(now)})`,
  ]
  for (const [name, value] of Object.entries(result ?? {})) {
    lines.push(`  ${printable(name)}: ${toText(value)}`)
  }
  for (const { at, event, ...details } of fired)
    lines.push(printable(`  ${at} ${pastEvent(event, details)}`))
  const omitted = (more.fired_total ?? fired.length) - fired.length
  if (omitted > 0) lines.push(`  … and ${omitted} more`)
  return lines.join('\n')
}

function toText(value: unknown): string {
  return printable(typeof value === 'string' ? value : JSON.stringify(value))
}
