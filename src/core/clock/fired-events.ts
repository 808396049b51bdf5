import { storedBounds } from '../../contract/bounds.ts'

/** Something that time did to an account. */
export type FiredEvent = { at: number; event: string } & Record<string, unknown>

/** How many events are told one by one; a bulk expiry can hold a million. */
const MAX_REPORTED = storedBounds.firedEvents.max

/** What time did, in order, and how much of it there was. */
export class Fired {
  readonly events: FiredEvent[] = []
  total = 0

  add(at: number, event: string, details: Record<string, unknown> = {}): void {
    this.total += 1
    if (this.events.length < MAX_REPORTED) this.events.push({ at, event, ...details })
  }
}
