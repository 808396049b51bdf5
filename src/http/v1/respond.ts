import type { ServerResponse } from 'node:http'
import { contain, type Report } from '../../contain.ts'
import { bodySize } from '../../contract/history/api-message.ts'
import type { Entry } from '../../core/record/entry.ts'
import { HeldAnswers } from '../server/held-answers.ts'
import { replyEmpty, replyInTurns, replyText } from '../server/reply.ts'
import type { MachineClock } from '../server/machine-clock.ts'
import { sendPieces } from '../server/send-pieces.ts'
import { hasLeft, whenLeft } from '../server/when-left.ts'
import type { Connections } from '../server/connections.ts'
import type { UnreadAnswers } from '../server/unread-answers.ts'
import type { FirstRefusals } from './first-refusals.ts'

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
  /** Absent where no refusal is held. */
  firstRefusals?: FirstRefusals | undefined
}

export function makeResponder(
  { unread, connections, clock, firstRefusals }: ResponderParts,
  report: Report,
): Responder {
  const held = new HeldAnswers(clock)

  function end(response: ServerResponse, entry: Entry, hasClientLeft: boolean): void {
    entry.endedMs = clock.now()
    entry.hasClientLeft = hasClientLeft
    entry.handedOver = connections.handOver(response)
  }

  /** Records that there is no answer, or no client any more, unless the answer was handed over before. */
  function giveUp(response: ServerResponse, entry: Entry): void {
    if (entry.endedMs === null) end(response, entry, hasLeft(response))
  }

  /** Records that the answer is handed over now. A client that ended its side, and seemed to have left, may read it. */
  function handOver(response: ServerResponse, entry: Entry): void {
    end(response, entry, response.destroyed)
    // The system of a client that is gone says so when it gets the first bytes.
    if (hasLeft(response)) {
      response.req.socket.once('error', () => (entry.hasClientLeft = true))
    }
  }

  function inOrder(entry: Entry, act: () => void): void {
    if (firstRefusals) firstRefusals.pass(entry, act)
    else act()
  }

  function send(response: ServerResponse, answer: Answer): void {
    const writeSafely = contain(
      report,
      () => write(response, answer),
      () => response.destroy(),
    )
    connections.atEndOfTurn(() => {
      if (answer.size < LARGE_BYTES) writeSafely()
      else unread.whenRoomForPieces(response, writeSafely)
    })
  }

  /** What waits does so in `held`, so that `release` ends it. */
  function write(response: ServerResponse, { entry, headers, body }: Answer): void {
    const { kind } = entry.delivery
    const { status } = entry.response
    switch (kind) {
      case 'send':
        handOver(response, entry)
        if (body === null) sendPieces(response, status, entry.response.pieces!(), headers)
        else if (body === '') replyEmpty(response, status, headers)
        else if (hasLeft(response)) replyInTurns(response, status, body, headers)
        else replyText(response, status, body, headers)
        unread.written(response)
        return
      case 'truncate':
        handOver(response, entry)
        truncate(response, status, body ?? entry.response.body, headers)
        unread.written(response)
        return
      case 'drop':
      case 'hang':
        giveUp(response, entry)
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
          giveUp(response, entry)
          response.destroy()
        }
        held.hold(response, Infinity, 0, hangUp)
        whenLeft(response, hangUp)
      } else {
        const answer = toAnswer(entry, headers)
        const sendInOrder = () => inOrder(entry, () => send(response, answer))
        const sendSafely = contain(report, sendInOrder, () => response.destroy())
        if (delayMs > 0) held.hold(response, delayMs, answer.size, sendSafely)
        else sendSafely()
      }
      whenLeft(response, () => giveUp(response, entry))
    },
    release() {
      held.release()
      firstRefusals?.release()
    },
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
