import { joinBytes, toBytes } from '../../text/bytes.ts'

/** `request`: a call; `history`: an entry of a history; `clock`: a clock was moved; `accounts`: accounts were created, deleted or replaced. */
export type EventName = 'request' | 'history' | 'action' | 'clock' | 'accounts'

/** An event as sent: serialized once, with the same bytes for every listener. */
export type StoredEvent = { number: number; account: string | null; frame: Uint8Array }

/** Formats a server-sent event. JSON without line breaks fits on one data line. */
export function toFrame(
  event: EventName | 'hello' | 'reset',
  data: unknown,
  id: string,
): Uint8Array {
  return toBytes(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** Joins the frames for the listeners of one account, or of all (null), once per account. */
export function joinFrames(
  events: readonly StoredEvent[],
): (account: string | null) => Uint8Array | undefined {
  const joined = new Map<string | null, Uint8Array | undefined>()
  return (account) => {
    if (!joined.has(account)) {
      const frames = events.filter((event) => isFor(event, account)).map(({ frame }) => frame)
      joined.set(account, frames.length === 0 ? undefined : joinBytes(frames))
    }
    return joined.get(account)
  }
}

function isFor(event: StoredEvent, account: string | null): boolean {
  return account === null || event.account === null || event.account === account
}
