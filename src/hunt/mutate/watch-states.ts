import type { ServedCall } from './served-call.ts'
import { aliasesIn } from './change.ts'

/** States of an alias that a suite may never meet. */
export const aliasStates = ['suspended', 'single_use', 'expired'] as const

export type AliasState = (typeof aliasStates)[number]

/** Finds out in which states the answers of a true service show aliases to the client. */
export function watchStates(): { see(call: ServedCall): void; met: ReadonlySet<AliasState> } {
  const met = new Set<AliasState>()
  const expiries = new Map<string, number>()
  return {
    met,
    see(call) {
      const { account, result } = call
      // An expired alias shows by its absence: the client lists again an account in which it saw it.
      if (result.outcome === 'listed' && (expiries.get(account.name) ?? Infinity) <= account.now)
        met.add('expired')
      for (const { status, single_use, expires_at } of aliasesIn(call)) {
        if (status === 'suspended') met.add('suspended')
        if (single_use) met.add('single_use')
        if (expires_at === null) continue
        const earliest = expiries.get(account.name) ?? Infinity
        expiries.set(account.name, Math.min(earliest, expires_at * 1_000))
      }
    },
  }
}
