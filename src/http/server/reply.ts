import type { ServerResponse } from 'node:http'

/** Answers JSON; everything that this server says is JSON. */
export function replyJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  replyText(response, status, JSON.stringify(value), headers)
}

/** Answers text that is JSON already. */
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
  // ASCII is the same bytes in Latin-1, which Node writes without looking at each character: 2 of
  // 50 µs for a page.
  response.end(json, length === json.length ? 'latin1' : 'utf8')
}

/** `{message}`, the shape of every error that is not about plan or key. */
export function replyMessage(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  replyJson(response, status, { message }, headers)
}
