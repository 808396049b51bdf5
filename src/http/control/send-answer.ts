import type { Response } from 'express'
import { replyText } from '../server/reply.ts'
import { joined, sendPieces } from '../server/send-pieces.ts'
import type { Answer } from './route.ts'

/** Longer responses are sent in pieces as the client reads them. */
const LARGE_CHARACTERS = 64 * 1_024

/** Sends an answer, and returns how many characters of JSON it has. */
export function sendAnswer(response: Response, answer: Answer): number {
  const { status = 200, headers = {}, text } = answer
  if (status === 204 || text) {
    if (text) sendText(response, text)
    else response.writeHead(204).end()
    return 0
  }
  const pieces = answer.pieces ?? [JSON.stringify(answer.body)]
  const characters = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (characters > LARGE_CHARACTERS) sendPieces(response, status, pieces, headers)
  else replyText(response, status, joined(pieces), headers)
  return characters
}

function sendText(response: Response, { type, content }: NonNullable<Answer['text']>): void {
  response.writeHead(200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(content),
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(content)
}
