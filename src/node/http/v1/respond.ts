import type { RequestEntry } from '../../../contract/history/entry.ts'
import { toIso } from '../../../core/clock/times.ts'
import { LazyResponse, lengthOf } from '../../../core/sizes/lazy-response.ts'
import type { ServerResponse } from 'node:http'
import { HeldAnswers } from '../../../core/calls/held-answers.ts'
import { contain, type Report } from '../../../core/contain.ts'
import {
  replyEmpty,
  replyHead,
  replyInTurns,
  replyPieces,
  replyText,
  SLICE_LENGTH,
  truncate,
} from '../server/reply.ts'
import type { MachineClock } from '../../../core/clock/machine-clock.ts'
import { inPieces } from '../../../service/in-pieces.ts'
import { hasLeft, whenLeft } from '../server/when-left.ts'
import type { Connections } from '../server/connections.ts'
import type { FirstRefusals } from './first-refusals.ts'

/** Sends responses as the entry's delivery says: at once, delayed, truncated or not at all. */
export interface Responder {
  respond: (response: ServerResponse, entry: RequestEntry, headers: Record<string, string>) => void
  /** Closes all hanging connections and sends all delayed responses; call when the server stops. */
  release: () => void
}

type ResponderParts = {
  connections: Connections
  clock: MachineClock
  /** Absent where no refusal is held. */
  firstRefusals?: FirstRefusals | undefined
}

export function makeResponder(
  { connections, clock, firstRefusals }: ResponderParts,
  report: Report,
): Responder {
  /** Functions that finish the responses that are delayed or withheld. */
  const waiting = new Set<() => void>()
  const heldAnswers = new HeldAnswers(clock)

  /** Calls `act` after `ms`, or on `release()`; never after the client has disconnected. */
  function wait(response: ServerResponse, ms: number, act: () => void): void {
    const forget = () => {
      stopTimer()
      response.off('close', forget)
      waiting.delete(finish)
    }
    const finish = () => {
      forget()
      act()
    }
    const stopTimer = clock.after(ms, finish)
    waiting.add(finish)
    response.on('close', forget)
  }

  function end(response: ServerResponse, entry: RequestEntry, hasClientLeft: boolean): void {
    entry.ended_at = toIso(clock.now())
    entry.client_left = hasClientLeft
    entry.handed_over = connections.handOver(response)
  }

  /** Records that there is no answer, or no client any more, unless the answer was handed over before. */
  function giveUp(response: ServerResponse, entry: RequestEntry): void {
    if (entry.ended_at === null) end(response, entry, hasLeft(response))
  }

  /** Records that the answer is handed over now. A client that ended its side, and seemed to have left, may read it. */
  function handOver(response: ServerResponse, entry: RequestEntry): void {
    end(response, entry, response.destroyed)
    // The system of a client that is gone says so when it gets the first bytes.
    if (hasLeft(response)) {
      response.req.socket.once('error', () => (entry.client_left = true))
      response.once('close', () => heldAnswers.answered(entry))
    }
  }

  /** Calls `act` in the client's presence, when the answers have come that this one waits for. */
  function inOrder(response: ServerResponse, entry: RequestEntry, act: () => void): void {
    let stop: (() => void) | undefined
    const endWait = heldAnswers.pass(entry, () => {
      stop?.()
      if (response.destroyed) return
      if (firstRefusals) firstRefusals.pass(entry, act)
      else act()
    })
    if (endWait) stop = whenLeft(response, endWait)
  }

  /** Sends the headers at once, and the body in pieces. With the last one the answer is handed over. */
  function dribble(
    response: ServerResponse,
    entry: RequestEntry,
    headers: Record<string, string>,
  ): void {
    const { status, body } = entry.response
    const bytes = Buffer.from(body)
    const { pieces, everyMs } = inPieces(bytes, entry.delivery.dribble_ms)
    replyHead(response, status, bytes.length, headers)
    const sendFrom = (at: number): void => {
      const piece = pieces[at]
      if (piece === undefined) {
        handOver(response, entry)
        response.end()
        return
      }
      const sendPiece = () => {
        response.write(piece)
        sendFrom(at + 1)
      }
      wait(response, everyMs, contained(response, sendPiece))
    }
    sendFrom(0)
  }

  const contained = (response: ServerResponse, act: () => void) =>
    contain(report, act, () => response.destroy())

  /** A response that waits is in `waiting`, so that `release` ends it. */
  function write(
    response: ServerResponse,
    entry: RequestEntry,
    headers: Record<string, string>,
  ): void {
    const { kind } = entry.delivery
    switch (kind) {
      case 'send':
        if (entry.delivery.dribble_ms > 0) return dribble(response, entry, headers)
        handOver(response, entry)
        send(response, entry, headers)
        return
      case 'truncate':
        handOver(response, entry)
        truncate(response, entry.response.status, entry.response.body, headers)
        return
      case 'reset':
        giveUp(response, entry)
        resetConnection(response)
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
      const { kind, delay_ms: delayMs } = entry.delivery
      if (kind === 'hang') {
        const hangUp = () => {
          giveUp(response, entry)
          response.destroy()
        }
        wait(response, Infinity, hangUp)
        whenLeft(response, hangUp)
      } else {
        const writeSafely = contained(response, () => write(response, entry, headers))
        const sendInOrder = contained(response, () => {
          inOrder(response, entry, () =>
            response.once('close', connections.atEndOfTurn(writeSafely)),
          )
        })
        if (delayMs > 0) wait(response, delayMs, sendInOrder)
        else sendInOrder()
      }
      whenLeft(response, () => {
        giveUp(response, entry)
        heldAnswers.answered(entry)
      })
    },
    release() {
      for (const finish of waiting) finish() // removes itself, which is safe while iterating a Set
      heldAnswers.release()
      firstRefusals?.release()
    },
  }
}

/** Node resets no connection of TLS, so that one is closed. */
function resetConnection(response: ServerResponse): void {
  const { socket } = response.req
  if ('encrypted' in socket) response.destroy()
  else socket.resetAndDestroy()
}

function send(
  response: ServerResponse,
  entry: RequestEntry,
  headers: Record<string, string>,
): void {
  const { response: answer } = entry
  const { status } = answer
  const pieces = answer instanceof LazyResponse ? answer.pieces() : undefined
  if (pieces && lengthOf(pieces) > SLICE_LENGTH) {
    return replyPieces(response, status, pieces, headers)
  }
  const body = pieces?.join('') ?? answer.body
  if (body === '') replyEmpty(response, status, headers)
  else if (hasLeft(response)) replyInTurns(response, status, body, headers)
  else replyText(response, status, body, headers)
}
