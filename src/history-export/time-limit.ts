import type { CallStep } from '../contract/expect.ts'
import type { Story } from './story.ts'

/** What runners allow a test, and what a call may take on a slow machine. */
const USUAL_MS = 5_000
const CALL_MS = 50
/** How long a test waits for an answer that does not come. */
const UNANSWERED_MS = 1_000

/** How long a test of a story may take, in whole seconds. */
export function limitMsOf({ scenario, steps }: Story): number {
  const calls = steps.filter((step): step is CallStep => 'call' in step)
  const delayMs = Math.max(0, ...delaysIn([scenario, steps]))
  const neededMs = calls.reduce((sum, { times = 1, status }) => {
    return sum + times * (CALL_MS + delayMs + (status === 'none' ? UNANSWERED_MS : 0))
  }, 0)
  return Math.ceil((USUAL_MS + neededMs) / 1_000) * 1_000
}

/** The delays of the faults that a value arms, wherever it does. */
function* delaysIn(value: unknown): Generator<number> {
  if (typeof value !== 'object' || value === null) return
  const { kind, ms } = value as { kind?: unknown; ms?: unknown }
  if (kind === 'delay' && typeof ms === 'number') yield ms
  for (const inner of Object.values(value)) yield* delaysIn(inner)
}
