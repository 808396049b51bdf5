import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { isWhole, type Reply } from '../../../control/reply.ts'
import type { Piece } from '../../../text/bytes.ts'
import { replyEmpty, replyPieces, replyText, SLICE_LENGTH } from '../server/reply.ts'

/** Sends what the control API replies. */
export function sendReply(
  response: ServerResponse,
  { status, headers, body, breaks }: Reply,
): void {
  if (!isWhole(body)) {
    response.writeHead(status, headers)
    // A client that leaves ends it, and nobody is there to be told.
    pipeline(body, response, breaks ? { signal: breaks } : {}).catch(() => {})
  } else if (body.length === 0) replyEmpty(response, status, headers)
  else if (isShort(body)) replyText(response, status, body.join(''), headers)
  else replyPieces(response, status, body, headers)
}

function isShort(pieces: readonly Piece[]): boolean {
  let length = 0
  for (const piece of pieces) {
    if (typeof piece !== 'string') return false
    length += piece.length
  }
  return length <= SLICE_LENGTH
}
