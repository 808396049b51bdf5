import type { Entry } from '../../core/account/journal.ts'
import type { Sandbox } from '../../core/sandbox.ts'

/** Where what is done is kept before it is answered; there is none when all is in memory. */
export interface Keeper {
  /** Resolves once all that was done is kept; rejects when it was taken back instead. */
  commit(): Promise<void>
  /** The same, when something is on its way there; else undefined. */
  pending(): Promise<void> | undefined
}

/**
 * What an answer of `/v1` has to wait for: its own change, or those that it may have seen. Counters
 * of the burst limit are kept with the next change; time itself needs no keeping.
 */
export function settle(keeper: Keeper, sandbox: Sandbox, entry: Entry): Promise<void> | undefined {
  return isChange(sandbox, entry) ? keeper.commit() : keeper.pending()
}

function isChange(sandbox: Sandbox, entry: Entry): boolean {
  const { outcome, fault, number, operation } = entry
  const isFirst = number === 1 // its key may have made the account
  if (outcome === 'created' || outcome === 'collision' || fault !== null || isFirst) return true
  const { state, choices } = sandbox.accountOf(entry)
  if (state.faults.length > 0) return true // passed over, and counted
  return operation === 'create' && choices.daily_spend === 'attempted'
}

/** The answer when what was done could not be kept: it is as if it had not been done. */
export function toUnkept(entry: Entry, error: unknown): void {
  const message = unkeptMessage(error)
  Object.assign(entry, {
    response: { status: 500, headers: {}, body: JSON.stringify({ message }) },
    delivery: 'send',
    delayMs: 0,
    outcome: 'server_error',
    why: message,
    basis: 'injected',
    source: 'the sandbox itself',
  } satisfies Partial<Entry>)
}

export function unkeptMessage(error: unknown): string {
  const { message, isUncertain } = error as Error & { isUncertain?: boolean }
  const outcome = isUncertain
    ? 'It was taken back, but may be there again after a restart.'
    : 'Nothing was done.'
  return `The sandbox (not the service that it imitates) could not keep this: ${message}. ${outcome}`
}
