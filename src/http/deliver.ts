import type { ServerResponse } from 'node:http'
import { contain, type Report } from '../core/contain.ts'
import type { Entry } from '../core/journal.ts'
import { replyText } from './reply.ts'

/** Sends answers, or fails to, as the entry says; what is held back is let go when the server stops. */
export interface Courier {
  deliver: (response: ServerResponse, entry: Entry, headers: Record<string, string>) => void
  /** Closes every connection that is left hanging, and sends what is delayed at once. */
  release: () => void
}

export function makeCourier(report: Report): Courier {
  const waiting = new Set<() => void>()

  /** Does it after so long, or at the release; not at all once the client has gone away. */
  function later(response: ServerResponse, ms: number, act: () => void): void {
    const contained = contain(report, act, () => response.destroy())
    const timer = ms === Infinity ? undefined : setTimeout(settle, ms)
    waiting.add(settle)
    response.on('close', forget)
    function settle() {
      forget()
      contained()
    }
    function forget() {
      clearTimeout(timer)
      waiting.delete(settle)
      response.off('close', forget)
    }
  }

  return {
    deliver(response, entry, headers) {
      if (entry.delivery === 'hang') {
        later(response, Infinity, () => response.destroy())
      } else if (entry.delayMs > 0) {
        later(response, entry.delayMs, () => hand(response, entry, headers))
      } else hand(response, entry, headers)
    },
    release() {
      for (const settle of waiting) settle() // each takes itself out; a Set can be walked meanwhile
    },
  }
}

function hand(response: ServerResponse, entry: Entry, headers: Record<string, string>): void {
  const { status, body } = entry.response
  if (entry.delivery === 'send') {
    replyText(response, status, body, headers)
  } else if (entry.delivery === 'truncate') {
    breakOff(response, status, body, headers)
  } else response.destroy()
}

/** The head tells the whole length; the connection ends halfway. */
function breakOff(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string>,
): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    ...headers,
  })
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy())
}
