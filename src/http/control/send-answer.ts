import type { Response } from 'express'
import { replyText } from '../server/reply.ts'
import { joined, sendPieces } from '../server/send-pieces.ts'
import type { Answer } from './route.ts'

/** Longer responses are sent in pieces as the client reads them. */
const LARGE_CHARACTERS = 64 * 1_024

/** Sends an answer, and returns how many characters of JSON it has. */
export function sendAnswer(response: Response, answer: Answer): number {
  const { status = 200, headers = {}, text, download } = answer
  if (status === 204) response.writeHead(204).end()
  else if (text) sendText(response, text)
  else if (download) sendDownload(response, download)
  else return sendJson(response, status, headers, answer)
  return 0
}

function sendJson(
  response: Response,
  status: number,
  headers: Record<string, string>,
  answer: Answer,
): number {
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

/** What a mail brought is foreign: no page of this origin may come of it. */
function sendDownload(
  response: Response,
  { type, name, content }: NonNullable<Answer['download']>,
): void {
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': content.length,
    'Content-Disposition': `attachment; filename*=UTF-8''${toExtendedValue(name)}`,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(content)
}

/** A text in a parameter of a header (RFC 8187). */
function toExtendedValue(text: string): string {
  const encoded = encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
  return encoded.replace(/['()*]/g, (found) => `%${found.charCodeAt(0).toString(16)}`)
}
