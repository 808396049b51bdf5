import type { ServerResponse } from 'node:http'

/** Sends a value as JSON. */
export function replyJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  replyText(response, status, JSON.stringify(value), headers)
}

/** Sends text that is JSON already. */
export function replyText(
  response: ServerResponse,
  status: number,
  json: string,
  headers: Record<string, string>,
): void {
  const length = Buffer.byteLength(json)
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': length,
    ...headers,
  })
  // ASCII is the same in Latin-1, which Node writes without encoding each character; saves 2 of 50 µs
  // for a page of aliases.
  response.end(json, length === json.length ? 'latin1' : 'utf8')
}

/** Sends `{message}`, the body of every error except those about plan and key. */
export function replyMessage(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  replyJson(response, status, { message }, headers)
}
