import { limits } from '../../contract/limits.ts'
import type { StoredEvent } from './event-frames.ts'

/** The latest events, for listeners that reconnect. Limited in bytes. */
export class EventHistory {
  #events: StoredEvent[] = []
  #bytes = 0

  add(events: readonly StoredEvent[]): void {
    for (const event of events) {
      this.#events.push(event)
      this.#bytes += event.frame.length
    }
    let dropped = 0
    while (this.#bytes > limits.eventBytes.value) {
      this.#bytes -= this.#events[dropped]!.frame.length
      dropped += 1
    }
    if (dropped > 0) this.#events = this.#events.slice(dropped)
  }

  clear(): void {
    this.#events = []
    this.#bytes = 0
  }

  /** The number of the oldest event in the history. */
  get oldest(): number | undefined {
    return this.#events[0]?.number
  }

  /** The events after the given one, as far back as the history goes. */
  since(number: number): StoredEvent[] {
    return this.#events.filter((event) => event.number > number)
  }
}
