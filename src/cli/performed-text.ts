import type { PerformedView } from '../client/client.ts'
import { printable } from './printable.ts'

/** What an action did, and what happened on the way, for people. */
export function toPerformedText({ action, account, now, result, fired, ...more }: PerformedView) {
  const lines = [`${action} done for account ${account}; its clock says ${now}`]
  for (const [name, value] of Object.entries(result ?? {})) {
    lines.push(`  ${name}: ${toText(value)}`)
  }
  for (const { at, event, ...details } of fired) {
    const told = Object.entries(details).map(([name, value]) => `${name}=${toText(value)}`)
    lines.push(`  ${at} ${[event, ...told].join(' ')}`)
  }
  const untold = (more.fired_total ?? fired.length) - fired.length
  if (untold > 0) lines.push(`  … and ${untold} more`)
  return `${lines.join('\n')}\n`
}

function toText(value: unknown): string {
  return printable(typeof value === 'string' ? value : JSON.stringify(value))
}
