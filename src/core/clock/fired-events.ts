import { limits } from '../../contract/limits.ts'
import type { EventName } from '../../contract/events.ts'

/** An event that changed an account as its clock advanced. */
export type FiredEvent = { at: number; event: EventName } & Record<string, unknown>

/** Number of events that are listed individually; a bulk expiry can have a million. */
const MAX_REPORTED = limits.requests.value

/** The fired events in order, and their total number. */
export class FiredEvents {
  readonly events: FiredEvent[] = []
  total = 0

  add(at: number, event: EventName, details: Record<string, unknown> = {}): void {
    this.total += 1
    if (this.events.length < MAX_REPORTED) this.events.push({ at, event, ...details })
  }
}
