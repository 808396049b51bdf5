import type { ServerResponse } from 'node:http'
import { replyPieces, replyText, SLICE_LENGTH } from '../server/reply.ts'
import type { Answer } from '../../../control/route.ts'

/** Sends an answer. */
export function sendAnswer(response: ServerResponse, answer: Answer): void {
  const { status = 200, headers = {}, text, download, pieces } = answer
  if (status === 204) response.writeHead(204).end()
  else if (text) replyPieces(response, 200, [text.content], headersOfText(text))
  else if (download) replyPieces(response, 200, [download.content], headersOfDownload(download))
  else if (pieces) sendPieces(response, status, pieces, headers)
  else replyText(response, status, JSON.stringify(answer.body), headers)
}

function sendPieces(
  response: ServerResponse,
  status: number,
  pieces: NonNullable<Answer['pieces']>,
  headers: Record<string, string>,
): void {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (length > SLICE_LENGTH) return replyPieces(response, status, pieces, headers)
  const texts = pieces.map((piece) => {
    return typeof piece === 'string' ? piece : Buffer.from(piece).toString()
  })
  replyText(response, status, texts.join(''), headers)
}

function headersOfText({ type }: NonNullable<Answer['text']>): Record<string, string> {
  return { 'Content-Type': `${type}; charset=utf-8`, 'X-Content-Type-Options': 'nosniff' }
}

/** What a mail brought is foreign: no page of this origin may come of it. */
function headersOfDownload({
  type,
  name,
}: NonNullable<Answer['download']>): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename*=UTF-8''${toExtendedValue(name)}`,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
  }
}

/** A text in a parameter of a header (RFC 8187). */
function toExtendedValue(text: string): string {
  const encoded = encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
  return encoded.replace(/['()*]/g, (found) => `%${found.charCodeAt(0).toString(16)}`)
}
