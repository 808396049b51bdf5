import type { Piece } from '../text/bytes.ts'
import type { RouteAnswer } from './route.ts'

/** The response that a host sends. */
export type Reply = {
  status: number
  headers: Readonly<Record<string, string>>
  /** All of it, or what comes as it comes. */
  body: readonly Piece[] | AsyncIterable<Piece>
  /** Aborted when the connection must break before the body has its end. */
  breaks?: AbortSignal
}

/** Is it complete, and does not come piece by piece? */
export function isWhole(body: Reply['body']): body is readonly Piece[] {
  return Array.isArray(body)
}

const NO_SNIFFING = { 'X-Content-Type-Options': 'nosniff' }

/** Returns the reply that the host sends for an answer. */
export function toReply({ status = 200, headers, body, pieces, breaks }: RouteAnswer): Reply {
  if (status === 204) return { status, headers: {}, body: [] }
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: pieces ?? [JSON.stringify(body)],
    ...(breaks && { breaks }),
  }
}

/** The headers of a text that is not JSON. */
export function headersOfText(type: string): Record<string, string> {
  return { 'Content-Type': `${type}; charset=utf-8`, ...NO_SNIFFING }
}

/**
 * The headers of bytes that a browser saves under this name, and never shows. A part of a mail is foreign: no page of
 * this origin may come of it.
 */
export function headersOfDownload(type: string, name: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename*=UTF-8''${toExtendedValue(name)}`,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    ...NO_SNIFFING,
  }
}

/** A text in a parameter of a header (RFC 8187). */
function toExtendedValue(text: string): string {
  const encoded = encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
  return encoded.replace(/['()*]/g, (found) => `%${found.charCodeAt(0).toString(16)}`)
}
