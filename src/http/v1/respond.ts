import type { ServerResponse } from 'node:http'
import { contain, type Report } from '../../contain.ts'
import { bodySize } from '../../contract/history/api-message.ts'
import type { Entry } from '../../core/record/entry.ts'
import { HeldAnswers } from '../server/held-answers.ts'
import { replyEmpty, replyText } from '../server/reply.ts'
import type { MachineClock } from '../server/machine-clock.ts'
import { sendPieces } from '../server/send-pieces.ts'
import { hasLeft, whenLeft } from '../server/when-left.ts'
import type { Connections } from '../server/connections.ts'
import type { UnreadAnswers } from '../server/unread-answers.ts'

/** Sends responses as the entry's delivery says: at once, delayed, truncated or not at all. */
export interface Responder {
  respond: (response: ServerResponse, entry: Entry, headers: Record<string, string>) => void
  /** Closes all hanging connections and sends all delayed responses; call when the server stops. */
  release: () => void
}

type ResponderParts = {
  unread: UnreadAnswers
  connections: Connections
  clock: MachineClock
}

export function makeResponder(
  { unread, connections, clock }: ResponderParts,
  report: Report,
): Responder {
  const held = new HeldAnswers(clock)

  /** Records that the answer is sent or given up now, unless that was recorded before. */
  function end(response: ServerResponse, entry: Entry): void {
    if (entry.endedMs !== null) return
    entry.endedMs = clock.now()
    entry.hasClientLeft = hasLeft(response)
    entry.answer = connections.answered(response)
  }

  function send(response: ServerResponse, answer: Answer): void {
    const isSmall = answer.size < LARGE_BYTES
    if (isSmall && connections.isQuiet) return write(response, answer)
    const writeSafely = contain(
      report,
      () => write(response, answer),
      () => response.destroy(),
    )
    connections.whenQuiet(() => {
      if (isSmall) writeSafely()
      else unread.whenRoomForPieces(response, writeSafely)
    })
  }

  /**
   * Each kind says when it ends: one that sends over a time does so with its last byte. What waits does so in `held`,
   * so that `release` ends it.
   */
  function write(response: ServerResponse, { entry, headers, body }: Answer): void {
    const { kind } = entry.delivery
    const { status } = entry.response
    switch (kind) {
      case 'send':
        end(response, entry)
        if (body === null) sendPieces(response, status, entry.response.pieces!(), headers)
        else if (body === '') replyEmpty(response, status, headers)
        else replyText(response, status, body, headers)
        unread.written(response)
        return
      case 'truncate':
        end(response, entry)
        truncate(response, status, body ?? entry.response.body, headers)
        unread.written(response)
        return
      case 'drop':
      case 'hang':
        end(response, entry)
        response.destroy()
        return
      default:
        kind satisfies never // the compiler asks for a case for each kind
    }
  }

  return {
    respond(response, entry, headers) {
      const { kind, delayMs } = entry.delivery
      if (kind === 'hang') {
        const hangUp = () => {
          end(response, entry)
          response.destroy()
        }
        held.hold(response, Infinity, 0, hangUp)
        whenLeft(response, hangUp)
      } else if (delayMs > 0) {
        const answer = toAnswer(entry, headers)
        const sendSafely = contain(
          report,
          () => send(response, answer),
          () => response.destroy(),
        )
        held.hold(response, delayMs, answer.size, sendSafely)
      } else send(response, toAnswer(entry, headers))
      if (entry.endedMs === null) whenLeft(response, () => end(response, entry))
    },
    release: () => held.release(),
  }
}

/** Responses of this size and above wait for room; smaller ones never wait. */
const LARGE_BYTES = 64 * 1_024

/** What is sent of an entry. `body` is null if it is sent in pieces; otherwise it is built once, here. */
type Answer = { entry: Entry; headers: Record<string, string>; body: string | null; size: number }

function toAnswer(entry: Entry, headers: Record<string, string>): Answer {
  const { response } = entry
  const inPieces = response.pieces !== undefined && bodySize(response) >= LARGE_BYTES
  const body = inPieces ? null : response.body
  return { entry, headers, body, size: body?.length ?? bodySize(response) }
}

/** Declares the full length, sends half of the body and closes the connection. */
function truncate(
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
