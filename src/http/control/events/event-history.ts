import { storedBounds } from '../../../contract/bounds.ts'

/** An event as it is sent: made once, and the same bytes for every listener. */
export type StoredEvent = { number: number; account: string | null; frame: Buffer }

const { eventHistory, eventHistoryBytes } = storedBounds

/** The last events, for a listener that comes back: bounded in number and in bytes. */
export class EventHistory {
  #events: StoredEvent[] = []
  #bytes = 0

  add(events: readonly StoredEvent[]): void {
    for (const event of events) {
      this.#events.push(event)
      this.#bytes += event.frame.length
    }
    let dropped = Math.max(0, this.#events.length - eventHistory.max)
    for (const { frame } of this.#events.slice(0, dropped)) this.#bytes -= frame.length
    while (this.#bytes > eventHistoryBytes.max) {
      this.#bytes -= this.#events[dropped]!.frame.length
      dropped += 1
    }
    if (dropped > 0) this.#events = this.#events.slice(dropped)
  }

  clear(): void {
    this.#events = []
    this.#bytes = 0
  }

  /** The number of the oldest event that is kept. */
  get oldest(): number | undefined {
    return this.#events[0]?.number
  }

  /** What came behind an event, as far as it is kept. */
  since(number: number): StoredEvent[] {
    return this.#events.filter((event) => event.number > number)
  }
}
